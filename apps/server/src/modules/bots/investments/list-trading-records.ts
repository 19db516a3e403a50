import type { TradingRecord } from '@botdepot/contract';
import { FIXED12_ONE, fromWire, toWire } from '@botdepot/money';
import type { Tx } from '../../../platform/database.ts';
import { fineAmount } from './fine-amount.ts';
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
  recorded_at: Date;
  /** Since the start. */
  financing: number;
};

/**
 * The daily records of an investment, newest first, from the view `bot_trading_records`: each begins where the one
 * before it ended, the first with the initial amount, and the last ends at the investment's value. One row more than the page
 * is read, because it begins where the one before it ended.
 * Throws INVESTMENT_NOT_FOUND.
 */
export async function listTradingRecords(
  tx: Tx,
  userId: string,
  input: { id: string; page: number; pageSize: number },
): Promise<{ items: TradingRecord[]; total: number }> {
  const { row: investment } = await findValued(tx, userId, input.id);
  const { rows } = await tx.$client.query<RecordRow>({
    name: 'list-trading-records',
    text: `
      SELECT page.*, held.units * known.financing - held.before AS financing
      FROM (
        SELECT r.investment_id, to_char(r.day, 'YYYY-MM-DD') AS day, r.source, r.daily_return_rate,
               r.amount_before, r.amount_after, r.profit_loss, r.recorded_at, m.transfer_id, m.reason
        FROM bot_trading_records r
        LEFT JOIN bot_manual_records m
          ON r.source = 'manual' AND m.investment_id = r.investment_id AND m.created_at = r.recorded_at
        WHERE r.investment_id = $1
        ORDER BY r.recorded_at DESC, r.source = 'market' LIMIT $3 + 1 OFFSET $4
      ) page
      CROSS JOIN LATERAL (
        SELECT sum(e.units)::float8 AS units, sum(e.units * (e.figures ->> 'financing')::numeric)::float8 AS before
        FROM bot_unit_entries e WHERE e.investment_id = $1 AND e.created_at <= page.recorded_at
      ) held
      CROSS JOIN LATERAL (
        SELECT financing FROM (
          (SELECT n.at, n.financing FROM bot_nav n WHERE n.portfolio_id = $2 AND n.at <= page.recorded_at
           ORDER BY n.at DESC LIMIT 1)
          UNION ALL
          (SELECT e.created_at, (e.figures ->> 'financing')::float8 FROM bot_unit_entries e
           WHERE e.investment_id = $1 AND e.created_at <= page.recorded_at ORDER BY e.seq DESC LIMIT 1)
          UNION ALL
          SELECT t.at, (t.figures ->> 'financing')::float8 FROM bot_ticks t
          WHERE t.portfolio_id = $2 AND t.at <= page.recorded_at
        ) marks ORDER BY at DESC LIMIT 1
      ) known
      ORDER BY page.recorded_at DESC, page.source = 'market'`,
    values: [input.id, investment.portfolioId, input.pageSize, (input.page - 1) * input.pageSize],
  });
  const counted = await tx.$client.query<{ total: string }>(
    'SELECT count(*) AS total FROM bot_trading_records WHERE investment_id = $1',
    [input.id],
  );
  return {
    items: rows.slice(0, input.pageSize).map((row, index) => ({
      investmentId: row.investment_id,
      day: row.day,
      source: row.source,
      from: (rows[index + 1]?.recorded_at ?? investment.startedAt).toISOString(),
      transferId: row.transfer_id,
      reason: row.reason,
      dailyReturnRate: row.daily_return_rate,
      amountBefore: normal(row.amount_before),
      amountAfter: normal(row.amount_after),
      profitLoss: normal(row.profit_loss),
      financing: toWire(fineAmount(FIXED12_ONE, row.financing - (rows[index + 1]?.financing ?? 0))),
    })),
    total: Number(counted.rows[0]?.total ?? 0),
  };
}

const normal = (amount: string): string => toWire(fromWire(amount));
