import { isIP, isIPv6 } from 'node:net';

/**
 * The client's address: the socket's, or, behind `trustedProxies` proxies of our own, the entry
 * of X-Forwarded-For that the outermost of them wrote. Entries left of it are the client's claims.
 * Some proxies write the client's port behind it, which is left out: each connection has another.
 */
export function clientAddressOf(
  socketAddress: string | undefined,
  forwardedFor: string | undefined,
  trustedProxies: number,
): string {
  const hops = (forwardedFor ?? '').split(',').map((hop) => hop.trim());
  const claimed = trustedProxies > 0 ? withoutPort(hops.at(-trustedProxies) ?? '') : '';
  const address = isIP(claimed) ? claimed : socketAddress;
  return (address ?? 'unknown').replace(/^::ffff:(?=\d+\.)/i, '');
}

/**
 * What limits count as one client: the address, or of IPv6 its /64, since any connection has that
 * many addresses to choose from. Always written the same way.
 */
export function clientNetworkOf(address: string): string {
  if (!isIPv6(address)) return address;
  const groups = groupsOf(address);
  const mapped = groups.slice(0, 6).join(':') === '0:0:0:0:0:ffff';
  if (!mapped) return `${groups.slice(0, 4).join(':')}::/64`;
  const bytes = groups.slice(6).flatMap((group) => {
    const value = Number.parseInt(group, 16);
    return [value >> 8, value & 255];
  });
  return bytes.join('.');
}

/** The eight groups of an IPv6 address, in lower case and without zeros before them. */
function groupsOf(address: string): string[] {
  // The part behind % names an interface of this machine, and URL refuses it.
  const { hostname } = new URL(`http://[${address.replace(/%.*/, '')}]`);
  const [head = '', tail = ''] = hostname.slice(1, -1).split('::');
  const before = head.split(':').filter(Boolean);
  const after = tail.split(':').filter(Boolean);
  return [...before, ...Array<string>(8 - before.length - after.length).fill('0'), ...after];
}

function withoutPort(hop: string): string {
  const [, inBrackets, v4] = /^(?:\[(.+)\](?::\d+)?|([\d.]+):\d+)$/.exec(hop) ?? [];
  return inBrackets ?? v4 ?? hop;
}
