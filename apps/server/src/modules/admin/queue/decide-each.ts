import type { DecisionOutcome } from '@botdepot/contract';
import { ORPCError } from '@orpc/server';
import { answerOf } from '../../../platform/api.ts';
import { rowKey } from '../row-key.ts';
import type { CommandContext } from './decide-request.ts';

type Decided<T> = { items: (DecisionOutcome & ({ ok: true; result: T } | { ok: false }))[] };

/**
 * Decides on each request of a selection, one after the other, each in a transaction and under a key of its own: a row
 * that fails stops no other, and a repeated command decides what is missing and nothing twice.
 */
export async function decideEach<T>(
  context: CommandContext,
  ids: readonly string[],
  decide: (row: CommandContext, id: string) => Promise<T>,
): Promise<Decided<T>> {
  const rows = ids.map((id) => ({ id, key: rowKey(context.idempotencyKey, id) }));
  const items: Decided<T>['items'] = [];
  for (const { id, key } of rows) {
    try {
      items.push({ id, ok: true, result: await decide({ ...context, idempotencyKey: key }, id) });
    } catch (error) {
      const answer = answerOf(error, context);
      const { code, data } = answer instanceof ORPCError ? answer : { code: 'INTERNAL', data: undefined };
      items.push({ id, ok: false, code, data });
    }
  }
  return { items };
}
