import type { ReconciliationArea, ReconciliationResult } from '@botdepot/contract';
import { fromWire, toWire } from '@botdepot/money';
import type { Tx } from '../../../platform/database.ts';
import { type Invariant, measureInvariant, VIOLATIONS_COUNTED } from '../../wallet/index.ts';

/** What a check found; see the contract for the fields. `sample` holds ids, numbers and states only. */
export type Finding = Pick<
  ReconciliationResult,
  'compared' | 'total' | 'difference' | 'violations' | 'violationsAtLeast' | 'sample'
>;

/** One thing that must hold, looked at in one snapshot of the database. */
export type Check = Pick<ReconciliationResult, 'name' | 'area' | 'description' | 'what'> & {
  /** @param signal where it is aborted, a check that consists of many short statements ends between two of them. */
  run(tx: Tx, signal: AbortSignal): Promise<Finding>;
};

export function checkOf(area: ReconciliationArea, invariant: Invariant): Check {
  const { name, description, figures } = invariant;
  return {
    name,
    area,
    description,
    what: figures.what,
    run: async (tx) => {
      const { violations, sample, compared, total, difference } = await measureInvariant(tx, invariant);
      return {
        compared,
        total: amountOf(total),
        difference: amountOf(difference),
        violations: Math.min(violations, VIOLATIONS_COUNTED),
        violationsAtLeast: violations > VIOLATIONS_COUNTED,
        sample,
      };
    },
  };
}

const amountOf = (text: string | null): string | null => (text === null ? null : toWire(fromWire(text)));
