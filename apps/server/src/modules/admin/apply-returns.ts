import type { ManualReturnOutcome } from '@botdepot/contract';
import { ORPCError } from '@orpc/server';
import type { Logger } from 'pino';
import { answerOf, moneyCommand, type SignedIn } from '../../platform/api.ts';
import type { WorkRunner } from '../../platform/work.ts';
import { applyReturn } from '../bots/index.ts';
import { rowKey } from './row-key.ts';

type Context = { actor: SignedIn; idempotencyKey: string | undefined; requestId: string; log: Logger };
type Booking = { percent: string; reason: string };

/** Books a return on one investment, once per key. */
export function applyOneReturn(
  runWork: WorkRunner,
  context: Context,
  input: Booking & { investmentId: string },
) {
  return moneyCommand(runWork, context, 'admin.applyReturn', input, (work) => applyReturn(work, input));
}

/**
 * Books a return on each investment of a selection, one after the other, each in a transaction and under a key of its
 * own: a row that fails stops no other, and a repeated command books what is missing and nothing twice.
 */
export async function applyReturns(
  runWork: WorkRunner,
  context: Context,
  input: Booking & { investmentIds: string[] },
): Promise<{ items: ManualReturnOutcome[] }> {
  const { investmentIds, percent, reason } = input;
  const keys = investmentIds.map((id) => rowKey(context.idempotencyKey, id));
  const items: ManualReturnOutcome[] = [];
  for (const [index, investmentId] of investmentIds.entries()) {
    const row = { ...context, idempotencyKey: keys[index] };
    try {
      const result = await applyOneReturn(runWork, row, { investmentId, percent, reason });
      items.push({ investmentId, ok: true, result });
    } catch (error) {
      const answer = answerOf(error, context);
      const { code, data } = answer instanceof ORPCError ? answer : { code: 'INTERNAL', data: undefined };
      items.push({ investmentId, ok: false, code, data });
    }
  }
  return { items };
}
