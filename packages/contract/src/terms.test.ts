import { formatAmount, fromWire } from '@botdepot/money';
import { describe, expect, it, test } from 'vitest';
import { BOT_COST_RULES, BOTS, FEES, TRADING_COSTS } from './catalogue.ts';
import { ENGLISH_WORDS, findTerm, TERMS, type TermId } from './terms.ts';

const texts = TERMS.flatMap(({ id, word, also, meaning, example }) =>
  [word, ...also, meaning, example].map((text) => ({ id, text })),
);
const repeated = (all: readonly string[]) => all.filter((one, at) => all.indexOf(one) !== at);

test('there are forty terms at least, each found by its id', () => {
  expect(TERMS.length).toBeGreaterThanOrEqual(40);
  expect(repeated(TERMS.map(({ id }) => id))).toEqual([]);
  for (const term of TERMS) {
    expect(term.id).toMatch(/^[a-z]+(-[a-z]+)*$/);
    expect(findTerm(term.id as TermId)).toBe(term);
  }
});

test('a word means one thing', () => {
  const words = TERMS.flatMap(({ word, also }) => [word, ...also].map((one) => one.toLowerCase()));
  expect(repeated(words)).toEqual([]);
});

test('what is called English stands there', () => {
  const also = new Set(TERMS.flatMap((term) => term.also));
  expect([...ENGLISH_WORDS].filter((word) => !also.has(word))).toEqual([]);
});

test('they stand in the order of the German alphabet', () => {
  const words = TERMS.map(({ word }) => word);
  expect(words).toEqual(words.toSorted(new Intl.Collator('de').compare));
  expect(words.indexOf('Übliches Versprechen')).toBeLessThan(words.indexOf('Unrealisiert'));
});

test.each(TERMS)('$word is explained in two sentences, with an example in USDT', ({ meaning, example }) => {
  // A sentence ends where the next one begins; the point of an abbreviation or of a figure would count as well.
  expect(meaning.match(/[.!?](?=\s|$)/g), meaning).toHaveLength(2);
  expect(meaning).toMatch(/^[A-ZÄÖÜ].*\.$/);
  expect(example).toMatch(/\d,\d\d\u00a0USDT/);
  expect(example).toMatch(/^.*\.$/);
});

test('figures and their units stay together, and no hyphen is a minus', () => {
  for (const { id, text } of texts) {
    expect(text, id).not.toMatch(/\d (%|USDT|USD|bp|Tage|Fällen)/);
    expect(text, id).not.toMatch(/(^|\s)-\d|"|\s-\s| {2}|!/);
  }
});

test('nothing is promised, and only the record names the third bot in public', () => {
  for (const { id, text } of texts) {
    expect(text, id).not.toMatch(
      /garant|risikofrei|risikolos|todsicher|sichere[rnms]? |passives|schnell reich/i,
    );
    expect(text, id).not.toContain(BOTS.newsbot.name);
  }
});

describe('the figures of the examples', () => {
  const example = (id: TermId) => findTerm(id).example;
  const amount = (value: number) => `${formatAmount(fromWire(value.toFixed(2)))}\u00a0USDT`;
  const ratio = (value: number) => value.toFixed(2).replace('.', ',');
  const percent = (fraction: number) => `${Math.round(fraction * 100)}\u00a0%`;
  const { crypto } = TRADING_COSTS;
  const bps = (points: number) => amount((1000 * points) / 10_000);

  it.each<[TermId, string]>([
    ['share', `${500 / 1.25} Anteile`],
    ['nav', amount(500 * 1.08)],
    ['fill', amount(0.5 * 60_000)],
    ['calmar', ratio((1100 / 1000 - 1) / 0.2)],
    ['expectancy', amount((30 - 12 - 6) / 3)],
    ['strike', amount(300 * 1.02)],
    ['long', amount(400 * 0.05)],
    ['short', amount(400 * 0.05)],
    ['round-trip', amount(520 - 500 - 2)],
    ['drawdown', percent(1 - 900 / 1200)],
    ['leverage', amount(300 * 0.1)],
    ['interval', `${amount(1000 * 0.98)} bis ${amount(1000 * 1.08)}`],
    ['buy-and-hold', amount(1090 - 1060)],
    ['cost-factor', amount(2 * 40)],
    ['manual-return', amount(150 * 0.02)],
    ['portfolio', amount(5000 * 1.03)],
    ['position', percent(250 / 1000)],
    ['profit-factor', ratio(300 / 200)],
    ['realised', amount(300 - 285)],
    ['unrealised', amount(312 - 300)],
    ['return', percent(260 / 250 - 1)],
    ['cagr', percent((1210 / 1000) ** (1 / 2) - 1)],
    ['reserved', amount(800 - 300)],
    ['backtest', amount(1070 - 1000)],
    ['protection', amount(1000 * 0.95)],
    ['volatility', amount(1000 * 0.1)],
    ['sharpe', ratio(80 / 1000 / 0.1)],
    ['sortino', ratio(60 / 1000 / 0.04)],
    ['spread', amount((100.06 - 100) / 2)],
    ['sqn', ratio(Math.sqrt(25) * (4 / 10))],
    ['stop', amount(100 - 90)],
    ['win-rate', percent(1 / 4)],
    ['win-rate', amount(3 * -10 + 50)],
    ['wallet', amount(1000 - 400)],
    ['time-weighted', percent(110 / 100 - 1)],
    ['atr', amount(100 - 2 * 2)],
    ['moving-average', amount((98 + 100 + 105) / 3)],
    ['rsi', String((100 * 3) / (3 + 1))],
    ['fee', bps(crypto.feeBps)],
    ['slippage', bps(crypto.slippageBps)],
    ['trading-costs', bps(crypto.feeBps + crypto.halfSpreadBps + crypto.slippageBps)],
    ['financing', amount(1000 * crypto.financingPerYear)],
  ])('of %s add up to %s', (id, result) => expect(example(id)).toContain(result));

  it('of the usual promise are what compound interest makes of it', () => {
    expect(1000 * 1.005 ** 365).toBeGreaterThan(6000);
  });

  it('are those of a bot without rules of its own, and its deposits are free', () => {
    expect(BOT_COST_RULES.smartbot).toEqual({ financed: false, slippageFactor: 1 });
    expect(FEES.deposit).toBe(0n);
  });
});
