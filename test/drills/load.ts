import type { Answer, Operation } from './operations.ts';
import { createOperationsLedger, type OperationsLedger } from './operations-ledger.ts';
import type { Plan } from './plan.ts';

/**
 * Keeps `atOnce` operations under way and strikes once `strikeAfter` of them are acknowledged. Then no new ones begin but
 * `afterwards` more, or as many as it takes until the strike is over, and it waits for what is under way.
 */
export async function runUnderLoad(options: {
  plan: Plan;
  send: (operation: Operation) => Promise<Answer | null>;
  atOnce: number;
  strikeAfter: number;
  strike: () => Promise<void>;
  /** How many begin after the strike has; 0 where nobody is there to answer. */
  afterwards?: number | 'until it is over';
}): Promise<OperationsLedger> {
  const { plan, send, atOnce, strikeAfter } = options;
  const ledger = createOperationsLedger();
  const { afterwards = 0 } = options;
  let left = typeof afterwards === 'number' ? afterwards : Number.POSITIVE_INFINITY;
  let struck: Promise<void> | undefined;
  const strike = async () => {
    await options.strike();
    if (afterwards === 'until it is over') left = 0;
  };

  const work = async (): Promise<void> => {
    for (;;) {
      if (struck && left-- <= 0) return;
      const operation = plan.next();
      const entry = ledger.record(operation);
      const answer = await send(operation);
      plan.learn(operation, answer);
      if (ledger.settle(entry, answer) >= strikeAfter) struck ??= strike();
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  await struck;
  return ledger;
}
