import { BOTS, type BotType } from '@botdepot/contract';
import { urls } from '../../../lib/url/urls.ts';

export interface Progress {
  emailVerified: boolean;
  /** The choice of sign-up. */
  preferredBot: BotType | null;
  twoFactorEnabled: boolean;
  /** One waits for a decision. */
  isDepositPending: boolean;
  /** One was credited. */
  hasDeposited: boolean;
  /** Any bot, also one that was stopped since. */
  hasStarted: boolean;
}

export interface FirstStep {
  label: string;
  done: boolean;
  /** Only of what is still to be done. */
  action?: { to: string; label: string };
}

/** The first steps in their order, each true to what is booked and set up. */
export function firstSteps(progress: Progress): FirstStep[] {
  return [
    // An installation that sends no mail lets people in unconfirmed; there is nothing that they could do about it.
    { label: progress.emailVerified ? 'E-Mail-Adresse bestätigt' : 'Konto erstellt', done: true },
    deposit(progress),
    start(progress),
    progress.twoFactorEnabled
      ? { label: 'Zweiter Faktor eingerichtet', done: true }
      : { label: 'Zweiter Faktor', done: false, action: { to: urls.security, label: 'Einrichten' } },
  ];
}

function deposit({ hasDeposited, isDepositPending }: Progress): FirstStep {
  if (hasDeposited) return { label: 'Spielgeld eingezahlt', done: true };
  if (isDepositPending)
    return { label: 'Einzahlung in Prüfung', done: false, action: { to: urls.deposits, label: 'Ansehen' } };
  return { label: 'Spielgeld einzahlen', done: false, action: { to: urls.deposits, label: 'Einzahlen' } };
}

function start({ hasStarted, preferredBot, hasDeposited }: Progress): FirstStep {
  if (hasStarted) return { label: 'Ersten Bot gestartet', done: true };
  const bot = preferredBot ? BOTS[preferredBot].name : 'Ersten Bot';
  // Without money there is nothing to start it with.
  const label = hasDeposited ? 'Starten' : 'Ansehen';
  return { label: `${bot} starten`, done: false, action: { to: urls.bots, label } };
}
