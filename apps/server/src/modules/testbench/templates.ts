import type { RuleTemplate } from '@botdepot/contract';

const MARKETS = ['EUR/USD', 'SPX500', 'GOLD'];
const average = (bars: number) => ({ kind: 'indicator', indicator: 'sma', bars });
const close = { kind: 'price', field: 'close' };
const number = (value: number) => ({ kind: 'number', value });
/** Over two bars, as Connors and Alvarez have it (Short Term Trading Strategies That Work, 2009): over 14 it falls below 30 once in years here. */
const rsi = { kind: 'indicator', indicator: 'rsi', bars: 2 };
/** A third of the capital in each of the three. */
const THIRDS = { sizing: { by: 'share', percent: 33 }, maxPositions: 3 };
const daily = { ruleVersion: 1, symbols: MARKETS, interval: '1d', side: 'long' };

/** Well-known rules to begin with; none of them promises anything. A test reads each of them. */
export const TEMPLATES: readonly RuleTemplate[] = [
  {
    key: 'moving-average-cross',
    name: 'Durchschnitte kreuzen',
    line: 'Kauft, wenn der kurze Durchschnitt über den langen steigt, und verkauft, wenn er darunter fällt.',
    rule: {
      ...daily,
      entryLong: { is: 'crossesAbove', left: average(20), right: average(100) },
      exitLong: { is: 'crossesBelow', left: average(20), right: average(100) },
      ...THIRDS,
    },
  },
  {
    key: 'breakout',
    name: 'Ausbruch',
    line: 'Kauft, wenn der Kurs über das Hoch der letzten 20 Tage steigt, und verkauft unter dem Tief der letzten 10.',
    rule: {
      ...daily,
      entryLong: {
        is: 'above',
        left: close,
        right: { kind: 'indicator', indicator: 'highest', bars: 20, offset: 1 },
      },
      exitLong: {
        is: 'below',
        left: close,
        right: { kind: 'indicator', indicator: 'lowest', bars: 10, offset: 1 },
      },
      stop: { unit: 'atr', value: 3 },
      ...THIRDS,
    },
  },
  {
    key: 'mean-reversion',
    name: 'Rückkehr zum Mittel',
    line: 'Kauft nach starken Rückgängen in einem steigenden Markt und verkauft, wenn sich der Kurs erholt hat.',
    rule: {
      ...daily,
      entryLong: {
        all: [
          { is: 'above', left: close, right: average(200) },
          { is: 'below', left: rsi, right: number(10) },
        ],
      },
      exitLong: { is: 'above', left: close, right: average(5) },
      stop: { unit: 'percent', value: 5 },
      maxBars: 20,
      ...THIRDS,
    },
  },
  {
    key: 'turn-of-month',
    name: 'Monatswechsel',
    line: 'Hält die Märkte nur um den Monatswechsel, vom 26. bis zum 3.',
    rule: {
      ...daily,
      entryLong: { is: 'within', field: 'day', from: 26, to: 3 },
      exitLong: { is: 'within', field: 'day', from: 4, to: 25 },
      ...THIRDS,
    },
  },
  {
    key: 'buy-and-hold',
    name: 'Kaufen und halten',
    line: 'Kauft am Anfang zu gleichen Teilen und verkauft nie, als Vergleich für alle anderen Regeln.',
    rule: {
      ...daily,
      entryLong: { is: 'above', left: close, right: number(0) },
      ...THIRDS,
    },
  },
];
