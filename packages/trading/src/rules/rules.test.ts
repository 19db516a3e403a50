import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import reference from '../testing/bench-rules.json' with { type: 'json' };
import { randomRule } from '../testing/random-rule.ts';
import { readCondition } from '../testing/read-condition.ts';
import { saidOtherwise } from '../testing/said-otherwise.ts';
import { canonicalRule, ruleText } from './canonical.ts';
import { reachOf, warmUpBarsOf } from './indicator-table.ts';
import { neverExits, parseRule } from './parse-rule.ts';
import { isGroup, type Operand, type Rule, SECTIONS } from './rule.ts';
import { ruleSentences, SECTION_VERBS } from './sentences.ts';

const hashOf = (rule: Rule): string => createHash('sha256').update(ruleText(rule)).digest('hex');

function read(input: unknown): Rule {
  const { rule, problems } = parseRule(input);
  if (rule === null) throw new Error(JSON.stringify(problems));
  return rule;
}

const BASE = {
  ruleVersion: 1,
  symbols: ['BTC/USD'],
  interval: '1h',
  side: 'long',
  entryLong: { is: 'rising', of: { kind: 'price', field: 'close' }, bars: 2 },
  sizing: { by: 'share', percent: 50 },
};
const close = { kind: 'price', field: 'close' };
const sma = (bars: number) => ({ kind: 'indicator', indicator: 'sma', bars });
const above = (left: object, right: object) => ({ is: 'above', left, right });

describe('the rules of the reference', () => {
  it.each(Object.entries(reference.bots))('%s', (_name, bot) => {
    const rule = read(bot.rule);
    expect(hashOf(rule)).toBe(bot.ruleHash);
    expect(ruleSentences(rule)).toEqual(bot.sentences);
    if ('warmUpBars' in bot) expect(warmUpBarsOf(rule)).toBe(bot.warmUpBars);
  });

  it.each(reference.indicators.series)(
    'its value is first defined at bar $firstDefined',
    ({ operand, firstDefined }) => {
      const rule = read({ ...BASE, entryLong: { is: 'rising', of: operand, bars: 1 } });
      if (isGroup(rule.entryLong) || !('of' in rule.entryLong)) throw new Error('no trend');
      expect(reachOf(rule.entryLong.of).first).toBe(firstDefined);
    },
  );
});

describe('the canonical form', () => {
  it('is its own canonical form, and the same for what is said otherwise', () => {
    fc.assert(
      fc.property(randomRule, (rule) => {
        const canonical = canonicalRule(rule);
        expect(canonicalRule(canonical)).toEqual(canonical);
        expect(ruleText(saidOtherwise(rule))).toBe(ruleText(rule));
        expect(ruleText({ ...rule, cooldownBars: rule.cooldownBars + 1 })).not.toBe(ruleText(rule));
      }),
      { numRuns: 500 },
    );
  });

  it('is read as it is written', () => {
    fc.assert(
      fc.property(randomRule, (rule) => {
        const canonical = canonicalRule(rule);
        expect(parseRule(JSON.parse(JSON.stringify(canonical))).rule).toEqual(canonical);
      }),
      { numRuns: 300 },
    );
  });
});

describe('the sentences', () => {
  it('say each rule so that it can be read back, without a gap', () => readBack(2_000));
  it('say 10,000 rules so', { tags: ['long'], timeout: 600_000 }, () => readBack(10_000));
});

function readBack(rules: number): void {
  fc.assert(
    fc.property(randomRule, (rule) => {
      const sentences = ruleSentences(rule);
      for (const sentence of sentences) {
        expect(sentence).toMatch(/^\p{Lu}.*\.$/u);
        expect(sentence).not.toMatch(/ {2}|undefined|NaN|\b(?:der|die|das|dem|den) (?:über|aus|vor|liegt)\b/);
      }
      for (const section of SECTIONS) {
        const begins = `${SECTION_VERBS[section]}, sobald `;
        const said = sentences.find((sentence) => sentence.startsWith(begins));
        expect(said && readCondition(said.slice(begins.length, -1))).toEqual(rule[section] ?? undefined);
      }
    }),
    { numRuns: rules },
  );
}

describe('what is wrong is named at its place', () => {
  const problemsOf = (change: object) =>
    parseRule({ ...BASE, ...change }).problems.map(
      ({ code, path, text }) => `${code} ${path.join('.')}: ${text}`,
    );

  it.each<[string, object, string]>([
    [
      'a number as text',
      { sizing: { by: 'share', percent: '50' } },
      'RULE_INVALID sizing.percent: muss eine Zahl sein',
    ],
    ['NaN', { maxBars: Number.NaN }, 'RULE_INVALID maxBars: muss eine Zahl sein'],
    ['an infinity', { leverage: Number.POSITIVE_INFINITY }, 'RULE_INVALID leverage: muss eine Zahl sein'],
    ['something missing', { sizing: undefined }, 'RULE_INVALID sizing: fehlt'],
    ['an unknown key', { stopp: 3 }, 'RULE_INVALID : gibt es hier nicht: stopp'],
    ['no symbol', { symbols: [] }, 'RULE_INVALID symbols: mindestens 1 Eintrag'],
    ['two equal symbols', { symbols: ['GOLD', 'GOLD'] }, 'RULE_INVALID symbols: GOLD steht zweimal da'],
    [
      'a fault deep inside',
      { entryLong: { all: [{ any: [above(close, sma(1))] }] } },
      'RULE_INVALID entryLong.all.0.any.0.right.bars: mindestens 2',
    ],
    [
      'seven decimals',
      { entryLong: above(close, { kind: 'number', value: 0.1234567 }) },
      'RULE_INVALID entryLong.right.value: höchstens 6 Nachkommastellen',
    ],
    [
      'two numbers',
      { entryLong: above({ kind: 'number', value: 1 }, { kind: 'number', value: 2 }) },
      'RULE_INVALID entryLong: zwei feste Zahlen ergeben immer dasselbe',
    ],
    [
      'units that differ',
      { entryLong: above(close, { kind: 'indicator', indicator: 'rsi' }) },
      'RULE_UNITS_DIFFER entryLong: Der Schlusskurs und der RSI über 14 Kerzen lassen sich nicht vergleichen.',
    ],
    [
      'hours of days',
      { interval: '1d', entryLong: { is: 'within', field: 'hour', from: 1, to: 2 } },
      'RULE_INVALID entryLong.field: Stunden gibt es nur auf Stundenkerzen',
    ],
    [
      'an hour 24',
      { entryLong: { is: 'within', field: 'hour', from: 1, to: 24 } },
      'RULE_INVALID entryLong.to: von 0 bis 23',
    ],
    [
      'risk without a stop',
      { sizing: { by: 'risk', percent: 1 } },
      'RULE_INVALID stop: der Stopp fehlt, denn die Größe hängt vom Risiko bis zu ihm ab',
    ],
    [
      'a short side that is missing',
      { side: 'both' },
      'RULE_INVALID entryShort: der Einstieg auf fallende Kurse fehlt, obwohl auf beiden Seiten gehandelt wird',
    ],
    [
      'a warm-up beyond the history',
      {
        entryLong: above(
          { kind: 'indicator', indicator: 'adx', bars: 300, line: 'adx' },
          { kind: 'number', value: 20 },
        ),
      },
      'RULE_WARM_UP_TOO_LONG : Diese Regel braucht 4.800 Kerzen Vorlauf, höchstens 4.000 sind möglich.',
    ],
    [
      'too many conditions',
      {
        entryLong: { all: Array.from({ length: 20 }, () => above(close, sma(5))) },
        exitLong: { any: Array.from({ length: 5 }, () => above(close, sma(5))) },
      },
      'RULE_TOO_LARGE : Zu viel für eine Regel: höchstens 24 Bedingungen.',
    ],
    [
      'groups too deep',
      { entryLong: { all: [{ any: [{ all: [{ any: [above(close, sma(5))] }] }] }] } },
      'RULE_TOO_LARGE entryLong.all.0.any.0.all.0: Zu viel für eine Regel: höchstens 3 Ebenen von Gruppen.',
    ],
  ])('%s', (_what, change, problem) => {
    expect(problemsOf(change)).toContain(problem);
  });

  it('nothing is nested or long without end, and nothing but a rule is one', () => {
    let deep: object = above(close, sma(5));
    for (let level = 0; level < 1_000; level++) deep = { all: [deep] };
    expect(problemsOf({ entryLong: deep })).toEqual([
      'RULE_TOO_LARGE : Zu viel für eine Regel: höchstens 3 Ebenen von Gruppen.',
    ]);
    expect(problemsOf({ name: 'x'.repeat(17_000) })).toEqual([
      'RULE_TOO_LARGE : Zu viel für eine Regel: höchstens 16.384 Bytes.',
    ]);
    for (const input of [undefined, null, 'x', 1, [], JSON.parse('{"__proto__":{"ruleVersion":1}}')])
      expect(parseRule(input).rule).toBeNull();
  });

  it('whether nothing ends a position is said, and allowed', () => {
    const endless = read(BASE);
    expect(neverExits(endless)).toBe(true);
    expect(neverExits({ ...endless, stop: { unit: 'percent', value: 3 } })).toBe(false);
    expect(neverExits({ ...endless, side: 'both', entryShort: endless.entryLong })).toBe(false);
  });

  it('−0 is 0', () => {
    const value = (number: number): Operand => {
      const rule = read({
        ...BASE,
        entryLong: above(
          { kind: 'indicator', indicator: 'change', bars: 3 },
          { kind: 'number', value: number },
        ),
      });
      if (!('right' in rule.entryLong)) throw new Error('no comparison');
      return rule.entryLong.right;
    };
    expect(Object.is(value(-0), value(0)) || JSON.stringify(value(-0)) === JSON.stringify(value(0))).toBe(
      true,
    );
    expect(value(-0)).toEqual({ kind: 'number', value: 0 });
  });
});
