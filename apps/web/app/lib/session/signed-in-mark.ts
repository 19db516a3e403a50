import { readCookie, writeCookie } from './cookies.ts';

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
