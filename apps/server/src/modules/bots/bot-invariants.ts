import { sql } from 'drizzle-orm';
import type { Invariant } from '../wallet/index.ts';

/** Doubles that were added up in another order differ by this much at most, per unit. */
const TOLERANCE = sql`1e-9`;

/** What must hold for the bots at every moment between two transactions. Beside the ledger's own invariants. */
export const BOT_INVARIANTS: readonly Invariant[] = [
  {
    name: 'pool-is-units-times-nav',
    description:
      'Ein Topf hielt bei der letzten Verrechnung genau Anteile × Anteilswert, auf Millionstel USDT abgerundet.',
    violations: sql`
      SELECT p.id, p.settled_balance, p.settled_units, n.nav FROM bot_portfolios p
      JOIN bot_nav n ON n.portfolio_id = p.id AND n.seq = p.nav_seq
      WHERE p.settled_balance <> trunc(p.settled_units * n.nav, 6)`,
    figures: {
      what: 'Töpfe',
      query: sql`
        SELECT count(*) AS compared, coalesce(sum(p.settled_balance), 0) AS total,
          coalesce(sum(p.settled_balance - trunc(p.settled_units * n.nav, 6)), 0) AS difference
        FROM bot_portfolios p LEFT JOIN bot_nav n ON n.portfolio_id = p.id AND n.seq = p.nav_seq`,
    },
  },
  {
    name: 'settled-marks-are-sums',
    description: 'Die Marken der Verrechnung sind die Summen der Anteile und Buchungen bis zu ihnen.',
    violations: sql`
      SELECT p.id FROM bot_portfolios p
      WHERE p.settled_units <> (SELECT coalesce(sum(units), 0) FROM bot_unit_entries
                                WHERE portfolio_id = p.id AND seq <= p.settled_unit_seq)
        OR p.settled_balance <> (SELECT coalesce(sum(amount), 0) FROM ledger_entries
                                 WHERE account_id = p.pool_account_id AND seq <= p.settled_entry_seq)`,
    figures: {
      what: 'Töpfe',
      query: sql`
        SELECT count(*) AS compared, coalesce(sum(p.settled_balance), 0) AS total,
          coalesce(sum(p.settled_balance - (SELECT coalesce(sum(amount), 0) FROM ledger_entries
            WHERE account_id = p.pool_account_id AND seq <= p.settled_entry_seq)), 0) AS difference FROM bot_portfolios p`,
    },
  },
  {
    name: 'units-are-their-ledger',
    description:
      'Anteile einer laufenden Anlage sind die Summe ihrer Einträge, die einer beendeten ergeben 0.',
    violations: sql`
      SELECT i.id, i.status, i.units FROM bot_investments i
      LEFT JOIN bot_unit_entries e ON e.investment_id = i.id
      GROUP BY i.id
      HAVING coalesce(sum(e.units), 0) <> CASE WHEN i.status = 'active' THEN i.units ELSE 0 END
        OR bool_or(e.portfolio_id <> i.portfolio_id)`,
    figures: {
      what: 'Anlagen',
      query: sql`
        SELECT count(*) AS compared, NULL AS total, NULL AS difference FROM bot_investments`,
    },
  },
  {
    name: 'bot-started-once',
    description: 'Jede Anlage hat genau eine Buchung über ihren Einsatz vom Wallet in den Topf.',
    violations: sql`
      SELECT i.id FROM bot_investments i
      JOIN bot_portfolios p ON p.id = i.portfolio_id
      LEFT JOIN ledger_transfers t ON t.reference_id = i.id AND t.kind = 'bot_started'
      LEFT JOIN ledger_entries e ON e.transfer_id = t.id AND e.account_id = p.pool_account_id
      GROUP BY i.id
      HAVING count(DISTINCT t.id) <> 1 OR sum(e.amount) IS DISTINCT FROM i.usd_initial_amount
        OR bool_or(t.id <> i.start_transfer_id)`,
    figures: {
      what: 'Anlagen',
      query: sql`
        SELECT count(*) AS compared, coalesce(sum(usd_initial_amount), 0) AS total,
          coalesce(sum(usd_initial_amount), 0) - (
            SELECT coalesce(sum(e.amount), 0) FROM ledger_transfers t JOIN ledger_entries e ON e.transfer_id = t.id
            WHERE t.kind = 'bot_started' AND e.amount > 0) AS difference FROM bot_investments`,
    },
  },
  {
    name: 'bot-stopped-once',
    description:
      'Eine beendete Anlage wurde genau einmal ausgezahlt, wertlose ohne Buchung; eine laufende nie.',
    violations: sql`
      SELECT i.id, i.status FROM bot_investments i
      JOIN user_wallets w ON w.user_id = i.user_id
      LEFT JOIN ledger_transfers t ON t.reference_id = i.id AND t.kind = 'bot_stopped'
      LEFT JOIN ledger_entries e ON e.transfer_id = t.id AND e.account_id = w.available_account_id
      GROUP BY i.id
      HAVING count(DISTINCT t.id) <> CASE WHEN i.stop_transfer_id IS NULL THEN 0 ELSE 1 END
        OR (i.status = 'inactive' AND coalesce(sum(e.amount), 0) <> i.usd_current_amount)
        OR bool_or(t.id <> i.stop_transfer_id)`,
    figures: {
      what: 'beendete Anlagen',
      query: sql`
        SELECT count(*) AS compared, coalesce(sum(usd_current_amount), 0) AS total,
          coalesce(sum(usd_current_amount), 0) - (
            SELECT coalesce(sum(e.amount), 0) FROM ledger_transfers t JOIN ledger_entries e ON e.transfer_id = t.id
            JOIN ledger_accounts a ON a.id = e.account_id AND a.user_id IS NOT NULL
            WHERE t.kind = 'bot_stopped') AS difference FROM bot_investments WHERE status = 'inactive'`,
    },
  },
  {
    name: 'manual-return-booked-once',
    description:
      'Jede manuelle Rendite hat genau eine Buchung zwischen Haus und Topf über ihren Betrag und einen Eintrag in der Prüfspur.',
    violations: sql`
      SELECT m.id FROM bot_manual_records m
      JOIN bot_investments i ON i.id = m.investment_id
      JOIN bot_portfolios p ON p.id = i.portfolio_id
      LEFT JOIN ledger_transfers t
        ON t.id = m.transfer_id AND t.kind = 'manual_return' AND t.reference_id = m.investment_id
      LEFT JOIN ledger_entries e ON e.transfer_id = t.id AND e.account_id = p.pool_account_id
      LEFT JOIN bot_unit_entries u ON u.transfer_id = t.id AND u.investment_id = m.investment_id
      WHERE m.profit_loss <> m.amount_after - m.amount_before OR e.amount IS DISTINCT FROM m.profit_loss
        OR u.seq IS NULL
      UNION ALL
      SELECT t.id FROM ledger_transfers t WHERE t.kind = 'manual_return'
        AND (NOT EXISTS (SELECT FROM bot_manual_records m WHERE m.transfer_id = t.id)
          OR NOT EXISTS (SELECT FROM audit_log a
                         WHERE a.action = 'bot.manual_return' AND a.subject_id = t.reference_id
                           AND a.after ->> 'transferId' = t.id::text))`,
    figures: {
      what: 'manuelle Renditen',
      query: sql`
        SELECT count(*) AS compared, coalesce(sum(profit_loss), 0) AS total,
          coalesce(sum(profit_loss), 0) - (
            SELECT coalesce(sum(e.amount), 0) FROM ledger_transfers t JOIN ledger_entries e ON e.transfer_id = t.id
            JOIN bot_portfolios p ON p.pool_account_id = e.account_id
            WHERE t.kind = 'manual_return') AS difference FROM bot_manual_records`,
    },
  },
  {
    name: 'closed-accounts-hold-nothing',
    description: 'Zu einem gelöschten Konto gehört keine laufende Anlage.',
    violations: sql`
      SELECT i.id FROM bot_investments i JOIN user_wallets w ON w.user_id = i.user_id
      WHERE i.status = 'active' AND w.closed_at IS NOT NULL`,
    figures: {
      what: 'gelöschte Konten',
      query: sql`
        SELECT count(*) AS compared, NULL AS total, NULL AS difference FROM user_wallets WHERE closed_at IS NOT NULL`,
    },
  },
  {
    name: 'nav-is-explained',
    description: 'Jeder Anteilswert ist 1 + Ergebnis − Kosten seiner Reihe.',
    violations: sql`
      SELECT portfolio_id, seq, nav FROM bot_nav
      WHERE abs(1 + realised + unrealised - fee - spread - slippage - financing - nav::float8) > ${TOLERANCE}`,
    figures: {
      what: 'Feststellungen',
      query: sql`
        SELECT count(*) AS compared, NULL AS total, NULL AS difference FROM bot_nav`,
    },
  },
  {
    name: 'costs-are-fills',
    description:
      'Gebühren, Spanne, Slippage und realisiertes Ergebnis einer Reihe sind die Summe ihrer Ausführungen.',
    violations: sql`
      SELECT p.id FROM bot_portfolios p
      JOIN bot_nav n ON n.portfolio_id = p.id AND n.seq = p.nav_seq
      LEFT JOIN bot_fills f ON f.portfolio_id = p.id
      -- The last strike of a series that was used up leaves out what the house bears.
      WHERE p.closed_at IS NULL
      GROUP BY p.id, n.portfolio_id, n.seq
      HAVING abs(coalesce(sum(f.fee), 0) - n.fee) > ${TOLERANCE}
        OR abs(coalesce(sum(f.spread), 0) - n.spread) > ${TOLERANCE}
        OR abs(coalesce(sum(f.slippage), 0) - n.slippage) > ${TOLERANCE}
        OR abs(coalesce(sum(f.realised), 0) - n.realised) > ${TOLERANCE}`,
    figures: {
      what: 'Ausführungen',
      query: sql`
        SELECT count(*) AS compared, NULL AS total, NULL AS difference FROM bot_fills`,
    },
  },
  {
    name: 'strikes-are-counted',
    description:
      'Die Nummern der Anteilswerte sind lückenlos, alte Tage mitgezählt, und der Stand des Bots gehört zur letzten.',
    violations: sql`
      SELECT p.id FROM bot_portfolios p LEFT JOIN bot_nav n ON n.portfolio_id = p.id
      LEFT JOIN (SELECT portfolio_id, sum(last_seq - first_seq + 1 - cardinality(kept)) AS strikes
        FROM track_record_days GROUP BY portfolio_id) moved ON moved.portfolio_id = p.id
      GROUP BY p.id, moved.strikes
      HAVING count(n.seq) + coalesce(moved.strikes, 0) <> p.nav_seq OR coalesce(max(n.seq), 0) <> p.nav_seq
        OR max(n.at) <> p.last_bar_at`,
    figures: {
      what: 'Feststellungen',
      query: sql`
        SELECT count(*) AS compared, NULL AS total, NULL AS difference FROM bot_nav`,
    },
  },
  {
    name: 'seals-are-counted',
    // What the seals say is recomputed by `npm run verify-track-record -- --database`.
    description: 'Jede Kette von Siegeln ist lückenlos, alte Tage mitgezählt, und endet mit ihrem Kopf.',
    violations: sql`
      SELECT b.number FROM (
        SELECT bot_id, count(*) AS sealed, max(position) AS newest FROM track_record_seals GROUP BY bot_id) seals
      FULL JOIN track_record_chains c USING (bot_id)
      LEFT JOIN (SELECT bot_id, sum(last_position - first_position + 1) AS sealed FROM track_record_days GROUP BY bot_id) moved
        USING (bot_id)
      LEFT JOIN track_record_seals s ON s.bot_id = c.bot_id AND s.position = c.position
      LEFT JOIN bots b ON b.id = coalesce(seals.bot_id, c.bot_id)
      WHERE s.hash IS DISTINCT FROM c.hash OR s.portfolio_id <> c.portfolio_id OR s.nav_seq <> c.nav_seq
        OR s.kind <> c.kind OR seals.sealed + coalesce(moved.sealed, 0) IS DISTINCT FROM c.position OR seals.newest IS DISTINCT FROM c.position`,
    figures: {
      what: 'Siegel',
      query: sql`
        SELECT count(*) AS compared, NULL AS total, NULL AS difference FROM track_record_seals`,
    },
  },
  {
    name: 'moved-days-are-whole',
    description:
      'Ein alter Tag schließt an die Kette an; von seinen Anteilswerten steht genau noch da, was bleiben soll, und jede Ausführung gehört zu einem davon.',
    violations: sql`
      SELECT d.portfolio_id, d.day FROM track_record_days d
      CROSS JOIN LATERAL (
        SELECT array_agg(n.seq ORDER BY n.seq) AS seqs, bool_and(strike_day(n.at) = d.day) AS within FROM bot_nav n
        WHERE n.portfolio_id = d.portfolio_id AND n.seq BETWEEN d.first_seq AND d.last_seq) AS strikes
      WHERE strikes.seqs IS DISTINCT FROM d.kept OR NOT strikes.within
        OR EXISTS (SELECT FROM bot_fills f WHERE f.portfolio_id = d.portfolio_id
          AND f.nav_seq BETWEEN d.first_seq AND d.last_seq AND f.nav_seq <> ALL (d.kept))
        OR EXISTS (SELECT FROM track_record_seals s WHERE s.bot_id = d.bot_id
          AND s.position BETWEEN d.first_position AND d.last_position)
        OR (d.first_position > 1 AND d.hash_before IS DISTINCT FROM coalesce(
          (SELECT b.last_hash FROM track_record_days b WHERE b.bot_id = d.bot_id AND b.last_position = d.first_position - 1),
          (SELECT s.hash FROM track_record_seals s WHERE s.bot_id = d.bot_id AND s.position = d.first_position - 1)))`,
    figures: {
      what: 'alte Tage',
      query: sql`
        SELECT count(*) AS compared, NULL AS total, NULL AS difference FROM track_record_days`,
    },
  },
];
