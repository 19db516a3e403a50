/** How the values of a rule are called in German, each in its three cases; adjectives stand inflected and are never built. */
import type { IndicatorOperand, Operand, PriceField } from './rule.ts';

/** `dative` after „liegt über“, `accusative` after „steigt über“. */
export const CASES = ['nominative', 'dative', 'accusative'] as const;
export type Case = (typeof CASES)[number];
type Cases = readonly [nominative: string, dative: string, accusative: string];

const PRICES: Readonly<Record<PriceField, Cases>> = {
  open: ['der Eröffnungskurs', 'dem Eröffnungskurs', 'den Eröffnungskurs'],
  high: ['das Hoch', 'dem Hoch', 'das Hoch'],
  low: ['das Tief', 'dem Tief', 'das Tief'],
  close: ['der Schlusskurs', 'dem Schlusskurs', 'den Schlusskurs'],
  typical: ['der typische Kurs', 'dem typischen Kurs', 'den typischen Kurs'],
};
const HIGHEST: Readonly<Record<PriceField, Cases>> = {
  open: ['der höchste Eröffnungskurs', 'dem höchsten Eröffnungskurs', 'den höchsten Eröffnungskurs'],
  high: ['das höchste Hoch', 'dem höchsten Hoch', 'das höchste Hoch'],
  low: ['das höchste Tief', 'dem höchsten Tief', 'das höchste Tief'],
  close: ['der höchste Schlusskurs', 'dem höchsten Schlusskurs', 'den höchsten Schlusskurs'],
  typical: ['der höchste typische Kurs', 'dem höchsten typischen Kurs', 'den höchsten typischen Kurs'],
};
const LOWEST: Readonly<Record<PriceField, Cases>> = {
  open: ['der tiefste Eröffnungskurs', 'dem tiefsten Eröffnungskurs', 'den tiefsten Eröffnungskurs'],
  high: ['das tiefste Hoch', 'dem tiefsten Hoch', 'das tiefste Hoch'],
  low: ['das tiefste Tief', 'dem tiefsten Tief', 'das tiefste Tief'],
  close: ['der tiefste Schlusskurs', 'dem tiefsten Schlusskurs', 'den tiefsten Schlusskurs'],
  typical: ['der tiefste typische Kurs', 'dem tiefsten typischen Kurs', 'den tiefsten typischen Kurs'],
};
/** Of what a mean is taken, where that is not the close. */
const OF_FIELD: Readonly<Record<PriceField, string>> = {
  open: ' der Eröffnungskurse',
  high: ' der Hochs',
  low: ' der Tiefs',
  close: '',
  typical: ' der typischen Kurse',
};
const MEANS: Readonly<Record<'sma' | 'ema' | 'wma', Cases>> = {
  sma: ['der einfache Durchschnitt', 'dem einfachen Durchschnitt', 'den einfachen Durchschnitt'],
  ema: [
    'der exponentielle Durchschnitt',
    'dem exponentiellen Durchschnitt',
    'den exponentiellen Durchschnitt',
  ],
  wma: [
    'der linear gewichtete Durchschnitt',
    'dem linear gewichteten Durchschnitt',
    'den linear gewichteten Durchschnitt',
  ],
};
const MACD: Readonly<Record<'macd' | 'signal' | 'histogram', Cases>> = {
  macd: ['die MACD-Linie', 'der MACD-Linie', 'die MACD-Linie'],
  signal: ['die MACD-Signallinie', 'der MACD-Signallinie', 'die MACD-Signallinie'],
  histogram: ['das MACD-Histogramm', 'dem MACD-Histogramm', 'das MACD-Histogramm'],
};
const BOLLINGER: Readonly<Record<'upper' | 'middle' | 'lower' | 'position' | 'width', Cases>> = {
  upper: ['das obere Bollinger-Band', 'dem oberen Bollinger-Band', 'das obere Bollinger-Band'],
  middle: ['das mittlere Bollinger-Band', 'dem mittleren Bollinger-Band', 'das mittlere Bollinger-Band'],
  lower: ['das untere Bollinger-Band', 'dem unteren Bollinger-Band', 'das untere Bollinger-Band'],
  position: ['die Lage im Bollinger-Band', 'der Lage im Bollinger-Band', 'die Lage im Bollinger-Band'],
  width: [
    'die Breite des Bollinger-Bands',
    'der Breite des Bollinger-Bands',
    'die Breite des Bollinger-Bands',
  ],
};
const ADX: Readonly<Record<'adx' | 'plus' | 'minus', Cases>> = {
  adx: ['der ADX', 'dem ADX', 'den ADX'],
  plus: ['+DI', '+DI', '+DI'],
  minus: ['−DI', '−DI', '−DI'],
};
const STOCHASTIC: Readonly<Record<'k' | 'd', Cases>> = {
  k: ['%K der Stochastik', '%K der Stochastik', '%K der Stochastik'],
  d: ['%D der Stochastik', '%D der Stochastik', '%D der Stochastik'],
};
const RSI: Cases = ['der RSI', 'dem RSI', 'den RSI'];
const ATR: Cases = ['die mittlere Spanne (ATR)', 'der mittleren Spanne (ATR)', 'die mittlere Spanne (ATR)'];
const CHANGE: Cases = ['die Veränderung', 'der Veränderung', 'die Veränderung'];
const DEVIATION: Cases = ['die Standardabweichung', 'der Standardabweichung', 'die Standardabweichung'];
const Z_SCORE: Cases = ['der Z-Wert', 'dem Z-Wert', 'den Z-Wert'];
const DRAWDOWN: Cases = [
  'der Abstand zum höchsten Hoch',
  'dem Abstand zum höchsten Hoch',
  'den Abstand zum höchsten Hoch',
];

const german = new Intl.NumberFormat('de-DE', { maximumFractionDigits: 20 });
/** Every digit that there is, with a minus sign of its own. */
export const formatNumber = (value: number): string => german.format(value).replace('-', '−');

export const countBars = (bars: number): string => (bars === 1 ? '1 Kerze' : `${formatNumber(bars)} Kerzen`);
/** „seit einer Kerze“, „vor 3 Kerzen“. */
export const countBarsDative = (bars: number): string =>
  bars === 1 ? 'einer Kerze' : `${formatNumber(bars)} Kerzen`;

/** A value in one case. With „Mehr“ (bars back, factor) where it has them. */
export function operandText(operand: Operand, which: Case = 'nominative'): string {
  if (operand.kind === 'number') return formatNumber(operand.value);
  const { words, parameters } = namesOf(operand);
  const place = operand.offset === 0 ? '' : ` vor ${countBarsDative(operand.offset)}`;
  if (operand.factor === 1) return `${words[CASES.indexOf(which)]}${parameters}${place}`;
  const times = `${formatNumber(operand.factor)}-Fache`;
  const multiple = which === 'dative' ? `dem ${times}n` : `das ${times}`;
  return `${multiple} ${from(words[1])}${parameters}${place}`;
}

/** „vom Schlusskurs“, „von der MACD-Linie“, „von +DI“. */
function from(dative: string): string {
  if (dative.startsWith('dem ')) return `vom ${dative.slice(4)}`;
  return `von ${dative}`;
}

function namesOf(operand: Exclude<Operand, { kind: 'number' }>): { words: Cases; parameters: string } {
  return operand.kind === 'price'
    ? { words: PRICES[operand.field], parameters: '' }
    : { words: wordsOf(operand), parameters: parametersOf(operand) };
}

function wordsOf(operand: IndicatorOperand): Cases {
  switch (operand.indicator) {
    case 'sma':
    case 'ema':
    case 'wma':
      return MEANS[operand.indicator];
    case 'rsi':
      return RSI;
    case 'atr':
      return ATR;
    case 'macd':
      return MACD[operand.line];
    case 'bollinger':
      return BOLLINGER[operand.line];
    case 'stochastic':
      return STOCHASTIC[operand.line];
    case 'adx':
      return ADX[operand.line];
    case 'highest':
      return HIGHEST[operand.field];
    case 'lowest':
      return LOWEST[operand.field];
    case 'change':
      return CHANGE;
    case 'deviation':
      return DEVIATION;
    case 'zscore':
      return Z_SCORE;
    case 'drawdown':
      return DRAWDOWN;
  }
}

const inBrackets = (...values: number[]): string => ` (${values.map(formatNumber).join(', ')})`;

function parametersOf(operand: IndicatorOperand): string {
  switch (operand.indicator) {
    case 'macd':
      return inBrackets(operand.fast, operand.slow, operand.signal);
    case 'bollinger':
      return inBrackets(operand.bars, operand.deviations);
    case 'stochastic':
      return inBrackets(operand.bars, operand.smooth, operand.signal);
    case 'sma':
    case 'ema':
    case 'wma':
    case 'deviation':
    case 'zscore':
      return `${OF_FIELD[operand.field]} über ${countBars(operand.bars)}`;
    case 'rsi':
    case 'atr':
    case 'adx':
      return ` über ${countBars(operand.bars)}`;
    case 'highest':
    case 'lowest':
      return ` aus ${countBars(operand.bars)}`;
    case 'change':
      return ` über ${countBars(operand.bars)} in Prozent`;
    case 'drawdown':
      return ` aus ${countBars(operand.bars)} in Prozent`;
  }
}
