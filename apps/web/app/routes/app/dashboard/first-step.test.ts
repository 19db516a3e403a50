import { describe, expect, it } from 'vitest';
import { firstSteps, type Progress } from './first-step.ts';

const beginning: Progress = {
  emailVerified: false,
  preferredBot: null,
  twoFactorEnabled: false,
  isDepositPending: false,
  hasDeposited: false,
  hasStarted: false,
};
const read = (change: Partial<Progress>) =>
  firstSteps({ ...beginning, ...change }).map(
    ({ label, done, action }) => `${done ? '✓' : '○'} ${label}${action ? ` → ${action.label}` : ''}`,
  );

describe('the first steps', () => {
  it('begin with an account and say what comes next', () => {
    expect(read({})).toEqual([
      '✓ Konto erstellt',
      '○ Spielgeld einzahlen → Einzahlen',
      '○ Ersten Bot starten → Ansehen',
      '○ Zweiter Faktor → Einrichten',
    ]);
  });

  it('do not count a deposit that waits for a decision', () => {
    expect(read({ isDepositPending: true })[1]).toBe('○ Einzahlung in Prüfung → Ansehen');
    expect(read({ isDepositPending: true, hasDeposited: true })[1]).toBe('✓ Spielgeld eingezahlt');
  });

  it('name the bot that was chosen at sign-up, and start it once there is money', () => {
    expect(read({ preferredBot: 'turbobot' })[2]).toBe('○ TurboBot starten → Ansehen');
    expect(read({ preferredBot: 'turbobot', hasDeposited: true })[2]).toBe('○ TurboBot starten → Starten');
  });

  it('count money that came another way as no deposit', () => {
    expect(read({ hasStarted: true })).toEqual([
      '✓ Konto erstellt',
      '○ Spielgeld einzahlen → Einzahlen',
      '✓ Ersten Bot gestartet',
      '○ Zweiter Faktor → Einrichten',
    ]);
  });

  it('are all done at the end, with nothing left to press', () => {
    const steps = firstSteps({
      ...beginning,
      emailVerified: true,
      twoFactorEnabled: true,
      hasDeposited: true,
      hasStarted: true,
    });
    expect(steps.every(({ done, action }) => done && action === undefined)).toBe(true);
  });
});
