import type { Database } from '../../src/platform/database.ts';

/** Everything about own bots that must not depend on when their host was killed, by the number of the bot. */
export async function readLiveOutcome(database: Database) {
  const rowsOf = async (statement: string) => (await database.pool.query(statement)).rows;
  const ofRun = 'JOIN bot_portfolios p ON p.id = x.portfolio_id JOIN bots b ON b.id = p.bot_id';
  return {
    fills: await rowsOf(
      `SELECT b.number, p.series, x.bar_at, x.nav_seq, x.sequence, x.filled_at, x.symbol, x.side, x.quantity, x.price, x.fee,
         x.financing, x.realised, x.reason, x.decision
       FROM bot_fills x ${ofRun} ORDER BY b.number, p.series, x.bar_at, x.sequence`,
    ),
    strikes: await rowsOf(
      `SELECT b.number, p.series, x.seq, x.at, x.nav, x.peak, x.max_drawdown, x.day_peak, x.day_low, x.marks, x.realised,
         x.unrealised, x.fee, x.financing
       FROM bot_nav x ${ofRun} ORDER BY b.number, p.series, x.seq`,
    ),
    protocol: await rowsOf(
      `SELECT b.number, p.series, x.bar_at, x.sequence, x.at, x.kind, x.symbol, x.title, x.text, x.data - 'number' AS data
       FROM bot_protocol x ${ofRun} ORDER BY b.number, p.series, x.bar_at, x.sequence`,
    ),
    runs: await rowsOf(
      `SELECT b.number, p.series, p.own_state, p.state, p.last_bar_at, p.nav_seq, p.settled_units, p.settled_balance, p.closed_at
       FROM bot_portfolios p JOIN bots b ON b.id = p.bot_id ORDER BY b.number, p.series`,
    ),
    orders: await rowsOf(
      `SELECT b.number, o.kind, o.status, o.amount, o.nav_seq, o.nav, o.units, o.payout
       FROM own_bot_orders o JOIN bots b ON b.id = o.bot_id ORDER BY b.number, o.created_at, o.kind`,
    ),
    progress: await rowsOf(
      'SELECT shard, minute, numbers, navs FROM own_bot_progress ORDER BY shard, minute',
    ),
    booked: await rowsOf(
      `SELECT t.kind, t.description, e.amount FROM ledger_transfers t JOIN ledger_entries e ON e.transfer_id = t.id
       WHERE t.kind LIKE 'own_bot%' ORDER BY t.description, t.seq, e.position`,
    ),
  };
}
