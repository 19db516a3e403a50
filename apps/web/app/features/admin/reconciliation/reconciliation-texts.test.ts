import type { ReconciliationResult } from '@botdepot/contract';
import { expect, test } from 'vitest';
import {
  comparedText,
  differenceText,
  durationText,
  sampleFacts,
  totalText,
  triggerText,
  violationsText,
} from './reconciliation-texts.ts';

const result: ReconciliationResult = {
  name: 'entries-sum-to-zero',
  area: 'ledger',
  description: 'Alle Buchungszeilen zusammen ergeben 0.',
  what: 'Buchungszeilen',
  compared: 12_345,
  total: '1000000.00',
  difference: '-0.000001',
  violations: 1,
  violationsAtLeast: false,
  sample: [],
  durationMs: 12,
};

test('a sum reads like every amount, a difference keeps every decimal, and what has none shows a dash', () => {
  expect(comparedText(result)).toBe('Buchungszeilen:\u00a012.345');
  // One of them needs no singular.
  expect(comparedText({ ...result, what: 'Töpfe', compared: 1 })).toBe('Töpfe:\u00a01');
  expect(totalText(result.total)).toBe('1.000.000,00');
  expect(totalText('19554.263310')).toBe('19.554,26');
  expect(differenceText(result.difference)).toBe('−0,000001');
  expect(totalText(null)).toBe('–');
  expect(differenceText(null)).toBe('–');
});

test.each([
  [1, false, 'ein Fall'],
  [3, false, '3 Fälle'],
  [1_000, true, 'mehr als 1.000 Fälle'],
])('%i cases, more of them: %s, are „%s“', (violations, violationsAtLeast, text) => {
  expect(violationsText({ ...result, violations, violationsAtLeast })).toBe(text);
});

test.each([
  [840, '0,8\u00a0s'],
  [59_940, '59,9\u00a0s'],
  [125_000, '2\u00a0Min. 05\u00a0s'],
])('%i ms are „%s“', (ms, text) => {
  expect(durationText(ms)).toBe(text);
});

test.each([
  ['2026-07-01T01:00:12.000Z', 'Nächtlich'],
  ['2026-01-10T02:40:00.000Z', 'Nächtlich'],
  ['2026-07-01T10:05:00.000Z', 'Nachgeholt für die Nacht'],
  ['2026-01-10T03:00:00.000Z', 'Nachgeholt für die Nacht'],
])('a run of the night that began at %s is called „%s“', (startedAt, text) => {
  expect(triggerText({ trigger: 'nightly', requestedBy: null, startedAt })).toBe(text);
});

test('a broken case is said in German as far as there are words', () => {
  expect(sampleFacts('audit-chain', { seq: 17, position: null, kind: 'inserted' })).toEqual([
    { label: 'Zeile', value: '17' },
    { label: 'Befund', value: 'Zeile ohne Siegel zwischen versiegelten' },
  ]);
  expect(sampleFacts('x', { usd_balance: '1000253.500000', nav: '1.000000000001' })).toEqual([
    { label: 'Gespeicherter Stand', value: '1.000.253,50' },
    { label: 'Anteilswert', value: '1.000000000001' },
  ]);
  expect(sampleFacts('x', { kind: 'content', odd_column: { a: 1 } })).toEqual([
    { label: 'Art', value: 'content' },
    { label: 'odd_column', value: '{"a":1}' },
  ]);
});
