import type { TradingRecord } from '@botdepot/contract';
import { fromWire, toWire } from '@botdepot/money';
import type { Tx } from '../../../platform/database.ts';
import { findValued } from './read-investments.ts';

type RecordRow = {
  investment_id: string;
  day: string;
  source: 'market' | 'manual';
  transfer_id: string | null;
  reason: string | null;
  daily_return_rate: number | null;
  amount_before: string;
  amount_after: string;
  profit_loss: string;
};

/**
 * The daily records of an investment, newest first, from the view `bot_trading_records`: each begins where the one
 * before it ended, the first with the initial amount, and the last ends at the investment's value.
 * Throws INVESTMENT_NOT_FOUND.
 */
export async function listTradingRecords(
  tx: Tx,
  userId: string,
  input: { id: string; page: number; pageSize: number },
): Promise<{ items: TradingRecord[]; total: number }> {
  await findValued(tx, userId, input.id);
  const { rows } = await tx.$client.query<RecordRow>({
    name: 'list-trading-records',
    text: `
      SELECT r.investment_id, to_char(r.day, 'YYYY-MM-DD') AS day, r.source, r.daily_return_rate,
             r.amount_before, r.amount_after, r.profit_loss, m.transfer_id, m.reason
      FROM bot_trading_records r
      LEFT JOIN bot_manual_records m
        ON r.source = 'manual' AND m.investment_id = r.investment_id AND m.created_at = r.recorded_at
      WHERE r.investment_id = $1
      ORDER BY r.recorded_at DESC, r.source = 'market' LIMIT $2 OFFSET $3`,
    values: [input.id, input.pageSize, (input.page - 1) * input.pageSize],
  });
  const counted = await tx.$client.query<{ total: string }>(
    'SELECT count(*) AS total FROM bot_trading_records WHERE investment_id = $1',
    [input.id],
  );
  return {
    items: rows.map((row) => ({
      investmentId: row.investment_id,
      day: row.day,
      source: row.source,
      transferId: row.transfer_id,
      reason: row.reason,
      dailyReturnRate: row.daily_return_rate,
      amountBefore: normal(row.amount_before),
      amountAfter: normal(row.amount_after),
      profitLoss: normal(row.profit_loss),
    })),
    total: Number(counted.rows[0]?.total ?? 0),
  };
}

const normal = (amount: string): string => toWire(fromWire(amount));
