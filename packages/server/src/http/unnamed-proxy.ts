import type { Logger } from 'pino';

const MESSAGE =
  'a request came with X-Forwarded-For, and TRUSTED_PROXIES is 0: if a proxy of yours wrote it, all ' +
  'people count as one client against the limits until you set TRUSTED_PROXIES to how many proxies ' +
  'stand in front. If there is none, a client made it up, and it was not believed';

/**
 * Hears of the X-Forwarded-For of each request and warns of the first one that nobody was set to
 * believe; once, because clients can write the header as often as they like.
 */
export function warnOfUnnamedProxy(
  log: Logger,
  trustedProxies: number,
): (forwardedFor: string | undefined) => void {
  let isTold = trustedProxies > 0;
  return (forwardedFor) => {
    if (isTold || forwardedFor === undefined) return;
    isTold = true;
    log.warn(MESSAGE);
  };
}
