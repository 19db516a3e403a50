import { locales } from '@better-auth/i18n';
import {
  ERRORS,
  type ErrorCode,
  GERMAN_ERRORS,
  germanMessage,
  PASSWORD_MAX_LENGTH,
  PASSWORD_MIN_LENGTH,
} from '@botdepot/contract';

/** The request ends here with this answer. */
export class Refusal extends Error {
  override name = 'Refusal';
  readonly response: Response;
  constructor(response: Response) {
    super(`Refused with ${response.status}`);
    this.response = response;
  }
}

/** By the one table of errors, in German. */
export function refuse(code: ErrorCode, data?: unknown): Refusal {
  const answer = { code, message: germanMessage(code, data), ...(data !== undefined && { data }) };
  return new Refusal(json(ERRORS[code].status, answer));
}

/** With a code of the library or a text of its own. */
export function refuseWith(status: number, code: string, message: string, headers?: Headers): Refusal {
  return new Refusal(json(status, { code, message }, headers));
}

export function tooMany(waitMs: number): Refusal {
  const headers = new Headers({ 'retry-after': String(Math.ceil(waitMs / 1000)) });
  return refuseWith(ERRORS.TOO_MANY_REQUESTS.status, 'TOO_MANY_REQUESTS', waitMessage(waitMs), headers);
}

export function json(status: number, body: unknown, headers = new Headers()): Response {
  headers.set('content-type', 'application/json');
  headers.set('cache-control', 'no-store');
  return new Response(JSON.stringify(body), { status, headers });
}

export function setCookiesOf(response: Response): Headers {
  const headers = new Headers();
  for (const cookie of response.headers.getSetCookie()) headers.append('set-cookie', cookie);
  return headers;
}

/**
 * The last cookie of each name. The library renews a session by the way and then replaces it, so that two stand in one answer:
 * browsers keep the second, other clients may keep the first, which is dead.
 */
export function keepLastCookies(response: Response): Response {
  const byName = new Map(
    response.headers.getSetCookie().map((cookie) => [cookie.slice(0, cookie.indexOf('=')), cookie]),
  );
  response.headers.delete('set-cookie');
  for (const cookie of byName.values()) response.headers.append('set-cookie', cookie);
  return response;
}

const LINK_EXPIRED = 'Dieser Link ist abgelaufen oder wurde schon benutzt. Bitte fordern Sie einen neuen an.';
const LOGIN_EXPIRED = 'Diese Anmeldung ist abgelaufen. Bitte geben Sie Ihr Passwort noch einmal ein.';
const PASSKEY_EXPIRED =
  'Diese Anfrage ist abgelaufen oder wurde schon benutzt. Bitte versuchen Sie es noch einmal.';
const PASSKEY_REFUSED =
  'Die Anmeldung mit dem Passkey hat nicht geklappt. Bitte versuchen Sie es noch einmal.';
const NOT_ENABLED = 'Die Anmeldung in zwei Schritten ist nicht eingeschaltet.';
const FOREIGN = String(GERMAN_ERRORS.FOREIGN_ORIGIN);

/** German texts by Better Auth's codes, for those that our own pages can meet. Calm, and with what to do next. */
const MESSAGES: Record<string, string> = {
  ...locales.de,
  BAD_REQUEST: String(GERMAN_ERRORS.BAD_REQUEST),
  VALIDATION_ERROR: String(GERMAN_ERRORS.BAD_REQUEST),
  INVALID_EMAIL: 'Bitte geben Sie eine gültige E-Mail-Adresse ein.',
  INVALID_EMAIL_OR_PASSWORD: 'E-Mail-Adresse oder Passwort ist falsch.',
  INVALID_PASSWORD: 'Das Passwort ist falsch.',
  PASSWORD_TOO_SHORT: `Das Passwort braucht mindestens ${PASSWORD_MIN_LENGTH} Zeichen.`,
  PASSWORD_TOO_LONG: `Das Passwort darf höchstens ${PASSWORD_MAX_LENGTH} Zeichen haben.`,
  PASSWORD_GUESSABLE:
    'Dieses Passwort ist leicht zu erraten. Wählen Sie ein anderes, zum Beispiel drei oder mehr zufällige Wörter.',
  PASSWORD_UNCHANGED: 'Das ist schon Ihr Passwort. Bitte wählen Sie ein anderes.',
  USER_ALREADY_EXISTS: 'Zu dieser E-Mail-Adresse gibt es schon ein Konto. Bitte melden Sie sich an.',
  USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL:
    'Zu dieser E-Mail-Adresse gibt es schon ein Konto. Bitte melden Sie sich an.',
  FAILED_TO_CREATE_USER: 'Das Konto konnte nicht angelegt werden. Bitte versuchen Sie es noch einmal.',
  FAILED_TO_CREATE_SESSION: 'Die Anmeldung hat nicht geklappt. Bitte versuchen Sie es noch einmal.',
  ACCOUNT_LOCKED:
    'Dieses Konto ist gesperrt. Wenn Sie nicht wissen, warum, schreiben Sie dem Betreiber. Die Anschrift steht im Impressum.',
  EMAIL_NOT_VERIFIED:
    'Bitte bestätigen Sie zuerst Ihre E-Mail-Adresse. Der Link dazu steht in der Nachricht, die wir Ihnen geschickt haben.',
  EMAIL_ALREADY_VERIFIED: 'Diese E-Mail-Adresse ist schon bestätigt.',
  EMAIL_MISMATCH: 'Diese E-Mail-Adresse gehört nicht zu Ihrem Konto.',
  VERIFICATION_EMAIL_NOT_ENABLED: 'Diese Plattform kann keine E-Mails versenden.',
  RESET_PASSWORD_DISABLED:
    'Diese Plattform kann keine E-Mails versenden, deshalb lässt sich das Passwort hier nicht zurücksetzen.',
  INVALID_TOKEN: LINK_EXPIRED,
  TOKEN_EXPIRED: LINK_EXPIRED,
  USER_NOT_FOUND: LINK_EXPIRED,
  SESSION_NOT_FRESH: 'Bitte melden Sie sich dafür noch einmal an.',
  SESSION_EXPIRED: 'Bitte melden Sie sich dafür noch einmal an.',
  UNAUTHORIZED: String(GERMAN_ERRORS.UNAUTHENTICATED),
  INVALID_ORIGIN: FOREIGN,
  MISSING_OR_NULL_ORIGIN: FOREIGN,
  CROSS_SITE_NAVIGATION_LOGIN_BLOCKED: FOREIGN,
  INVALID_CODE:
    'Dieser Code stimmt nicht oder wurde schon benutzt. Bitte geben Sie den nächsten Code aus Ihrer App ein.',
  CAPTCHA_FAILED:
    'Die Prüfung gegen automatische Anfragen hat nicht geklappt. Bitte versuchen Sie es noch einmal.',
  CODE_REQUIRED: 'Bitte geben Sie auch den Code aus Ihrer App ein.',
  INVALID_BACKUP_CODE: 'Dieser Ersatzcode stimmt nicht oder wurde schon benutzt.',
  INVALID_TWO_FACTOR_COOKIE: LOGIN_EXPIRED,
  TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE: LOGIN_EXPIRED,
  TOTP_ALREADY_ENABLED: 'Die Anmeldung in zwei Schritten ist schon eingeschaltet.',
  TOTP_NOT_ENABLED: NOT_ENABLED,
  TWO_FACTOR_NOT_ENABLED: NOT_ENABLED,
  BACKUP_CODES_NOT_ENABLED: NOT_ENABLED,
  CHALLENGE_NOT_FOUND: PASSKEY_EXPIRED,
  AUTHENTICATION_FAILED: PASSKEY_REFUSED,
  FAILED_TO_VERIFY_REGISTRATION:
    'Dieser Passkey konnte nicht geprüft werden. Bitte versuchen Sie es noch einmal.',
  PASSKEY_NOT_FOUND:
    'Dieser Passkey gehört zu keinem Konto mehr. Melden Sie sich mit Ihrem Passwort an und löschen Sie ihn auf Ihrem Gerät.',
  PASSKEY_WITHOUT_USER:
    'Das Gerät hat nicht geprüft, ob Sie es sind. Richten Sie dort eine PIN, einen Fingerabdruck oder die Gesichtserkennung ein.',
  TOO_MANY_PASSKEYS:
    'Mehr als 20 Passkeys sind nicht möglich. Bitte löschen Sie zuerst einen, den Sie nicht mehr brauchen.',
  PROVIDER_UNAVAILABLE: 'Der Anbieter antwortet gerade nicht. Bitte versuchen Sie es später noch einmal.',
  ACCOUNT_NOT_FOUND: 'Dieser Zugang ist nicht mehr verbunden.',
  FAILED_TO_UNLINK_LAST_ACCOUNT: 'Das ist Ihr letzter Weg ins Konto. Er lässt sich nicht trennen.',
  EMAIL_UNCHANGED: 'Das ist schon Ihre E-Mail-Adresse.',
  EMAIL_CHANGE_UNAVAILABLE:
    'Diese Plattform kann keine E-Mails versenden, deshalb lässt sich die Adresse hier nicht ändern.',
  EMAIL_CHANGE_LINK_INVALID:
    'Dieser Link gilt nicht mehr, oder er gehört zu einem anderen Konto. Bitte fordern Sie einen neuen an.',
  EMAIL_UNDO_LINK_INVALID:
    'Dieser Link gilt nicht mehr. Er lässt sich nur einmal und nur 72 Stunden lang benutzen.',
  EMAIL_CHANGE_TAKEN: 'Diese Adresse gehört inzwischen zu einem anderen Konto. Bitte nehmen Sie eine andere.',
  INVALID_CALLBACK_URL: 'Die Adresse, zu der es danach weitergeht, gehört nicht zu dieser Website.',
};

/** The German text for a code of Better Auth; a plain one for codes that nobody has met yet. */
export function authMessage(code: string): string {
  return MESSAGES[code] ?? 'Ein unerwarteter Fehler ist aufgetreten.';
}

/** How long to wait, in whole minutes, rounded up. */
function waitMessage(waitMs: number): string {
  const minutes = Math.ceil(waitMs / 60_000);
  return `Zu viele Versuche. Bitte warten Sie ${minutes === 1 ? 'eine Minute' : `${minutes}\u00a0Minuten`}.`;
}
