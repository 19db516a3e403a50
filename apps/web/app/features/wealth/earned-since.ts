import type { WealthHistory } from '@botdepot/contract';
import { fromWire, type Micros } from '@botdepot/money';

/**
 * What a period earned up to now: everything that neither came in nor went out. The answer tells how the period began, the
 * newest tick how it ends, so that every figure on a page is of the same moment.
 */
export function earnedSince({ sum }: Pick<WealthHistory, 'sum'>, wealth: Micros): Micros {
  const { start, deposits, withdrawals, corrections } = sum;
  return [start, deposits, withdrawals, corrections]
    .map(fromWire)
    .reduce((rest, part) => rest - part, wealth);
}
