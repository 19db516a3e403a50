import { readCookie, writeCookie } from './cookies.ts';

/**
 * The session cookie cannot be read by a script. This mark says that asking the server for a profile is worth it, so that
 * a visitor without an account causes no request. It grants nothing.
 */
const COOKIE = 'signed_in';
const THIRTY_DAYS_S = 30 * 24 * 60 * 60;

export const signedInMark = {
  isSet: () => readCookie(COOKIE) === '1',
  set: () => writeCookie(COOKIE, '1', THIRTY_DAYS_S),
  remove: () => writeCookie(COOKIE, '', 0),
};
