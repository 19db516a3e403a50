import type { RequestFacts } from '@botdepot/contract';
import { expect, test } from 'vitest';
import { standsOut } from './stands-out.ts';

const NOW = Date.parse('2026-11-24T12:00:00Z');
const before = (hours: number) => new Date(NOW - hours * 3_600_000).toISOString();
const HARMLESS: RequestFacts = {
  id: '01890000-0000-7000-8000-000000000000',
  memberSince: before(24 * 90),
  deposits: 3,
  adjustedAt: null,
  newDeviceAt: null,
  takenBackHeld: 0,
  sharers: 0,
  paidBefore: 2,
};
const of = (facts: Partial<RequestFacts>) =>
  standsOut({ ...HARMLESS, ...facts }, NOW).map((text) => text.replaceAll('\u00a0', ' '));

test('nothing does in what a customer has always done', () => {
  expect(of({})).toEqual([]);
  expect(of({ paidBefore: null })).toEqual([]);
});

test.each<[Partial<RequestFacts>, string]>([
  [{ memberSince: before(5) }, 'Konto 5 Std. alt'],
  [{ memberSince: before(24 * 2) }, 'Konto 2 Tage alt'],
  [{ paidBefore: 0 }, 'Adresse neu'],
  [{ sharers: 1 }, 'Adresse auch bei 1 anderem'],
  [{ sharers: 1_200 }, 'Adresse auch bei 1.200 anderen'],
  [{ sharers: 1, paidBefore: null }, 'Auszahlungsadresse auch bei 1 anderem'],
  [{ newDeviceAt: before(1) }, 'neues Gerät oder Netz'],
  [{ adjustedAt: before(3) }, 'von Hand gebucht vor 3 Std.'],
  [{ adjustedAt: before(24 * 3) }, 'von Hand gebucht vor 3 Tagen'],
  [{ takenBackHeld: 1 }, '1 angehaltene zurückgenommen'],
  [{ deposits: 0 }, 'noch nie eingezahlt'],
])('%o is said as „%s“', (facts, text) => {
  expect(of(facts)).toEqual([text]);
});

test('a first deposit is like any other, and a payout is not', () => {
  expect(of({ deposits: 0, paidBefore: null })).toEqual([]);
  expect(of({ deposits: 0, paidBefore: 0 })).toEqual(['Adresse neu', 'noch nie eingezahlt']);
});
