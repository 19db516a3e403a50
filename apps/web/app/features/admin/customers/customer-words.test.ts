import { expect, test } from 'vitest';
import { ACCESS_WORDS, type AccessAction, accessActions, accessEffects } from './customer-words.ts';

const LOCKED = '2026-03-02T10:00:00.000Z';

test('what is so already is not offered, and nobody who is locked becomes an admin', () => {
  expect(accessActions({ role: 'user', lockedAt: null })).toEqual(['promote', 'lock']);
  expect(accessActions({ role: 'admin', lockedAt: null })).toEqual(['field', 'demote', 'lock']);
  expect(accessActions({ role: 'user', lockedAt: LOCKED })).toEqual(['unlock']);
  expect(accessActions({ role: 'admin', lockedAt: LOCKED })).toEqual(['demote', 'unlock']);
});

test('a mail is promised only where one is sent, and a second factor only where admins need one', () => {
  const actions = Object.keys(ACCESS_WORDS) as AccessAction[];
  for (const action of actions) {
    const said = (mail: 'smtp' | 'mailbox' | 'none', demo = false) =>
      accessEffects(action, { mail, linksByMail: mail !== 'none', demo }).join(' ');
    expect(said('smtp')).toContain('bekommt eine E-Mail mit dem Grund.');
    expect(said('mailbox')).toContain('bekommt eine E-Mail mit dem Grund.');
    expect(said('none')).not.toContain('bekommt eine E-Mail');
    // A public demo's mailbox is behind the login that a lock takes away.
    const publicDemo = accessEffects(action, { mail: 'mailbox', linksByMail: false, demo: true }).join(' ');
    expect(publicDemo.includes('bekommt eine E-Mail')).toBe(action !== 'lock');
    // Nothing is said before the installation has answered.
    expect(accessEffects(action, undefined).join(' ')).not.toMatch(/E-Mail|zwei Schritten|Grund/);
    expect(said('smtp').includes('zwei Schritten')).toBe(action === 'promote');
    expect(said('mailbox', true)).not.toContain('zwei Schritten');
  }
});
