/** What is recorded at the doors of an account, and kept for its owner. A new one gets its word below. */
export const SIGN_IN_EVENTS = [
  'signed_in',
  'signed_out',
  'sign_in_failed',
  'sign_in_blocked',
  'second_factor_failed',
  'second_factor_on',
  'second_factor_off',
  'password_changed',
  'password_reset',
  'email_changed',
  'email_change_undone',
  'passkey_added',
  'passkey_removed',
  'identity_linked',
  'identity_unlinked',
  'admin_refused',
] as const;
/** After so many days they are deleted, as the account's page and its download say. */
export const SIGN_IN_EVENTS_KEPT_DAYS = 90;

export type SignInEventKind = (typeof SIGN_IN_EVENTS)[number];

/** As its owner reads it. */
export const SIGN_IN_EVENT_WORDS: Readonly<Record<SignInEventKind, string>> = {
  signed_in: 'Angemeldet',
  signed_out: 'Abgemeldet',
  sign_in_failed: 'Falsches Passwort',
  sign_in_blocked: 'Anmeldung abgewiesen: zu viele Versuche oder gesperrt',
  second_factor_failed: 'Falscher Code',
  second_factor_on: 'Anmeldung in zwei Schritten eingeschaltet',
  second_factor_off: 'Anmeldung in zwei Schritten ausgeschaltet',
  password_changed: 'Passwort geändert',
  password_reset: 'Neues Passwort über einen Link festgelegt',
  email_changed: 'E-Mail-Adresse geändert',
  email_change_undone: 'Änderung der E-Mail-Adresse rückgängig gemacht',
  passkey_added: 'Passkey hinzugefügt',
  passkey_removed: 'Passkey entfernt',
  identity_linked: 'Zugang verbunden',
  identity_unlinked: 'Zugang getrennt',
  admin_refused: 'Zugriff auf die Verwaltung verweigert',
};
