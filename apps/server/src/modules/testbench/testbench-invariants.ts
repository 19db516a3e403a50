import { sql } from 'drizzle-orm';
import type { Invariant } from '../wallet/index.ts';

/** What must hold for own bots and trials. */
export const TESTBENCH_INVARIANTS: readonly Invariant[] = [
  {
    name: 'own-bots-have-drafts',
    description:
      'Jeder eigene Bot hat einen Entwurf; von einem gelöschten sind Entwurf und Regeln nicht mehr da.',
    violations: sql`
      SELECT b.id, b.number FROM bots b LEFT JOIN own_bot_drafts d ON d.bot_id = b.id
      WHERE (b.owner_id IS NOT NULL) <> (d.bot_id IS NOT NULL)
        OR (b.erased_at IS NOT NULL AND EXISTS
          (SELECT FROM own_bot_versions v WHERE v.bot_id = b.id AND v.rule IS NOT NULL))`,
    figures: {
      what: 'eigene Bots',
      query: sql`
        SELECT count(*) AS compared, NULL AS total, NULL AS difference FROM bots WHERE bot_type IS NULL`,
    },
  },
  {
    name: 'trials-follow-a-leader',
    description:
      'Ein Versuch, der einem anderen folgt, nennt einen derselben Person, der selbst keinem folgt.',
    violations: sql`
      SELECT t.id FROM testbench_trials t LEFT JOIN testbench_trials l ON l.id = t.leader_id
      WHERE t.leader_id IS NOT NULL AND (l.user_id IS DISTINCT FROM t.user_id OR l.leads IS NOT TRUE)`,
    figures: {
      what: 'Versuche',
      query: sql`SELECT count(*) AS compared, NULL AS total, NULL AS difference FROM testbench_trials`,
    },
  },
  {
    name: 'orders-account-is-waiting-starts',
    description: 'Auf dem Konto der Aufträge liegt genau, was wartende Starts zurückgelegt haben.',
    violations: sql`
      SELECT held.total, waiting.total AS waiting FROM
        (SELECT coalesce(sum(e.amount), 0) AS total FROM ledger_entries e
          JOIN ledger_accounts a ON a.id = e.account_id AND a.kind = 'house_own_bot_orders') AS held,
        (SELECT coalesce(sum(amount), 0) AS total FROM own_bot_orders WHERE status = 'waiting') AS waiting
      WHERE held.total <> waiting.total`,
    figures: {
      what: 'wartende Starts',
      query: sql`
        SELECT count(*) AS compared, coalesce(sum(amount), 0) AS total,
          coalesce(sum(amount), 0) - (SELECT coalesce(sum(e.amount), 0) FROM ledger_entries e
            JOIN ledger_accounts a ON a.id = e.account_id AND a.kind = 'house_own_bot_orders') AS difference
        FROM own_bot_orders WHERE status = 'waiting' AND kind = 'start'`,
    },
  },
  {
    name: 'own-pools-are-units-times-nav',
    description:
      'Der Topf eines laufenden eigenen Bots hält Anteile × letzten Anteilswert, der eines beendeten nichts.',
    violations: sql`
      SELECT p.id, p.own_state, pool.balance FROM bot_portfolios p
      LEFT JOIN own_bot_orders s ON s.portfolio_id = p.id AND s.kind = 'start' AND s.status = 'executed'
      LEFT JOIN bot_nav n ON n.portfolio_id = p.id AND n.seq = p.nav_seq
      CROSS JOIN LATERAL (SELECT coalesce(sum(amount), 0) AS balance FROM ledger_entries
        WHERE account_id = p.pool_account_id) AS pool
      CROSS JOIN LATERAL (SELECT coalesce(sum(units), 0) AS units FROM bot_unit_entries
        WHERE portfolio_id = p.id) AS held
      WHERE p.bot_type IS NULL AND (s.id IS NULL OR n.seq IS NULL
        OR pool.balance <> CASE WHEN p.closed_at IS NULL THEN trunc(s.units * n.nav, 6) ELSE 0 END
        OR held.units <> CASE WHEN p.closed_at IS NULL THEN s.units ELSE 0 END)`,
    figures: {
      what: 'Töpfe eigener Bots',
      query: sql`
        SELECT count(*) AS compared, coalesce(sum(p.settled_balance) FILTER (WHERE p.closed_at IS NULL), 0) AS total,
          coalesce(sum(p.settled_balance) FILTER (WHERE p.closed_at IS NULL), 0) - (
            SELECT coalesce(sum(e.amount), 0) FROM bot_portfolios o JOIN ledger_entries e ON e.account_id = o.pool_account_id
            WHERE o.bot_type IS NULL) AS difference
        FROM bot_portfolios p WHERE p.bot_type IS NULL`,
    },
  },
  {
    name: 'own-orders-are-booked-once',
    description:
      'Ein Start hat genau eine Buchung vom Wallet und, wenn er entschieden ist, eine in den Topf oder zurück; ein Ende zahlt einmal.',
    violations: sql`
      SELECT o.id, o.kind, o.status FROM own_bot_orders o
      LEFT JOIN ledger_transfers t ON t.reference_id = o.id
      LEFT JOIN user_wallets w ON w.user_id = o.user_id
      LEFT JOIN ledger_entries e ON e.transfer_id = t.id AND e.account_id = w.available_account_id
      GROUP BY o.id
      HAVING count(*) FILTER (WHERE t.kind = 'own_bot_ordered' AND t.id = o.ordered_transfer_id AND e.amount = -o.amount)
          <> CASE WHEN o.kind = 'start' THEN 1 ELSE 0 END
        OR count(*) FILTER (WHERE t.kind = 'own_bot_started' AND t.id = o.decided_transfer_id)
          <> CASE WHEN o.kind = 'start' AND o.status = 'executed' THEN 1 ELSE 0 END
        OR count(*) FILTER (WHERE t.kind = 'own_bot_order_returned' AND t.id = o.decided_transfer_id AND e.amount = o.amount)
          <> CASE WHEN o.kind = 'start' AND o.status IN ('cancelled', 'expired') THEN 1 ELSE 0 END
        OR count(*) FILTER (WHERE t.kind = 'own_bot_stopped' AND t.id = o.decided_transfer_id
            AND coalesce(e.amount, 0) = o.payout)
          <> CASE WHEN o.kind = 'stop' AND o.status = 'executed' AND o.decided_transfer_id IS NOT NULL THEN 1 ELSE 0 END
        OR count(t.id) <> (o.ordered_transfer_id IS NOT NULL)::int + (o.decided_transfer_id IS NOT NULL)::int
        OR bool_or(o.payout > 0 AND o.decided_transfer_id IS NULL)`,
    figures: {
      what: 'Aufträge eigener Bots',
      query: sql`
        SELECT count(*) AS compared, coalesce(sum(amount), 0) AS total, NULL AS difference FROM own_bot_orders`,
    },
  },
  {
    name: 'own-runs-end-once',
    description:
      'Ein Lauf beginnt mit einem Start und endet aufgebraucht oder mit einem Ende; zu einem gelöschten Bot läuft keiner und wartet nichts.',
    violations: sql`
      SELECT p.id, p.own_state FROM bot_portfolios p
      LEFT JOIN own_bot_orders o ON o.portfolio_id = p.id AND o.status = 'executed'
      JOIN bots b ON b.id = p.bot_id
      WHERE p.bot_type IS NULL
      GROUP BY p.id, b.id
      HAVING count(*) FILTER (WHERE o.kind = 'start') <> 1
        OR count(*) FILTER (WHERE o.kind = 'stop') > 1
        OR (count(*) FILTER (WHERE o.kind = 'stop') = 1) <> (p.own_state = 'stopped') AND p.own_state <> 'liquidated'
        OR bool_or(p.closed_at IS NULL AND b.erased_at IS NOT NULL)
      UNION ALL
      SELECT o.id, o.kind FROM own_bot_orders o JOIN bots b ON b.id = o.bot_id
      WHERE o.status = 'waiting' AND b.erased_at IS NOT NULL`,
    figures: {
      what: 'Läufe eigener Bots',
      query: sql`
        SELECT count(*) AS compared, NULL AS total, NULL AS difference FROM bot_portfolios WHERE bot_type IS NULL`,
    },
  },
];
