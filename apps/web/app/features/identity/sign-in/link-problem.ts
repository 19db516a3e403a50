import { PROVIDER_PROBLEMS } from '../security/identities.ts';

export interface LinkProblem {
  title: string;
  text: string;
  /** Said to who is signed in, so they are not led on from the login page. */
  stays?: true;
}

const AND_THEN =
  'Melden Sie sich an. Ist Ihre Adresse noch nicht bestätigt, können Sie sich danach einen neuen Link schicken lassen.';

const PROBLEMS: Record<string, LinkProblem> = {
  TOKEN_EXPIRED: {
    title: 'Der Bestätigungslink ist abgelaufen',
    text: AND_THEN,
  },
  INVALID_TOKEN: {
    title: 'Dieser Bestätigungslink gilt nicht',
    text: `Vielleicht wurde er beim Kopieren abgeschnitten. ${AND_THEN}`,
  },
  ACCOUNT_LOCKED: {
    title: 'Dieses Konto ist gesperrt',
    text: 'Wenn Sie nicht wissen, warum, schreiben Sie dem Betreiber. Die Anschrift steht im Impressum.',
  },
  USER_NOT_FOUND: {
    title: 'Zu diesem Link gibt es kein Konto mehr',
    text: 'Sie können jederzeit ein neues Konto eröffnen.',
  },
  other_account: {
    title: 'Die E-Mail-Adresse ist bestätigt',
    text: 'In diesem Browser ist ein anderes Konto angemeldet, und das bleibt so. Wenn Sie in das bestätigte Konto wechseln möchten, melden Sie sich hier mit dessen Adresse und Passwort an.',
    stays: true,
  },
  ...PROVIDER_PROBLEMS,
};

/** Why a link from a confirmation message led to the login page (`?error=…`), or undefined when it did not. */
export function linkProblem(search: string): LinkProblem | undefined {
  const code = new URLSearchParams(search).get('error');
  if (code === null) return undefined;
  if (Object.hasOwn(PROBLEMS, code)) return PROBLEMS[code];
  return { title: 'Der Link hat nicht geklappt', text: AND_THEN };
}
