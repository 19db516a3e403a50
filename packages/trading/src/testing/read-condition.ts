import { CASES, type Case, operandText } from '../rules/operand-words.ts';
import type { Condition, IndicatorOperand, Leaf, Operand, PriceField } from '../rules/rule.ts';
import { MONTHS, WEEKDAYS } from '../rules/sentences.ts';

/**
 * Reads the German of a condition back, for the test that no two conditions are told alike: everything that was said is compared with
 * every value that can be said.
 */
export function readCondition(text: string): Condition {
  const [, which, rest = ''] = /^(gilt|alles zutrifft|eines zutrifft): (.*)$/.exec(text) ?? [];
  if (which === 'gilt') return readLeaf(rest);
  const children = splitList(rest).map(readNode);
  return which === 'alles zutrifft' ? { all: children } : { any: children };
}

function readNode(text: string): Condition {
  const [, which, rest = ''] = /^(alles davon|mindestens eines davon) trifft zu \((.*)\)$/.exec(text) ?? [];
  if (which === undefined) return readLeaf(text);
  const children = splitList(rest).map(readNode);
  return which === 'alles davon' ? { all: children } : { any: children };
}

/** At semicolons that stand in no bracket. */
function splitList(text: string): string[] {
  const parts = [''];
  let depth = 0;
  for (const part of text.split(/(?=[();])|(?<=[();])/)) {
    if (part === '(') depth++;
    if (part === ')') depth--;
    if (part === ';' && depth === 0) parts.push('');
    else parts.push((parts.pop() ?? '') + part);
  }
  return parts.map((part) => part.trim());
}

const COMPARISONS = [
  [' liegt über ', 'above', 'dative'],
  [' liegt unter ', 'below', 'dative'],
  [' steigt über ', 'crossesAbove', 'accusative'],
  [' fällt unter ', 'crossesBelow', 'accusative'],
] as const;

function readLeaf(text: string): Leaf {
  for (const [verb, is, which] of COMPARISONS) {
    const at = text.indexOf(verb);
    if (at > 0)
      return {
        is,
        left: readOperand(text.slice(0, at), 'nominative'),
        right: readOperand(text.slice(at + verb.length), which),
      };
  }
  const trend = /^(.*) (steigt|fällt) seit (.*)$/.exec(text);
  if (trend)
    return {
      is: trend[2] === 'steigt' ? 'rising' : 'falling',
      of: readOperand(trend[1] ?? '', 'nominative'),
      bars: readBars(trend[3] ?? ''),
    };
  return readCalendar(text);
}

function readCalendar(text: string): Leaf {
  const hour = /^die Kerze beginnt (?:um (\d+)|zwischen (\d+) und (\d+)) Uhr \(UTC\)$/.exec(text);
  if (hour) return within('hour', Number(hour[1] ?? hour[2]), Number(hour[1] ?? hour[3]));
  const day = /^es ist der (\d+)\.(?: bis (\d+)\.)? des Monats$/.exec(text);
  if (day) return within('day', Number(day[1]), Number(day[2] ?? day[1]));
  const [, first = '', last = first] = /^es ist (\p{L}+)(?: bis (\p{L}+))?$/u.exec(text) ?? [];
  const names: readonly string[] = (WEEKDAYS as readonly string[]).includes(first) ? WEEKDAYS : MONTHS;
  if (!names.includes(first) || !names.includes(last)) throw new Error(`not understood: ${text}`);
  return within(names === WEEKDAYS ? 'weekday' : 'month', names.indexOf(first) + 1, names.indexOf(last) + 1);
}

const within = (field: 'weekday' | 'hour' | 'day' | 'month', from: number, to: number): Leaf => ({
  is: 'within',
  field,
  from,
  to,
});

const readNumber = (text: string): number =>
  Number(text.replaceAll('.', '').replace(',', '.').replace('−', '-'));
const readBars = (text: string): number =>
  text === 'einer Kerze' ? 1 : readNumber(text.replace(' Kerzen', ''));

const FIELDS: readonly PriceField[] = ['open', 'high', 'low', 'close', 'typical'];
const plain = { offset: 0, factor: 1 };
/** Every kind of value once, with numbers by which their places are known. */
const KINDS: readonly Operand[] = [
  ...FIELDS.map((field): Operand => ({ kind: 'price', field, ...plain })),
  ...FIELDS.flatMap((field) =>
    (['sma', 'ema', 'wma', 'highest', 'lowest', 'deviation', 'zscore'] as const).map(
      (indicator): Operand => ({ kind: 'indicator', indicator, bars: 111, field, ...plain }),
    ),
  ),
  ...(['rsi', 'atr', 'change', 'drawdown'] as const).map(
    (indicator): Operand => ({ kind: 'indicator', indicator, bars: 111, ...plain }),
  ),
  ...(['adx', 'plus', 'minus'] as const).map(
    (line): Operand => ({ kind: 'indicator', indicator: 'adx', bars: 111, line, ...plain }),
  ),
  ...(['macd', 'signal', 'histogram'] as const).map(
    (line): Operand => ({
      kind: 'indicator',
      indicator: 'macd',
      fast: 111,
      slow: 222,
      signal: 333,
      line,
      ...plain,
    }),
  ),
  ...(['upper', 'middle', 'lower', 'position', 'width'] as const).map(
    (line): Operand => ({
      kind: 'indicator',
      indicator: 'bollinger',
      bars: 111,
      deviations: 222,
      line,
      ...plain,
    }),
  ),
  ...(['k', 'd'] as const).map(
    (line): Operand => ({
      kind: 'indicator',
      indicator: 'stochastic',
      bars: 111,
      smooth: 222,
      signal: 333,
      line,
      ...plain,
    }),
  ),
];
const PLACES: Partial<Record<IndicatorOperand['indicator'], readonly string[]>> = {
  macd: ['fast', 'slow', 'signal'],
  bollinger: ['bars', 'deviations'],
  stochastic: ['bars', 'smooth', 'signal'],
};

const patterns = KINDS.flatMap((kind) =>
  CASES.map((which) => ({ kind, which, pattern: patternOf(operandText(kind, which)) })),
);

function patternOf(text: string): RegExp {
  const escaped = text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  // One bar is said without a plural.
  const counted = escaped.replace('111 Kerzen', '(1 Kerze|[\\d.]+ Kerzen)');
  return new RegExp(`^${counted.replace(/111|222|333/g, '([\\d.,]+)')}$`, 'u');
}

function readOperand(text: string, which: Case): Operand {
  const multiple = /^(?:das|dem) ([\d.,]+)-Fachen? (vom|von der|von) (.*)$/.exec(text);
  const factor = multiple ? readNumber(multiple[1] ?? '') : 1;
  const article = multiple?.[2] === 'vom' ? 'dem ' : multiple?.[2] === 'von der' ? 'der ' : '';
  const whole = multiple ? article + multiple[3] : text;
  const back = / vor (einer Kerze|[\d.]+ Kerzen)$/.exec(whole);
  const named = back ? whole.slice(0, back.index) : whole;
  const offset = back ? readBars(back[1] ?? '') : 0;
  const found = patterns.flatMap(({ kind, which: own, pattern }) => {
    const match = own === (multiple ? 'dative' : which) ? pattern.exec(named) : null;
    return match ? [withNumbers(kind, match.slice(1), offset, factor)] : [];
  });
  if (found.length > 1) throw new Error(`two meanings: ${text}`);
  const [only] = found;
  if (only) return only;
  if (/^−?[\d.,]+$/.test(text)) return { kind: 'number', value: readNumber(text) };
  throw new Error(`not understood: ${text}`);
}

function withNumbers(kind: Operand, numbers: readonly string[], offset: number, factor: number): Operand {
  if (kind.kind !== 'indicator') return { ...kind, offset, factor } as Operand;
  const places = PLACES[kind.indicator] ?? ['bars'];
  const values = numbers.map((text) =>
    /Kerze/.test(text) ? readNumber(text.replace(/ Kerzen?/, '')) : readNumber(text),
  );
  return {
    ...kind,
    ...Object.fromEntries(places.map((place, index) => [place, values[index]])),
    offset,
    factor,
  } as Operand;
}
