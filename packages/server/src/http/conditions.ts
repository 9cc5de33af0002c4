// What a request says of the version that its client has (RFC 9110, section 13).

/** Whether If-None-Match names this version, whose tag is a strong one with its quotes. */
export function isKnown(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch?.trim() === '*') return true;
  // A weak tag is as good here: the quoted part is compared.
  return ifNoneMatch?.match(/"[^"]*"/g)?.includes(etag) ?? false;
}

/** The Range header, unless If-Range says that it is meant for another version: then all is sent. */
export function rangeOf(
  range: string | undefined,
  ifRange: string | undefined,
  etag: string,
): string | undefined {
  return ifRange === undefined || ifRange.trim() === etag ? range : undefined;
}
