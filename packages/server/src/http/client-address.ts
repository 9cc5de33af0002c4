/**
 * The client's address: the socket's, or, behind `trustedProxies` proxies of our own, the entry
 * of X-Forwarded-For that the outermost of them wrote. Entries left of it are the client's claims.
 */
export function clientAddressOf(
  socketAddress: string | undefined,
  forwardedFor: string | undefined,
  trustedProxies: number,
): string {
  const hops = (forwardedFor ?? '').split(',').map((hop) => hop.trim());
  const claimed = trustedProxies > 0 ? hops.at(-trustedProxies) : undefined;
  const address = claimed && /^[\da-fA-F.:]{2,45}$/.test(claimed) ? claimed : socketAddress;
  return (address ?? 'unknown').replace(/^::ffff:/i, '');
}
