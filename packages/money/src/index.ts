export {
  floorToCent,
  fromWire,
  MICROS_PER_CENT,
  type Micros,
  minAmount,
  toWire,
} from './amount.ts';
export { formatAmount, inUsd, inUsdt, MINUS } from './format-amount.ts';
export * from './format-range.ts';
export { type AmountProblem, parseAmount } from './parse-amount.ts';
export * from './units.ts';
