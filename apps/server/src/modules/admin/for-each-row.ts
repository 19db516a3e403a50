import type { ErrorCode } from '@botdepot/contract';
import type { CommandContext } from '../../platform/api.ts';
import { domainErrorOf } from '../../platform/failure.ts';
import { rowKey } from './row-key.ts';

/** What came of one row of a bulk command. */
export type RowOutcome<T> = { id: string } & (
  | { ok: true; result: T }
  | { ok: false; code: ErrorCode; data: unknown }
);

/**
 * Runs a command for each row of a selection, one after the other, each under a key of its own: a row that fails stops no
 * other, and a repeated command does what is missing and nothing twice. Throws IDEMPOTENCY_KEY_REQUIRED before the first.
 */
export async function forEachRow<T>(
  context: CommandContext,
  ids: readonly string[],
  run: (row: CommandContext, id: string) => Promise<T>,
): Promise<RowOutcome<T>[]> {
  const rows = ids.map((id) => ({ id, idempotencyKey: rowKey(context.idempotencyKey, id) }));
  const outcomes: RowOutcome<T>[] = [];
  for (const { id, idempotencyKey } of rows) {
    try {
      outcomes.push({ id, ok: true, result: await run({ ...context, idempotencyKey }, id) });
    } catch (error) {
      const { code, data } = domainErrorOf(error, context);
      outcomes.push({ id, ok: false, code, data });
    }
  }
  return outcomes;
}
