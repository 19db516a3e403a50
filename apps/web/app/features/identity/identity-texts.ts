import { BRAND_NAME } from '../../lib/page/page-title.ts';

/** The specification's texts, byte-exact. */
export const IDENTITY_TOASTS = {
  loginDone: { title: 'Erfolgreich angemeldet!', text: `Willkommen zurück bei ${BRAND_NAME}.` },
  loginFailed: 'Fehler beim Anmelden',
  unexpected: 'Ein unerwarteter Fehler ist aufgetreten.',
  signUpDone: { title: 'Konto erfolgreich erstellt!', text: 'Wählen Sie jetzt Ihren Trading-Bot aus.' },
  signUpFailed: 'Registrierung fehlgeschlagen',
  signUpUnexpected: 'Fehler bei der Registrierung',
  passwordsDiffer: {
    title: 'Passwörter stimmen nicht überein',
    text: 'Bitte überprüfen Sie Ihre Passwort-Eingaben.',
  },
  botChosen: (botName: string) => ({ title: `${botName} aktiviert!`, text: 'Ihr Trading-Bot ist bereit.' }),
  loggedOut: 'Erfolgreich abgemeldet',
  logoutFailed: { title: 'Fehler beim Abmelden', text: 'Ein Fehler ist aufgetreten.' },
} as const;

export const FIELD_PROBLEMS = {
  emailMissing: 'Bitte geben Sie Ihre E-Mail-Adresse ein.',
  emailInvalid: 'Diese E-Mail-Adresse ist unvollständig.',
  passwordMissing: 'Bitte geben Sie Ihr Passwort ein.',
  passwordTooShort: (length: number) => `Das Passwort braucht mindestens ${length} Zeichen.`,
  passwordTooLong: (length: number) => `Das Passwort darf höchstens ${length} Zeichen haben.`,
  confirmationMissing: 'Bitte geben Sie das Passwort noch einmal ein.',
  playMoneyNotUnderstood: 'Bitte setzen Sie das Häkchen, sonst können wir kein Konto eröffnen.',
  confirmationDiffers: 'Stimmt nicht mit dem Passwort überein.',
} as const;

/** Beside a form or a button. */
export function failureText({ message }: { message: string | null }): string {
  return message ?? IDENTITY_TOASTS.unexpected;
}
