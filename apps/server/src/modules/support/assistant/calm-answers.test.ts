import { aheadText } from '@botdepot/contract';
import { describe, expect, it } from 'vitest';
import { calmly } from './calm-answers.ts';
import type { CustomerFacts } from './customer-facts.ts';
import { feelingOf } from './feelings.ts';
import { durationText } from './german.ts';

describe('a feeling', () => {
  it.each([
    ['Ihr seid Betrüger', 'anger'],
    ['Das ist doch alles scheiße hier', 'anger'],
    ['so eine FRECHHEIT!!!', 'anger'],
    ['Ich zeige euch an', 'anger'],
    ['warum antwortet hier keiner', 'anger'],
    ['das ist Betrug', 'anger'],
    ['Ich habe Angst um mein Geld', 'worry'],
    ['ich kann nicht mehr schlafen', 'worry'],
    ['ich warte seit 3 Tagen auf mein Geld', 'waiting'],
    ['seit gestern warte ich', 'waiting'],
  ])('is heard in „%s“: %s', (message, feeling) => {
    expect(feelingOf(message)?.feeling).toBe(feeling);
  });

  it.each([
    'Ist das Betrug?',
    'Wie lange muss ich warten?',
    'Die Anzeige stimmt nicht',
    'Ich warte auf meine Einzahlung',
    'Kann ich alles verlieren?',
    'Wo bleibt meine Auszahlung?',
    'Keine Sorge, alles gut',
    'Was ist ein Drawdown?',
    'Wie lösche ich mein Konto?',
  ])('is not read into „%s“', (message) => {
    expect(feelingOf(message)).toBeUndefined();
  });
});

describe('how long something waits', () => {
  it.each([
    [20_000, 'weniger als einer Minute'],
    [60_000, 'einer Minute'],
    [65 * 60_000, 'einer Stunde und 5\u00a0Minuten'],
    [26 * 3_600_000, 'einem Tag und 2\u00a0Stunden'],
    [74 * 3_600_000 + 59_000, '3\u00a0Tagen und 2\u00a0Stunden'],
    [72 * 3_600_000, '3\u00a0Tagen'],
  ])('%i ms are „seit %s“', (ms, text) => {
    expect(durationText(ms)).toBe(text);
  });
});

it('the line is counted in people', () => {
  expect([1, 2, 3].map(aheadText)).toEqual([
    'Vor Ihnen wartet niemand.',
    'Vor Ihnen wartet eine Person.',
    'Vor Ihnen warten 2\u00a0Personen.',
  ]);
});

it('of many open requests the oldest are named and the others counted', () => {
  const now = new Date('2026-03-02T12:00:00Z');
  const deposits = Array.from({ length: 6 }, (_, n) => ({
    reference: `E-${n}`,
    amountUsd: '10.000000',
    createdAt: new Date(now.getTime() - (n + 1) * 60_000).toISOString(),
  }));
  // Only what the answer reads.
  const facts = { deposits, withdrawals: [] } as unknown as CustomerFacts;
  const { message } = calmly('anger')(facts, now);
  expect(message.match(/E-\d/g)).toEqual(['E-5', 'E-4', 'E-3', 'E-2']);
  expect(message).toMatch(/Dazu kommen 2\sweitere Anträge\.$/);
});
