import type { Database } from '../../src/platform/database.ts';

/** Everything about the bots that must not depend on when their process was killed. */
export async function readOutcome(database: Database) {
  return {
    fills: await rowsOf(
      database,
      `SELECT bar_at, nav_seq, sequence, filled_at, symbol, side, quantity, price, fee, financing, realised, reason,
         decision FROM bot_fills ORDER BY bar_at, sequence`,
    ),
    nav: await rowsOf(database, 'SELECT * FROM bot_nav ORDER BY seq').then(withoutPortfolio),
    protocol: await rowsOf(
      database,
      'SELECT bar_at, sequence, at, kind, symbol, title, text, until, data FROM bot_protocol ORDER BY bar_at, sequence',
    ),
    portfolio: await rowsOf(
      database,
      'SELECT series, state, last_bar_at, nav_seq, settled_units, settled_balance, live_since FROM bot_portfolios',
    ),
    investment: await rowsOf(
      database,
      'SELECT units, start_nav, stop_nav, usd_current_amount, start_figures, stop_figures FROM bot_investments',
    ),
    settled: await rowsOf(
      database,
      `SELECT e.amount FROM ledger_transfers t JOIN ledger_entries e ON e.transfer_id = t.id
       WHERE t.kind = 'bot_settled' ORDER BY e.seq`,
    ),
  };
}

async function rowsOf(database: Database, statement: string): Promise<Record<string, unknown>[]> {
  return (await database.pool.query<Record<string, unknown>>(statement)).rows;
}

const withoutPortfolio = (rows: Record<string, unknown>[]) =>
  rows.map(({ portfolio_id, ...strike }) => strike);
