import { expect, test } from 'vitest';
import { type DecisionFacts, flipText } from './decision-reason.tsx';

const decision = (changes: Partial<DecisionFacts>): DecisionFacts => ({
  at: 0,
  close: 11_912,
  ordered: 'entry',
  lines: [],
  below: null,
  above: null,
  missing: null,
  ...changes,
});

test.each([
  [
    { below: { price: 11_812, ordered: null }, above: { price: 12_111.005, ordered: null } },
    'Ab 11.812,00 abwärts und ab 12.111,005 aufwärts wäre keine Position eröffnet worden.',
  ],
  [
    { ordered: 'exit', above: { price: 12_278.5, ordered: null } },
    'Bei einem Schlusskurs von 12.278,50 oder mehr wäre die Position geblieben.',
  ],
  [
    {
      ordered: 'exit',
      below: { price: 11_000, ordered: 'reverse' },
      above: { price: 12_000, ordered: null },
    },
    'Ab 11.000,00 abwärts wäre die Position gedreht worden, ab 12.000,00 aufwärts wäre die Position geblieben.',
  ],
  [
    { ordered: 'exit', below: { price: 97.97, ordered: 'stop' }, above: { price: 100.8, ordered: null } },
    'Ab 97,97 abwärts hätte der Stopp die Position beendet, ab 100,80 aufwärts wäre die Position geblieben.',
  ],
  [{ missing: 'no-price' }, 'Ein um bis zu 20 % anderer Schlusskurs hätte daran nichts geändert.'],
  [{ ordered: 'time', missing: 'not-price' }, 'Hier entschied die Haltedauer, nicht der Kurs.'],
  [
    { missing: 'other-run' },
    'Ab welchem Kurs es anders gekommen wäre, lässt sich hier nicht sagen: Auf ganzen Kerzen nachgerechnet hätte der Bot schon vorher anders gehandelt.',
  ],
  [{ ordered: null }, 'Mit den heutigen Kursen wäre das anders: Sie haben sich seither geändert.'],
] as const)('%o', (changes, text) => {
  expect(flipText(decision(changes), 2)).toBe(text);
});
