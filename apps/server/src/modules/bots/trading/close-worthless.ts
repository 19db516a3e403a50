import { systemActor, type WorkRunner } from '../../../platform/work.ts';
import { findWorthlessInvestment } from '../investments/investment.store.ts';
import { closeInvestment } from '../investments/stop-bot.ts';

/**
 * Ends what is still active in portfolios that were used up, one investment per transaction: worth 0, with a notification.
 * It may be interrupted at any point and is simply repeated; a customer who stops at the same time gets the same.
 * @param signal stops between two investments.
 */
export async function closeWorthless(runWork: WorkRunner, signal: AbortSignal): Promise<number> {
  for (let closed = 0; ; closed++) {
    if (signal.aborted) return closed;
    const found = await runWork(systemActor('close-worthless'), async (work) => {
      const id = await findWorthlessInvestment(work.tx);
      if (id !== undefined) await closeInvestment(work, id);
      return id;
    });
    if (found === undefined) return closed;
  }
}
