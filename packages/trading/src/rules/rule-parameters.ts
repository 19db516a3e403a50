/** Which numbers of a rule can be varied, what they are called in German, and the rule with another one in their place. */
import { canonicalJson } from './canonical.ts';
import { unitOf } from './indicator-table.ts';
import { nameOf } from './operand-names.ts';
import {
  CALENDAR_RANGES,
  type CalendarField,
  type Comparison,
  type Condition,
  childrenOf,
  type Distance,
  type IndicatorOperand,
  isGroup,
  type Leaf,
  type Operand,
  type Rule,
  SECTIONS,
  type Section,
} from './rule.ts';

type Path = readonly (string | number)[];

export interface RuleParameter {
  /** Keys and indices that lead to where it stands first, joined by points: `entryLong.all.1.right.value`. */
  readonly path: string;
  /** Every place that changes with it: an indicator is the same one wherever the rule names it. */
  readonly places: readonly Path[];
  /** German, with „…“ where the number goes. Two of a rule may be called alike, and differ in their value then. */
  readonly label: string;
  /** What it is at now. */
  readonly value: number;
  /** Bounds of the language. */
  readonly min: number;
  readonly max: number;
  /** Decimals that it may have; 0 for whole numbers. */
  readonly digits: number;
  /** By which neighbours differ, if nobody says otherwise. */
  readonly step: number;
  /** The lower, the more it says about the idea of the rule. */
  readonly rank: number;
}

/** - 0, 1: what entries and exits wait for. - 2: when positions are given up. - 3: how that is measured. - 4, 5, 6: what is rarely the question. */
type Rank = 0 | 1 | 2 | 3 | 4 | 5 | 6;

/** In the order in which they are written; no symbols, sides, lots or bars back. */
export function ruleParameters(rule: Rule): RuleParameter[] {
  const found = [
    ...SECTIONS.flatMap((section) => {
      const condition = rule[section];
      return condition === null ? [] : ofCondition(condition, [section], section);
    }),
    ...ofEndings(rule),
    ...ofSizing(rule),
  ];
  const byKey = new Map<string, RuleParameter>();
  for (const { key, place, ...parameter } of found) {
    const known = byKey.get(key);
    byKey.set(key, {
      ...(known ?? { ...parameter, path: place.join('.') }),
      places: [...(known?.places ?? []), place],
      rank: Math.min(known?.rank ?? parameter.rank, parameter.rank),
    });
  }
  return [...byKey.values()];
}

/** The rule with another number in all places of the parameter; everything else is the same object. Nothing is checked. */
export const withParameter = (rule: Rule, { places }: RuleParameter, value: number): Rule =>
  places.reduce<Rule>((changed, place) => replaced(changed, place, value) as Rule, rule);

function replaced(node: unknown, [key, ...rest]: Path, value: unknown): unknown {
  if (key === undefined) return value;
  if (Array.isArray(node))
    return node.map((item, index) => (index === key ? replaced(item, rest, value) : item));
  const object = node as Record<string, unknown>;
  return { ...object, [key]: replaced(object[key], rest, value) };
}

/** The two that say most about the idea of the rule; fewer where it has no more. */
export const tellingParameters = (parameters: readonly RuleParameter[]): RuleParameter[] =>
  parameters.toSorted((a, b) => a.rank - b.rank).slice(0, 2);

export interface ParameterRange {
  readonly from: number;
  readonly to: number;
  readonly step: number;
}

/** So many steps to both sides of what it is now, as far as the language goes. */
export function rangeAround({ value, min, max, step }: RuleParameter, steps: number): ParameterRange {
  const at = (count: number) => Math.min(max, Math.max(min, rounded(value + count * step)));
  return { from: at(-steps), to: at(steps), step };
}

/**
 * What it is now, and whole steps away from that, within the range and the bounds of the language; ascending. Nothing for a step that
 * is not positive. @param most no more values than that are made.
 */
export function parameterValues(
  { value, min, max }: RuleParameter,
  { from, to, step }: ParameterRange,
  most = 100_000,
): number[] {
  if (!(step > 0)) return [];
  const [low, high] = [Math.max(from, min), Math.min(to, max)];
  const first = Math.ceil(rounded((low - value) / step));
  const count = Math.floor(rounded((high - value) / step)) - first + 1;
  return Array.from({ length: Math.max(0, Math.min(count, most)) }, (_, index) =>
    rounded(value + (first + index) * step),
  );
}

/** The language knows six decimals; sums of steps have more, which nobody meant. */
const rounded = (value: number): number => Number(value.toFixed(6)) + 0;

interface Found extends Omit<RuleParameter, 'places' | 'path'> {
  readonly place: Path;
  /** What has the same one changes together. */
  readonly key: string;
}

interface Bounds {
  readonly min: number;
  readonly max: number;
  readonly digits: number;
  readonly step: number;
}

const found = (place: Path, label: string, value: number, rank: Rank, bounds: Bounds): Found => ({
  place,
  key: place.join('.'),
  label,
  value,
  rank,
  ...bounds,
});

const STEPS = [0.01, 0.02, 0.05, 0.1, 0.2, 0.25, 0.5, 1, 2, 2.5, 5, 10, 25, 50, 100, 250, 1000];
const WHOLE_STEPS = [1, 2, 3, 5, 10, 15, 20, 25, 50, 100, 250];

/** The largest round step that is no larger. */
const roundStep = (most: number, steps: readonly number[]): number =>
  steps.findLast((step) => step <= most * 1.01) ?? steps[0]!;

/** An eighth of the value: the field around it then goes from half of it to one and a half times. */
const whole = (value: number, min: number, max: number): Bounds => ({
  min,
  max,
  digits: 0,
  step: roundStep(value / 8, WHOLE_STEPS),
});
const decimal = (value: number, min: number, max: number, digits = 2): Bounds => ({
  min,
  max,
  digits,
  step: roundStep(value / 8, STEPS),
});

const WHEN: Readonly<Record<Section, string>> = {
  entryLong: 'beim Kauf',
  exitLong: 'beim Verkauf',
  entryShort: 'beim Leerverkauf',
  exitShort: 'beim Rückkauf',
};

const rankOf = (section: Section): Rank => (section.startsWith('entry') ? 0 : 1);

function ofCondition(node: Condition, path: Path, section: Section): Found[] {
  if (!isGroup(node)) return ofLeaf(node, path, section);
  const kind = 'all' in node ? 'all' : 'any';
  return childrenOf(node).flatMap((child, index) => ofCondition(child, [...path, kind, index], section));
}

function ofLeaf(leaf: Leaf, path: Path, section: Section): Found[] {
  if (leaf.is === 'within')
    return (['from', 'to'] as const).map((end) => {
      const [min, max] = CALENDAR_RANGES[leaf.field];
      const label = `${CALENDAR[leaf.field]} ${end === 'from' ? 'von' : 'bis'} …, ${WHEN[section]}`;
      return found([...path, end], label, leaf[end], rankOf(section), { min, max, digits: 0, step: 1 });
    });
  if ('of' in leaf) {
    const verb = leaf.is === 'rising' ? 'steigt' : 'fällt';
    const label = `${nameOf(leaf.of)} ${verb} seit … Kerzen, ${WHEN[section]}`;
    return [
      ...ofOperand(leaf.of, [...path, 'of'], 3),
      found([...path, 'bars'], label, leaf.bars, rankOf(section), whole(leaf.bars, 1, 500)),
    ];
  }
  const threshold = ofThreshold(leaf, path, section);
  // Beside a threshold it is that which is the question, not how the value is measured.
  const rank = threshold === null ? rankOf(section) : 3;
  return [
    ...ofOperand(leaf.left, [...path, 'left'], rank),
    ...ofOperand(leaf.right, [...path, 'right'], rank),
    ...(threshold === null ? [] : [threshold]),
  ];
}

const CALENDAR: Readonly<Record<CalendarField, string>> = {
  weekday: 'Wochentag (Montag ist 1)',
  hour: 'Stunde (UTC)',
  day: 'Tag des Monats',
  month: 'Monat',
};

/** A number that a value is compared with. */
function ofThreshold({ is, left, right }: Comparison, path: Path, section: Section): Found | null {
  const side = left.kind === 'number' ? 'left' : 'right';
  const [number, other] = side === 'left' ? [left, right] : [right, left];
  if (number.kind !== 'number' || other.kind === 'number') return null;
  const isAbove = (is === 'above' || is === 'crossesAbove') === (side === 'right');
  const crosses = is === 'crossesAbove' || is === 'crossesBelow';
  const verb = !crosses ? '' : isAbove ? 'steigt ' : 'fällt ';
  const label = `${nameOf(other)} ${verb}${isAbove ? 'über' : 'unter'} …, ${WHEN[section]}`;
  const unit = unitOf(other);
  const size = Math.abs(number.value);
  const step =
    unit === 'percent'
      ? roundStep(Math.max(size, 10) / 10, WHOLE_STEPS)
      : roundStep(Math.max(size, 1) / 8, STEPS);
  const bounds = { min: -1e9, max: 1e9, digits: 6, step };
  // Prices differ from market to market, so a fixed one says little.
  const rank = unit === 'percent' || unit === 'ratio' ? rankOf(section) : 6;
  return found([...path, side, 'value'], label, number.value, rank, bounds);
}

function ofOperand(operand: Operand, path: Path, rank: Rank): Found[] {
  if (operand.kind === 'number') return [];
  const multiple =
    operand.factor === 1
      ? []
      : [
          found([...path, 'factor'], `${nameOf(operand)} mal …`, operand.factor, 4, {
            min: 0.01,
            max: 100,
            digits: 4,
            step: 0.01,
          }),
        ];
  return operand.kind === 'indicator' ? [...ofIndicator(operand, path, rank), ...multiple] : multiple;
}

/** An indicator is one wherever it stands and whichever of its lines is looked at. */
function ofIndicator(operand: IndicatorOperand, path: Path, rank: Rank): Found[] {
  const { offset, factor, ...rest } = operand;
  const same = canonicalJson({ ...rest, line: null });
  const first = operand.indicator === 'change' || operand.indicator === 'drawdown' ? 1 : 2;
  const number = (key: string, label: string, value: number, bounds: Bounds): Found => ({
    ...found([...path, key], label, value, rank, bounds),
    key: `${same} ${key}`,
  });
  const name = nameOf(operand);
  switch (operand.indicator) {
    case 'macd':
      return [
        number('fast', 'MACD, kurz über … Kerzen', operand.fast, whole(operand.fast, 2, 500)),
        number('slow', 'MACD, lang über … Kerzen', operand.slow, whole(operand.slow, 2, 500)),
        {
          ...number('signal', 'MACD, Signal über … Kerzen', operand.signal, whole(operand.signal, 1, 200)),
          rank: 3,
        },
      ];
    case 'bollinger':
      return [
        number('bars', `${name} über … Kerzen`, operand.bars, whole(operand.bars, 2, 500)),
        number(
          'deviations',
          `${name} mit … Abweichungen`,
          operand.deviations,
          decimal(operand.deviations, 0.5, 5),
        ),
      ];
    case 'stochastic':
      return [
        number('bars', `${name} über … Kerzen`, operand.bars, whole(operand.bars, 2, 500)),
        {
          ...number(
            'smooth',
            `${name}, Glättung über … Kerzen`,
            operand.smooth,
            whole(operand.smooth, 1, 200),
          ),
          rank: 3,
        },
        {
          ...number('signal', `${name}, Signal über … Kerzen`, operand.signal, whole(operand.signal, 1, 200)),
          rank: 3,
        },
      ];
    case 'highest':
    case 'lowest':
    case 'drawdown':
      return [number('bars', `${name} aus … Kerzen`, operand.bars, whole(operand.bars, first, 500))];
    default:
      return [number('bars', `${name} über … Kerzen`, operand.bars, whole(operand.bars, first, 500))];
  }
}

function ofEndings({ stop, target, trailing, maxBars, cooldownBars }: Rule): Found[] {
  const distance = (key: 'stop' | 'target' | 'trailing', label: string, of: Distance | null): Found[] => {
    if (of === null) return [];
    const [unit, max] = of.unit === 'percent' ? ['%', 50] : ['ATR', 20];
    return [found([key, 'value'], `${label} … ${unit}`, of.value, 2, decimal(of.value, 0.1, max))];
  };
  return [
    ...distance('stop', 'Stopp bei', stop),
    ...distance('target', 'Ziel bei', target),
    ...distance('trailing', 'Nachgezogener Stopp bei', trailing),
    ...(maxBars === null
      ? []
      : [found(['maxBars'], 'Höchstens … Kerzen halten', maxBars, 2, whole(maxBars, 1, 2000))]),
    ...(cooldownBars === 0
      ? []
      : [found(['cooldownBars'], 'Pause von … Kerzen', cooldownBars, 4, whole(cooldownBars, 0, 500))]),
  ];
}

function ofSizing({ sizing, maxPositions, leverage, symbols }: Rule): Found[] {
  const { by, percent } = sizing;
  const size =
    by === 'share'
      ? found(['sizing', 'percent'], '… % je Position', percent, 5, decimal(percent, 1, 300))
      : found(['sizing', 'percent'], '… % Risiko je Position', percent, 5, decimal(percent, 0.1, 5));
  return [
    size,
    ...(symbols.length === 1
      ? []
      : [
          found(['maxPositions'], 'Höchstens … Positionen', maxPositions, 5, {
            min: 1,
            max: 20,
            digits: 0,
            step: 1,
          }),
        ]),
    ...(leverage === 1
      ? []
      : [found(['leverage'], 'Höchstens …-facher Hebel', leverage, 5, decimal(leverage, 1, 3))]),
  ];
}
