import { decimalsOf, type InvestmentFill, type TradingRecord } from '@botdepot/contract';
import { FIXED12_ONE, fixed12FromText, fromWire, toWire } from '@botdepot/money';
import type { Tx } from '../../../platform/database.ts';
import { FILL_REASONS } from '../protocol/explain.ts';
import { readSealedRange } from '../track-record/sealed-records.ts';
import { fineAmount } from './investment.ts';
import { findValued } from './read-investments.ts';

type FillRow = {
  id: string;
  nav_seq: string;
  filled_at: Date;
  symbol: string;
  side: 'buy' | 'sell';
  quantity: number;
  price: number;
  fee: number;
  spread: number;
  slippage: number;
  reason: keyof typeof FILL_REASONS;
  units: string;
  total: string;
};

/**
 * The units that bore a fill `f`: what was held when it came into the NAV. Where units changed within a minute, its fills count for
 * what was held before or after, as the price of that moment had them (`filled`): so the costs of all fills add up to those of the
 * investment's breakdown.
 */
const UNITS = `
  SELECT coalesce(sum(e.units), 0) AS units FROM bot_unit_entries e
  WHERE e.investment_id = $4 AND e.nav_seq < f.nav_seq AND NOT (
    e.nav_seq + 1 = f.nav_seq AND e.filled ? f.symbol AND (e.filled ->> f.symbol)::int >= (
      SELECT count(*) FROM bot_fills same WHERE same.portfolio_id = f.portfolio_id AND same.nav_seq = f.nav_seq
        AND same.symbol = f.symbol AND same.sequence <= f.sequence))`;

/**
 * The fills behind an investment's value, newest first, each scaled to the units that bore it.
 *
 * @param input `day`: a UTC day, `2026-11-18`; only the fills behind the record of that day.
 * Throws INVESTMENT_NOT_FOUND.
 */
export async function listFills(
  tx: Tx,
  userId: string,
  input: { id: string; page: number; pageSize: number; day?: string | undefined },
): Promise<{ items: InvestmentFill[]; total: number }> {
  const { row, fromSeq, toSeq } = await findValued(tx, userId, input.id);
  const day = input.day === undefined ? undefined : await seqsOfDay(tx, row.portfolioId, input.day);
  // In the minute in which it was stopped, fills may have come before.
  const last = toSeq === null ? Number.MAX_SAFE_INTEGER : toSeq + 1;
  const range = [
    row.portfolioId,
    Math.max(fromSeq, day?.after ?? fromSeq),
    Math.min(last, day?.upTo ?? last),
    row.id,
  ];
  const WHERE = 'f.portfolio_id = $1 AND f.nav_seq > $2 AND f.nav_seq <= $3';
  const { rows } = await tx.$client.query<FillRow>({
    name: 'list-investment-fills',
    text: `
      SELECT f.id, f.nav_seq, f.filled_at, f.symbol, f.side, f.quantity, f.price, f.reason,
             f.fee, f.spread, f.slippage, u.units
      FROM bot_fills f CROSS JOIN LATERAL (${UNITS}) u
      WHERE ${WHERE} AND u.units > 0
      ORDER BY f.nav_seq DESC, f.sequence DESC LIMIT $5 OFFSET $6`,
    values: [...range, input.pageSize, (input.page - 1) * input.pageSize],
  });
  // Only in its first and last minute may it not have borne all.
  const counted = await tx.$client.query<{ total: string }>({
    name: 'count-investment-fills',
    text: `
      SELECT count(*) AS total FROM bot_fills f
      WHERE ${WHERE} AND (f.nav_seq <> $5 AND f.nav_seq <> $6 OR (${UNITS}) > 0)`,
    values: [...range, fromSeq + 1, last],
  });
  const sealed = await readSealedRange(tx, row.portfolioId);
  const isSealed = (seq: number) => sealed !== null && seq > sealed.afterSeq && seq <= sealed.upToSeq;
  return {
    items: rows.map((fill) => present(fill, isSealed(Number(fill.nav_seq)))),
    total: Number(counted.rows[0]?.total ?? 0),
  };
}

/**
 * The strikes of a UTC day: after the last one at or before its midnight, up to the last one at or before the next. A strike
 * at midnight closes the day that is over, as its record does.
 */
async function seqsOfDay(tx: Tx, portfolioId: string, day: string): Promise<{ after: number; upTo: number }> {
  const { rows } = await tx.$client.query<{ after: string | null; up_to: string | null }>(
    `SELECT (SELECT seq FROM bot_nav WHERE portfolio_id = $1 AND at <= midnight ORDER BY at DESC LIMIT 1) AS after,
            (SELECT seq FROM bot_nav WHERE portfolio_id = $1 AND at <= midnight + interval '24 hours'
             ORDER BY at DESC LIMIT 1) AS up_to
     FROM (SELECT $2::date::timestamp AT TIME ZONE 'UTC' AS midnight) of_day`,
    [portfolioId, day],
  );
  return { after: Number(rows[0]?.after ?? 0), upTo: Number(rows[0]?.up_to ?? 0) };
}

function present(row: FillRow, sealed: boolean): InvestmentFill {
  const units = fixed12FromText(row.units);
  return {
    id: row.id,
    at: row.filled_at.toISOString(),
    symbol: row.symbol,
    side: row.side,
    quantity: quantityText(Number(row.units) * row.quantity),
    price: priceText(row.symbol, row.price),
    costs: toWire(fineAmount(units, row.fee + row.spread + row.slippage)),
    fee: toWire(fineAmount(units, row.fee)),
    spread: toWire(fineAmount(units, row.spread)),
    slippage: toWire(fineAmount(units, row.slippage)),
    value: toWire(fineAmount(units, row.quantity * row.price)),
    reason: FILL_REASONS[row.reason],
    sealed,
  };
}

/** Two decimals more than the market shows, since spread and slippage are parts of its smallest step. */
function priceText(symbol: string, price: number): string {
  return price.toFixed(decimalsOf(symbol) + 2);
}

/** Eight significant digits as a plain decimal: quantities range from parts of a coin to thousands of units. */
function quantityText(quantity: number): string {
  if (quantity === 0) return '0';
  const decimals = Math.min(12, Math.max(0, 7 - Math.floor(Math.log10(Math.abs(quantity)))));
  const fixed = quantity.toFixed(decimals);
  return decimals === 0 ? fixed : fixed.replace(/\.?0+$/, '');
}

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
