import type { Tx } from '../../../platform/database.ts';

/**
 * Gives the correction that was just booked the next number and returns it. Corrections are numbered one after the other,
 * so the table is locked until the transaction ends. A sequence would leave gaps: reviews try corrections out and take them
 * back.
 */
export async function numberCorrection(tx: Tx, transferId: string): Promise<number> {
  await tx.$client.query('LOCK TABLE wallet_corrections IN SHARE ROW EXCLUSIVE MODE');
  const { rows } = await tx.$client.query<{ number: string }>(
    `INSERT INTO wallet_corrections (transfer_id, number)
     SELECT $1, coalesce(max(number), 1000) + 1 FROM wallet_corrections RETURNING number`,
    [transferId],
  );
  const [row] = rows;
  if (!row) throw new Error('a correction without a number');
  return Number(row.number);
}

/** The short numbers of these bookings; what is no correction is missing in the map. */
export async function readCorrectionNumbers(
  tx: Tx,
  transferIds: readonly string[],
): Promise<Map<string, number>> {
  if (transferIds.length === 0) return new Map();
  const { rows } = await tx.$client.query<{ transfer_id: string; number: string }>(
    'SELECT transfer_id, number FROM wallet_corrections WHERE transfer_id = ANY($1::uuid[])',
    [transferIds],
  );
  return new Map(rows.map((row) => [row.transfer_id, Number(row.number)]));
}
