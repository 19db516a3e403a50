/** Small preferences that the server may read as well. Never secrets: the session cookie is HttpOnly. */
export function readCookie(name: string): string | undefined {
  if (typeof document === 'undefined') return undefined;
  for (const pair of document.cookie.split('; ')) {
    const split = pair.indexOf('=');
    if (pair.slice(0, split) === name) return decodeURIComponent(pair.slice(split + 1));
  }
  return undefined;
}

export function writeCookie(name: string, value: string, maxAgeSeconds: number): void {
  // The Cookie Store API is asynchronous and missing in some browsers of our range.
  // biome-ignore lint/suspicious/noDocumentCookie: see above
  document.cookie = `${name}=${encodeURIComponent(value)}; path=/; max-age=${maxAgeSeconds}; samesite=lax`;
}

/**
 * The session cookie cannot be read by a script. This mark says that asking the server for a profile is worth it, so that
 * a visitor without an account causes no request. It grants nothing.
 */
export const SIGNED_IN_COOKIE = 'signed_in';
const THIRTY_DAYS_S = 30 * 24 * 60 * 60;

export const signedInMark = {
  isSet: () => readCookie(SIGNED_IN_COOKIE) === '1',
  set: () => write('1', THIRTY_DAYS_S),
  remove: () => write('', 0),
};

/** In the document as well, for styles: an inline script says it before the first paint. */
function write(value: string, maxAgeSeconds: number) {
  writeCookie(SIGNED_IN_COOKIE, value, maxAgeSeconds);
  document.documentElement.toggleAttribute('data-signed-in', value !== '');
}
