import type { Micros } from '@botdepot/money';
import type { Tx } from '../../../platform/database.ts';
import { listPayouts } from '../../wallet/index.ts';

/**
 * What a selection pays out beside each of its withdrawals to the same customer: to one customer it counts as one sum, so
 * that it cannot be split, whatever the order of its rows. Whatever the first try of a command has paid out counts when it
 * is repeated.
 */
export async function readPayoutsBesides(
  tx: Tx,
  ids: readonly string[],
  adminId: string,
): Promise<Map<string, Micros>> {
  const rows = await listPayouts(tx, ids, adminId);
  const sums = new Map<string, Micros>();
  for (const { userId, amountUsd } of rows) sums.set(userId, (sums.get(userId) ?? 0n) + amountUsd);
  return new Map(rows.map(({ id, userId, amountUsd }) => [id, (sums.get(userId) ?? 0n) - amountUsd]));
}
