import type { Tx } from '../../../platform/database.ts';
import { manualTradingRecords } from '../bots.schema.ts';

export async function insertManualRecord(
  tx: Tx,
  values: typeof manualTradingRecords.$inferInsert,
): Promise<void> {
  await tx.insert(manualTradingRecords).values(values);
}
