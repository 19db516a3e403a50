// The drill's own books. It shares no line with the product's checks: what both overlooked would have to be overlooked twice.
import type pg from 'pg';

export type Rule = { name: string /** A row per violation. */; sql: string };

const WALLET = `user_wallets w
  JOIN ledger_accounts a ON a.user_id = w.user_id AND a.kind = 'customer_available'
  JOIN ledger_accounts r ON r.user_id = w.user_id AND r.kind = 'customer_reserved'`;

export const RULES: readonly Rule[] = [
  {
    name: 'each transfer sums to zero',
    sql: 'SELECT transfer_id FROM ledger_entries GROUP BY 1 HAVING sum(amount) <> 0 OR count(*) < 2',
  },
  {
    name: 'no transfer is empty',
    sql: `SELECT id FROM ledger_transfers EXCEPT SELECT transfer_id FROM ledger_entries`,
  },
  {
    name: 'a wallet is the sum of its entries',
    sql: `SELECT w.user_id FROM ${WALLET}
      WHERE w.usd_balance <> (SELECT coalesce(sum(amount), 0) FROM ledger_entries WHERE account_id IN (a.id, r.id))
         OR w.usd_locked_balance <> (SELECT coalesce(sum(amount), 0) FROM ledger_entries WHERE account_id = r.id)`,
  },
  {
    name: 'no customer is below zero',
    sql: `SELECT user_id FROM user_wallets WHERE usd_locked_balance < 0 OR usd_balance - usd_locked_balance < 0`,
  },
  {
    name: 'no customer was ever below zero',
    sql: `SELECT account_id FROM (
        SELECT account_id, sum(amount) OVER (PARTITION BY account_id ORDER BY seq) AS balance
        FROM ledger_entries JOIN ledger_accounts a ON a.id = account_id WHERE a.user_id IS NOT NULL) AS history
      WHERE balance < 0`,
  },
  {
    name: 'an entry says what the balance was',
    sql: `SELECT transfer_id FROM (
        SELECT transfer_id, balance_after, sum(amount) OVER (PARTITION BY account_id ORDER BY seq) AS balance
        FROM ledger_entries JOIN ledger_accounts a ON a.id = account_id WHERE a.user_id IS NOT NULL) AS history
      WHERE balance_after IS DISTINCT FROM balance`,
  },
  {
    name: 'a deposit is credited once if approved, else never',
    sql: `SELECT d.id FROM crypto_deposits d LEFT JOIN ledger_transfers t ON t.reference_id = d.id
      GROUP BY d.id HAVING count(t.id) <> (d.status = 'approved')::int`,
  },
  {
    name: 'a withdrawal is reserved once, and once paid or released',
    sql: `SELECT w.id FROM crypto_withdrawals w LEFT JOIN ledger_transfers t ON t.reference_id = w.id
      GROUP BY w.id
      HAVING count(t.id) FILTER (WHERE t.kind = 'withdrawal_requested') <> 1
        OR count(t.id) FILTER (WHERE t.kind = 'withdrawal_approved') <> (w.status = 'approved')::int
        OR count(t.id) FILTER (WHERE t.kind = 'withdrawal_released') <> (w.status IN ('rejected', 'cancelled'))::int`,
  },
  {
    name: 'reserved is what is pending',
    sql: `SELECT user_id FROM user_wallets w WHERE usd_locked_balance <>
      (SELECT coalesce(sum(amount_usd), 0) FROM crypto_withdrawals x WHERE x.user_id = w.user_id AND x.status = 'pending')`,
  },
  {
    name: 'an investment is paid in once and out at most once',
    sql: `SELECT i.id FROM bot_investments i LEFT JOIN ledger_transfers t ON t.reference_id = i.id
      GROUP BY i.id
      HAVING count(t.id) FILTER (WHERE t.kind = 'bot_started') <> 1
        OR count(t.id) FILTER (WHERE t.kind = 'bot_stopped')
           <> (i.status = 'inactive' AND i.usd_current_amount > 0)::int`,
  },
  {
    name: 'units of an investment are its entries',
    sql: `SELECT i.id FROM bot_investments i LEFT JOIN bot_unit_entries e ON e.investment_id = i.id
      GROUP BY i.id
      HAVING coalesce(sum(e.units), 0) <> CASE i.status WHEN 'active' THEN i.units ELSE 0 END`,
  },
  {
    name: 'a pool has the units of its running investments',
    sql: `SELECT p.id FROM bot_portfolios p WHERE p.bot_type IS NOT NULL AND
      (SELECT coalesce(sum(units), 0) FROM bot_unit_entries WHERE portfolio_id = p.id) <>
      (SELECT coalesce(sum(units), 0) FROM bot_investments WHERE portfolio_id = p.id AND status = 'active')`,
  },
  {
    name: 'a start of an own bot is put aside once, and once started or given back',
    sql: `SELECT o.id FROM own_bot_orders o LEFT JOIN ledger_transfers t ON t.reference_id = o.id
      GROUP BY o.id
      HAVING count(t.id) FILTER (WHERE t.kind = 'own_bot_ordered') <> (o.kind = 'start')::int
        OR count(t.id) FILTER (WHERE t.kind = 'own_bot_started') <> (o.kind = 'start' AND o.status = 'executed')::int
        OR count(t.id) FILTER (WHERE t.kind = 'own_bot_order_returned')
           <> (o.kind = 'start' AND o.status IN ('cancelled', 'expired'))::int`,
  },
  {
    name: 'what waits to start is what is put aside',
    sql: `SELECT a.id FROM ledger_accounts a WHERE a.kind = 'house_own_bot_orders'
      AND (SELECT coalesce(sum(amount), 0) FROM ledger_entries WHERE account_id = a.id)
        <> (SELECT coalesce(sum(amount), 0) FROM own_bot_orders WHERE kind = 'start' AND status = 'waiting')`,
  },
  {
    name: 'a run of an own bot has the units of its start, and none after its end',
    sql: `SELECT p.id FROM bot_portfolios p JOIN own_bot_orders o ON o.portfolio_id = p.id AND o.kind = 'start'
      WHERE (SELECT coalesce(sum(units), 0) FROM bot_unit_entries WHERE portfolio_id = p.id)
        <> CASE WHEN p.closed_at IS NULL THEN o.units ELSE 0 END`,
  },
  {
    name: 'an own bot has at most one run and one order at a time',
    sql: `SELECT bot_id FROM bot_portfolios WHERE bot_type IS NULL AND closed_at IS NULL GROUP BY 1 HAVING count(*) > 1
      UNION ALL SELECT bot_id FROM own_bot_orders WHERE status = 'waiting' GROUP BY 1 HAVING count(*) > 1`,
  },
  {
    name: 'a pool is worth its units at the last settlement',
    sql: `SELECT p.id FROM bot_portfolios p JOIN bot_nav n ON n.portfolio_id = p.id AND n.seq = p.nav_seq
      WHERE p.settled_at IS NOT NULL AND
        (SELECT coalesce(sum(amount), 0) FROM ledger_entries WHERE account_id = p.pool_account_id AND seq <= p.settled_entry_seq)
        <> trunc((SELECT coalesce(sum(units), 0) FROM bot_unit_entries
                  WHERE portfolio_id = p.id AND seq <= p.settled_unit_seq) * n.nav, 6)`,
  },
  {
    name: 'a strike comes once and without a hole in its numbers',
    sql: `SELECT portfolio_id FROM bot_nav GROUP BY 1
      HAVING count(*) <> max(seq) OR count(DISTINCT at) <> count(*) OR min(seq) <> 1`,
  },
  {
    name: 'strikes go forward in time',
    sql: `SELECT portfolio_id FROM (SELECT portfolio_id, at, lag(at) OVER (PARTITION BY portfolio_id ORDER BY seq) AS before
      FROM bot_nav) AS series WHERE at <= before`,
  },
  {
    name: 'a minute without a strike is recorded as a gap',
    sql: `SELECT portfolio_id, at FROM (
        SELECT portfolio_id, at, phase, lag(at) OVER previous AS before, lag(phase) OVER previous AS phase_before FROM bot_nav
        WINDOW previous AS (PARTITION BY portfolio_id ORDER BY seq)) AS series
      JOIN bot_portfolios house ON house.id = portfolio_id AND house.bot_type IS NOT NULL
      WHERE phase = 'live' AND phase_before = 'live' AND at - before > interval '1 minute' AND NOT EXISTS
        (SELECT FROM bot_protocol p WHERE p.portfolio_id = series.portfolio_id AND p.kind = 'gap'
           AND p.bar_at > before AND p.bar_at <= series.at)`,
  },
  {
    name: 'a fill comes once',
    sql: 'SELECT portfolio_id FROM bot_fills GROUP BY portfolio_id, bar_at, sequence HAVING count(*) > 1',
  },
  {
    name: 'a request is decided once',
    sql: `SELECT subject_id FROM audit_log
      WHERE action ~ '^(deposit|withdrawal)[.](approve|reject|cancel)$' GROUP BY 1 HAVING count(*) > 1`,
  },
  {
    name: 'what is decided is in the log, and only that',
    sql: `SELECT id FROM (SELECT id, status FROM crypto_deposits UNION ALL SELECT id, status FROM crypto_withdrawals) AS requests
      WHERE (status <> 'pending') <> EXISTS (SELECT FROM audit_log
        WHERE subject_id = requests.id AND action ~ '[.](approve|reject|cancel)$')`,
  },
  {
    name: 'one message per decision',
    sql: `SELECT id FROM (SELECT id, status FROM crypto_deposits UNION ALL SELECT id, status FROM crypto_withdrawals) AS requests
      WHERE (SELECT count(*) FROM user_notifications WHERE subject_id = requests.id) <> (status <> 'pending')::int`,
  },
  {
    name: 'one message per start, stop and manual return',
    sql: `SELECT i.id FROM bot_investments i
      WHERE (SELECT count(*) FROM user_notifications n WHERE n.subject_id = i.id)
        <> 1 + (i.status = 'inactive')::int + (SELECT count(*) FROM bot_manual_records m WHERE m.investment_id = i.id)`,
  },
  {
    name: 'one message per correction',
    sql: `SELECT t.id FROM ledger_transfers t WHERE t.kind = 'wallet_corrected'
      AND (SELECT count(*) FROM user_notifications n WHERE n.subject_id = t.id) <> 1`,
  },
  {
    name: 'a correction and a manual return are booked once and logged',
    sql: `SELECT t.id FROM ledger_transfers t WHERE t.kind IN ('wallet_corrected', 'manual_return')
      AND (SELECT count(*) FROM audit_log l WHERE l.after ->> 'transferId' = t.id::text) <> 1`,
  },
  {
    name: 'nothing is done without its outcome',
    sql: 'SELECT key FROM idempotency_keys WHERE outcome IS NULL',
  },
  {
    name: 'a transfer belongs to at most one key',
    sql: `SELECT outcome -> 'result' ->> 'transferId' FROM idempotency_keys
      WHERE outcome -> 'result' ->> 'transferId' IS NOT NULL GROUP BY 1, operation HAVING count(*) > 1`,
  },
];

/** One line per broken rule, on one snapshot. */
export async function findViolations(sql: pg.Pool): Promise<string[]> {
  const client = await sql.connect();
  const broken: string[] = [];
  try {
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
    for (const { name, sql: text } of RULES) {
      const { rows } = await client.query(text);
      if (rows.length > 0) broken.push(`${name}: ${rows.length} Fälle, ${JSON.stringify(rows[0])}`);
    }
    await client.query('COMMIT');
  } finally {
    client.release();
  }
  return broken;
}
