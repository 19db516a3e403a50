import { type AuthFailure, type AuthOutcome, post, textOf } from '../../../lib/server/auth-post.ts';

/** An account at the provider that opens this one. */
export interface OwnIdentity {
  id: string;
  provider: string;
  linkedAt: string;
}

export type WayToProvider = { ok: true; url: string } | AuthFailure;

/** @param destination Where to go on after the login: a place on this website. */
export function signInAtProvider(destination: string): Promise<WayToProvider> {
  return wayTo('/api/auth/sign-in/social', { callbackURL: destination });
}

export function linkAtProvider(): Promise<WayToProvider> {
  return wayTo('/api/auth/link-social', {});
}

export function unlinkIdentity(id: string): Promise<AuthOutcome> {
  return post('/api/auth/unlink-account', { id });
}

async function wayTo(path: string, body: object): Promise<WayToProvider> {
  const outcome = await post(path, body);
  if (!outcome.ok) return outcome;
  const url = textOf(outcome.answer, 'url');
  return url === null ? { ok: false, code: null, message: null } : { ok: true, url };
}

const ONCE_MORE = 'Bitte versuchen Sie es noch einmal, oder melden Sie sich mit Ihrem Passwort an.';

/** Why the way back from the provider (`?error=…`) did not open or link an account. */
export const PROVIDER_PROBLEMS: Record<string, { title: string; text: string }> = {
  identity_unknown: {
    title: 'Dieser Zugang ist mit keinem Konto verbunden',
    text: 'Melden Sie sich mit Ihrer E-Mail-Adresse und Ihrem Passwort an. In den Einstellungen unter „Sicherheit“ können Sie ihn danach verbinden.',
  },
  identity_taken: {
    title: 'Dieser Zugang gehört schon zu einem anderen Konto',
    text: 'Ein Zugang beim Anbieter öffnet immer nur ein Konto.',
  },
  identity_unverified: {
    title: 'Der Zugang ist beim Anbieter noch nicht bestätigt',
    text: 'Bestätigen Sie dort zuerst Ihre E-Mail-Adresse und verbinden Sie ihn danach.',
  },
  session_changed: {
    title: 'Der Zugang wurde nicht verbunden',
    text: 'Inzwischen waren Sie hier nicht mehr angemeldet. Melden Sie sich an und beginnen Sie in den Einstellungen noch einmal.',
  },
  provider_cancelled: {
    title: 'Beim Anbieter wurde abgebrochen',
    text: 'An Ihrem Konto hat sich nichts geändert.',
  },
  provider_expired: { title: 'Diese Anmeldung ist abgelaufen', text: ONCE_MORE },
  provider_failed: { title: 'Die Anmeldung beim Anbieter hat nicht geklappt', text: ONCE_MORE },
};
