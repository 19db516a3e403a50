import type { Approval, FourEyes } from '@botdepot/contract';
import { describe, expect, it } from 'vitest';
import {
  approvalTitle,
  isInForce,
  secondText,
  subjectText,
  sumsOf,
  thresholdEffect,
  thresholdOf,
  thresholdSentence,
  thresholdText,
} from './approval-texts.ts';

const line = {
  subjectId: '0190',
  reference: 'B-3309',
  userId: '0191',
  email: 'anna@beispiel.de',
  before: '1000.00',
  after: '1250.50',
};
const approval: Approval = {
  id: '0192',
  reference: 'F-104',
  kind: 'manual_return',
  status: 'pending',
  amountUsd: '250.50',
  botType: null,
  percent: '25',
  lines: [line],
  threshold: null,
  reason: 'Kulanz',
  requestNote: 'Beleg liegt vor',
  overridesLock: false,
  requestedBy: { userId: '0193', email: 'admin@beispiel.de' },
  requestedAt: '2026-11-21T12:00:00.000Z',
  expiresAt: '2026-11-24T12:00:00.000Z',
  decidedBy: null,
  decidedAt: null,
  note: null,
  failure: null,
};

describe('what waits for a second admin', () => {
  it('is named by its reference and its amount', () => {
    expect(approvalTitle(approval)).toBe('F-104 · 250,50\u00a0USDT');
  });

  it('says whom it concerns: an investment, a wallet, or how many', () => {
    expect(subjectText(approval)).toBe('B-3309 · anna@beispiel.de');
    expect(subjectText({ ...approval, lines: [{ ...line, reference: null }] })).toBe('anna@beispiel.de');
    expect(subjectText({ ...approval, lines: [line, line, line] })).toBe('3 Anlagen');
  });

  it('says of a pause which bot', () => {
    expect(subjectText({ ...approval, kind: 'bot_pause', lines: [], botType: 'newsbot' })).toBe('NewsBot');
  });

  it('says of the threshold what it was and what it is to be', () => {
    const threshold = { of: 'bookings' as const, before: '5000.00', after: null };
    expect(subjectText({ ...approval, kind: 'threshold', amountUsd: null, lines: [], threshold })).toBe(
      'ab 5.000,00\u00a0USDT → aus',
    );
    expect(thresholdText('0.01')).toBe('ab 0,01\u00a0USDT');
  });

  it('says with what an amount counts together, where something does', () => {
    expect(thresholdSentence({ thresholdUsd: '5000.00', togetherUsd: null })).toBe(
      'Ab 5.000,00\u00a0USDT braucht es eine zweite Person',
    );
    expect(thresholdSentence({ thresholdUsd: '5000.00', togetherUsd: '5200.00' })).toBe(
      'Zusammen mit Ihren Buchungen der letzten 24\u00a0Stunden: 5.200,00\u00a0USDT, ab 5.000,00\u00a0USDT braucht es eine zweite Person',
    );
  });

  it('adds up what stands before and after', () => {
    expect(sumsOf([line, line])).toEqual({ before: 2_000_000_000n, after: 2_501_000_000n });
    expect(sumsOf([])).toBeNull();
  });
});

it('says of each admin whether they can approve, and of who is not settled yet both reasons', () => {
  const admin = { userId: '0193', email: 'admin@beispiel.de', adminField: 'all' } as const;
  const settled = { ...admin, canAct: true, tooNew: false };
  expect(secondText(settled)).toBe('kann freigeben');
  expect(secondText({ ...settled, tooNew: true })).toBe(
    'erst seit Kurzem Administrator oder wieder entsperrt',
  );
  expect(secondText({ ...settled, canAct: false, tooNew: true })).toBe(
    'gesperrt oder ohne Anmeldung in zwei Schritten',
  );
  expect(secondText({ ...settled, adminField: 'support' })).toBe('gibt nichts frei, Bereich: Support');
});

it('promises of a new threshold what it does: at once with two admins, later with one, nothing without', () => {
  expect(thresholdEffect('500.00', 'bookings', { hasSecond: true })).toMatch(/gilt sofort/);
  expect(thresholdEffect('500.00', 'bookings', { hasSecond: false })).toMatch(/gilt noch nicht/);
  for (const hasSecond of [true, false])
    expect(thresholdEffect(null, 'bookings', { hasSecond })).toMatch(/^Jeder Administrator .* allein\.$/);
  expect(thresholdEffect(null, 'deposits', { hasSecond: true })).toMatch(/jede Einzahlung allein gut\.$/);
});

describe('the two thresholds', () => {
  const rule = { hasSecond: true, thresholdUsd: '1000.00', depositThresholdUsd: '5000.00' } as FourEyes;

  it('are told apart', () => {
    expect([thresholdOf(rule, 'bookings'), thresholdOf(rule, 'deposits')]).toEqual(['1000.00', '5000.00']);
  });

  it('hold each by itself, and none without a second admin', () => {
    const none = { ...rule, depositThresholdUsd: null };
    expect([isInForce(none, 'bookings'), isInForce(none, 'deposits')]).toEqual([true, false]);
    expect(isInForce({ ...rule, hasSecond: false }, 'bookings')).toBe(false);
  });
});
