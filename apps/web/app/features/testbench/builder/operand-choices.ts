import type { IndicatorOperand, Operand, PriceField } from '@botdepot/trading/browser';

/** What a value can be, in the words of a list; each with what it is at first. */
export interface OperandChoice {
  readonly value: string;
  readonly label: string;
  /** In one plain sentence. */
  readonly explanation: string;
  readonly operand: Operand;
}

const PLACE = { offset: 0, factor: 1 } as const;

const price = (field: PriceField, label: string, explanation: string): OperandChoice => ({
  value: `price.${field}`,
  label,
  explanation,
  operand: { kind: 'price', field, ...PLACE },
});
type Bare = IndicatorOperand extends infer One
  ? One extends unknown
    ? Omit<One, 'kind' | 'offset' | 'factor'>
    : never
  : never;
const indicator = (value: string, label: string, explanation: string, bare: Bare): OperandChoice => ({
  value,
  label,
  explanation,
  operand: { kind: 'indicator', ...bare, ...PLACE } as IndicatorOperand,
});

export const OPERAND_GROUPS: readonly { label: string; choices: readonly OperandChoice[] }[] = [
  {
    label: 'Kurse',
    choices: [
      price('close', 'Schlusskurs', 'Der letzte Kurs der Kerze.'),
      price('open', 'Eröffnungskurs', 'Der erste Kurs der Kerze.'),
      price('high', 'Hoch', 'Der höchste Kurs der Kerze.'),
      price('low', 'Tief', 'Der tiefste Kurs der Kerze.'),
      price('typical', 'Typischer Kurs', 'Die Mitte aus Hoch, Tief und Schlusskurs.'),
    ],
  },
  {
    label: 'Feste Zahl',
    choices: [
      {
        value: 'number',
        label: 'Zahl',
        explanation: 'Eine Schwelle, die sich nicht ändert.',
        operand: { kind: 'number', value: 50 },
      },
    ],
  },
  {
    label: 'Durchschnitte',
    choices: [
      indicator(
        'sma',
        'Einfacher Durchschnitt',
        'Der mittlere Kurs der letzten Kerzen; jede zählt gleich viel.',
        { indicator: 'sma', bars: 50, field: 'close' },
      ),
      indicator(
        'ema',
        'Exponentieller Durchschnitt',
        'Ein Durchschnitt, in dem neue Kerzen mehr zählen als alte.',
        { indicator: 'ema', bars: 50, field: 'close' },
      ),
      indicator(
        'wma',
        'Linear gewichteter Durchschnitt',
        'Ein Durchschnitt, in dem das Gewicht zur neuesten Kerze hin gleichmäßig wächst.',
        { indicator: 'wma', bars: 50, field: 'close' },
      ),
    ],
  },
  {
    label: 'Höchste und tiefste Kurse',
    choices: [
      indicator('highest', 'Höchster Kurs', 'Der höchste Kurs der letzten Kerzen, diese eingeschlossen.', {
        indicator: 'highest',
        bars: 20,
        field: 'high',
      }),
      indicator('lowest', 'Tiefster Kurs', 'Der tiefste Kurs der letzten Kerzen, diese eingeschlossen.', {
        indicator: 'lowest',
        bars: 20,
        field: 'low',
      }),
      indicator(
        'drawdown',
        'Abstand zum höchsten Hoch',
        'Wie viel Prozent der Kurs unter seinem höchsten Hoch der letzten Kerzen liegt, als Zahl unter null.',
        { indicator: 'drawdown', bars: 50 },
      ),
    ],
  },
  {
    label: 'Schwung',
    choices: [
      indicator(
        'rsi',
        'RSI',
        'Von 0 bis 100: wie stark der Kurs zuletzt stieg. Unter 30 gilt als stark gefallen, über 70 als stark gestiegen.',
        { indicator: 'rsi', bars: 14 },
      ),
      indicator(
        'stochastic.k',
        '%K der Stochastik',
        'Von 0 bis 100: wo der Kurs zwischen Tief und Hoch der letzten Kerzen steht, geglättet.',
        { indicator: 'stochastic', bars: 14, smooth: 3, signal: 3, line: 'k' },
      ),
      indicator('stochastic.d', '%D der Stochastik', 'Der Durchschnitt von %K.', {
        indicator: 'stochastic',
        bars: 14,
        smooth: 3,
        signal: 3,
        line: 'd',
      }),
      indicator('macd.macd', 'MACD-Linie', 'Ein kurzer exponentieller Durchschnitt minus ein langer.', {
        indicator: 'macd',
        fast: 12,
        slow: 26,
        signal: 9,
        line: 'macd',
      }),
      indicator('macd.signal', 'MACD-Signallinie', 'Der Durchschnitt der MACD-Linie.', {
        indicator: 'macd',
        fast: 12,
        slow: 26,
        signal: 9,
        line: 'signal',
      }),
      indicator('macd.histogram', 'MACD-Histogramm', 'MACD-Linie minus Signallinie.', {
        indicator: 'macd',
        fast: 12,
        slow: 26,
        signal: 9,
        line: 'histogram',
      }),
      indicator(
        'change',
        'Veränderung in Prozent',
        'Wie viel Prozent der Kurs gegenüber einer früheren Kerze gewonnen oder verloren hat.',
        { indicator: 'change', bars: 20 },
      ),
    ],
  },
  {
    label: 'Spanne und Abstand',
    choices: [
      indicator('atr', 'Mittlere Spanne (ATR)', 'Wie weit der Kurs je Kerze im Mittel schwankt.', {
        indicator: 'atr',
        bars: 14,
      }),
      indicator('deviation', 'Standardabweichung', 'Wie weit die Kurse um ihren Durchschnitt streuen.', {
        indicator: 'deviation',
        bars: 20,
        field: 'close',
      }),
      indicator(
        'zscore',
        'Z-Wert',
        'Wie viele Standardabweichungen der Kurs über oder unter seinem Durchschnitt liegt.',
        { indicator: 'zscore', bars: 20, field: 'close' },
      ),
      indicator(
        'bollinger.upper',
        'Oberes Bollinger-Band',
        'Durchschnitt plus ein Vielfaches der Standardabweichung.',
        { indicator: 'bollinger', bars: 20, deviations: 2, line: 'upper' },
      ),
      indicator('bollinger.middle', 'Mittleres Bollinger-Band', 'Der Durchschnitt zwischen den Bändern.', {
        indicator: 'bollinger',
        bars: 20,
        deviations: 2,
        line: 'middle',
      }),
      indicator(
        'bollinger.lower',
        'Unteres Bollinger-Band',
        'Durchschnitt minus ein Vielfaches der Standardabweichung.',
        { indicator: 'bollinger', bars: 20, deviations: 2, line: 'lower' },
      ),
      indicator('bollinger.position', 'Lage im Bollinger-Band', '0 am unteren Band, 1 am oberen.', {
        indicator: 'bollinger',
        bars: 20,
        deviations: 2,
        line: 'position',
      }),
      indicator(
        'bollinger.width',
        'Breite des Bollinger-Bands',
        'Abstand der Bänder, geteilt durch ihre Mitte.',
        { indicator: 'bollinger', bars: 20, deviations: 2, line: 'width' },
      ),
    ],
  },
  {
    label: 'Stärke des Trends',
    choices: [
      indicator('adx.adx', 'ADX', 'Von 0 bis 100: wie ausgeprägt ein Trend ist, gleich in welche Richtung.', {
        indicator: 'adx',
        bars: 14,
        line: 'adx',
      }),
      indicator('adx.plus', '+DI', 'Von 0 bis 100: die Kraft nach oben.', {
        indicator: 'adx',
        bars: 14,
        line: 'plus',
      }),
      indicator('adx.minus', '−DI', 'Von 0 bis 100: die Kraft nach unten.', {
        indicator: 'adx',
        bars: 14,
        line: 'minus',
      }),
    ],
  },
];

const CHOICES = OPERAND_GROUPS.flatMap(({ choices }) => choices);

export function choiceOf(operand: Operand): OperandChoice {
  const value =
    operand.kind === 'number'
      ? 'number'
      : operand.kind === 'price'
        ? `price.${operand.field}`
        : 'line' in operand
          ? `${operand.indicator}.${operand.line}`
          : operand.indicator;
  return CHOICES.find((choice) => choice.value === value) ?? CHOICES[0]!;
}

/** Another value in its place; what both have, like the number of candles, stays. */
export function operandFor(value: string, before: Operand): Operand {
  const choice = CHOICES.find((one) => one.value === value);
  if (choice === undefined) return before;
  const { operand } = choice;
  const kept = Object.entries(before).filter(
    ([key]) => key in operand && !['kind', 'indicator', 'line', 'field', 'value'].includes(key),
  );
  return { ...operand, ...Object.fromEntries(kept) } as Operand;
}

export interface NumberRange {
  readonly label: string;
  readonly min: number;
  readonly max: number;
  readonly step: number;
  /** Decimals that may be typed. */
  readonly digits: number;
  readonly unit?: string;
}

const whole = (label: string, min: number, max: number, unit?: string): NumberRange => ({
  label,
  min,
  max,
  step: 1,
  digits: 0,
  ...(unit === undefined ? {} : { unit }),
});

/** The numbers of an operand that can be changed, with their bounds (table A.2 of the language). */
export function numbersOf(operand: Operand): { key: string; range: NumberRange }[] {
  if (operand.kind !== 'indicator') return [];
  const fromOne = operand.indicator === 'change' || operand.indicator === 'drawdown';
  const ranges: Record<string, NumberRange> = {
    bars: whole('Kerzen', fromOne ? 1 : 2, 500),
    fast: whole('Kerzen kurz', 2, 500),
    slow: whole('Kerzen lang', 2, 500),
    smooth: whole('Glättung', 1, 200),
    signal: whole('Signal', 1, 200),
    deviations: { label: 'Abweichungen', min: 0.5, max: 5, step: 0.5, digits: 2 },
  };
  return Object.keys(ranges)
    .filter((key) => key in operand)
    .map((key) => ({ key, range: ranges[key]! }));
}

export const OFFSET: NumberRange = whole('Kerzen zurück', 0, 500);
export const FACTOR: NumberRange = { label: 'Mal', min: 0.01, max: 100, step: 0.01, digits: 4 };
export const THRESHOLD: NumberRange = { label: 'Zahl', min: -1e9, max: 1e9, step: 1, digits: 6 };

export const FIELDS: readonly { value: PriceField; label: string }[] = [
  { value: 'close', label: 'Schlusskurse' },
  { value: 'open', label: 'Eröffnungskurse' },
  { value: 'high', label: 'Hochs' },
  { value: 'low', label: 'Tiefs' },
  { value: 'typical', label: 'Typische Kurse' },
];
