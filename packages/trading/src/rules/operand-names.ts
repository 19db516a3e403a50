/** How the values of a rule are called in German where they head a list or a field; sentences use `operandText`. */
import type { IndicatorOperand, Operand, PriceField } from './rule.ts';

const PRICES: Readonly<Record<PriceField, string>> = {
  open: 'Eröffnungskurs',
  high: 'Hoch',
  low: 'Tief',
  close: 'Schlusskurs',
  typical: 'Typischer Kurs',
};
const HIGHEST: Readonly<Record<PriceField, string>> = {
  open: 'Höchster Eröffnungskurs',
  high: 'Höchstes Hoch',
  low: 'Höchstes Tief',
  close: 'Höchster Schlusskurs',
  typical: 'Höchster typischer Kurs',
};
const LOWEST: Readonly<Record<PriceField, string>> = {
  open: 'Tiefster Eröffnungskurs',
  high: 'Tiefstes Hoch',
  low: 'Tiefstes Tief',
  close: 'Tiefster Schlusskurs',
  typical: 'Tiefster typischer Kurs',
};
const NAMES: Readonly<Record<Exclude<IndicatorOperand['indicator'], 'highest' | 'lowest'>, string>> = {
  sma: 'Einfacher Durchschnitt',
  ema: 'Exponentieller Durchschnitt',
  wma: 'Gewichteter Durchschnitt',
  rsi: 'RSI',
  atr: 'Mittlere Spanne (ATR)',
  macd: 'MACD',
  bollinger: 'Bollinger-Band',
  stochastic: 'Stochastik',
  adx: 'ADX',
  change: 'Veränderung',
  deviation: 'Standardabweichung',
  zscore: 'Z-Wert',
  drawdown: 'Abstand zum höchsten Hoch',
};

/** Without an article and without its numbers. */
export function nameOf(operand: Operand): string {
  if (operand.kind === 'number') return 'Zahl';
  if (operand.kind === 'price') return PRICES[operand.field];
  if (operand.indicator === 'highest') return HIGHEST[operand.field];
  if (operand.indicator === 'lowest') return LOWEST[operand.field];
  return NAMES[operand.indicator];
}
