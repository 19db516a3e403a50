import { type SQL, sql } from 'drizzle-orm';
import type { Tx } from '../../platform/database.ts';

/** One invariant: its query returns a row per violation, so an empty answer is the proof. */
export type Invariant = {
  name: string;
  description: string;
  violations: SQL;
  /** What it looks at, for people: how many of what, in USDT how much, and how far both sides of the rule are apart. */
  figures: { what: string; query: SQL };
};

type InvariantFigures = { compared: number; total: string | null; difference: string | null };

type InvariantResult = { name: string; description: string; violations: number; sample: unknown[] };

/** What must hold at every moment between two transactions. Asserted by property tests and `npm run verify-ledger`. */
export const LEDGER_INVARIANTS: readonly Invariant[] = [
  {
    name: 'entries-sum-to-zero',
    description: 'Alle Buchungszeilen zusammen ergeben 0.',
    violations: sql`SELECT sum(amount) AS total FROM ledger_entries HAVING sum(amount) <> 0`,
    figures: {
      what: 'Buchungszeilen',
      query: sql`
        SELECT count(*) AS compared, coalesce(sum(amount) FILTER (WHERE amount > 0), 0) AS total,
          coalesce(sum(amount), 0) AS difference FROM ledger_entries`,
    },
  },
  {
    name: 'transfers-balance',
    description: 'Jede Buchung hat mindestens zwei Zeilen und ergibt 0.',
    violations: sql`
      SELECT t.id, sum(e.amount) AS total, count(e.position) AS entries FROM ledger_transfers t
      LEFT JOIN ledger_entries e ON e.transfer_id = t.id
      GROUP BY t.id HAVING count(e.position) < 2 OR sum(e.amount) <> 0`,
    figures: {
      what: 'Buchungen',
      query: sql`
        SELECT count(*) AS compared, coalesce(sum(turnover), 0) AS total, coalesce(sum(abs(balance)), 0) AS difference
        FROM ledger_transfers t LEFT JOIN (
          SELECT transfer_id, sum(amount) FILTER (WHERE amount > 0) AS turnover, sum(amount) AS balance
          FROM ledger_entries GROUP BY transfer_id) e ON e.transfer_id = t.id`,
    },
  },
  {
    name: 'balance-is-sum-of-entries',
    description: 'Jeder gespeicherte Stand ist die Summe seiner Zeilen.',
    violations: sql`
      SELECT w.user_id, w.usd_balance, w.usd_locked_balance FROM user_wallets w
      WHERE w.usd_balance - w.usd_locked_balance <>
          (SELECT coalesce(sum(amount), 0) FROM ledger_entries WHERE account_id = w.available_account_id)
        OR w.usd_locked_balance <>
          (SELECT coalesce(sum(amount), 0) FROM ledger_entries WHERE account_id = w.reserved_account_id)`,
    figures: {
      what: 'Wallets',
      query: sql`
        SELECT count(*) AS compared, coalesce(sum(usd_balance), 0) AS total,
          coalesce(sum(usd_balance), 0) - (SELECT coalesce(sum(e.amount), 0) FROM ledger_entries e
            JOIN ledger_accounts a ON a.id = e.account_id WHERE a.user_id IS NOT NULL) AS difference FROM user_wallets`,
    },
  },
  {
    name: 'customers-not-negative',
    description: 'Kein Kundenkonto ist oder war je unter 0.',
    violations: sql`
      SELECT user_id FROM user_wallets WHERE usd_locked_balance < 0 OR usd_balance < usd_locked_balance
      UNION ALL
      SELECT a.user_id FROM ledger_entries e JOIN ledger_accounts a ON a.id = e.account_id
      WHERE a.user_id IS NOT NULL AND (e.balance_after < 0 OR e.balance_after IS NULL)`,
    figures: {
      what: 'Kundenkonten',
      query: sql`
        SELECT (SELECT count(*) FROM ledger_accounts WHERE user_id IS NOT NULL) AS compared,
          coalesce(sum(usd_balance), 0) AS total, NULL AS difference FROM user_wallets`,
    },
  },
  {
    name: 'running-balance-is-a-chain',
    description: 'Jede Zeile beginnt, wo die vorige des Kontos endete.',
    violations: sql`
      SELECT seq, balance_before, previous FROM (
        SELECT e.seq, e.balance_before,
               coalesce(lag(e.balance_after) OVER (PARTITION BY e.account_id ORDER BY e.seq), 0) AS previous
        FROM ledger_entries e JOIN ledger_accounts a ON a.id = e.account_id AND a.user_id IS NOT NULL
      ) chain WHERE balance_before <> previous`,
    figures: {
      what: 'Zeilen der Kundenkonten',
      query: sql`
        SELECT count(*) AS compared, NULL AS total, NULL AS difference FROM ledger_entries e
        JOIN ledger_accounts a ON a.id = e.account_id AND a.user_id IS NOT NULL`,
    },
  },
  {
    name: 'deposit-approved-iff-booked-once',
    description:
      'Eine Einzahlung ist genau dann bestätigt, wenn genau eine Buchung über ihren Betrag besteht.',
    violations: sql`
      SELECT d.id, d.status, count(t.id) AS bookings FROM crypto_deposits d
      LEFT JOIN ledger_transfers t ON t.reference_id = d.id AND t.kind = 'deposit_approved'
      LEFT JOIN user_wallets w ON w.user_id = d.user_id
      LEFT JOIN ledger_entries e ON e.transfer_id = t.id AND e.account_id = w.available_account_id
      GROUP BY d.id
      HAVING count(t.id) <> (CASE WHEN d.status = 'approved' THEN 1 ELSE 0 END)
        OR (d.status = 'approved' AND sum(e.amount) IS DISTINCT FROM d.amount_usd)`,
    figures: {
      what: 'Einzahlungen',
      query: sql`
        SELECT count(*) AS compared, coalesce(sum(amount_usd) FILTER (WHERE status = 'approved'), 0) AS total,
          coalesce(sum(amount_usd) FILTER (WHERE status = 'approved'), 0) - (
            SELECT coalesce(sum(e.amount), 0) FROM ledger_transfers t JOIN ledger_entries e ON e.transfer_id = t.id
            WHERE t.kind = 'deposit_approved' AND e.amount > 0) AS difference FROM crypto_deposits`,
    },
  },
  {
    name: 'withdrawal-booked-by-its-state',
    description:
      'Eine Auszahlung ist einmal reserviert, und höchstens einmal ist sie ausgeführt oder ihre Reservierung aufgehoben, je nach Stand.',
    violations: sql`
      SELECT x.id, x.status FROM crypto_withdrawals x
      LEFT JOIN ledger_transfers t ON t.reference_id = x.id
      GROUP BY x.id
      HAVING count(*) FILTER (WHERE t.kind = 'withdrawal_requested') <> 1
        OR count(*) FILTER (WHERE t.kind = 'withdrawal_approved') <> (CASE WHEN x.status = 'approved' THEN 1 ELSE 0 END)
        OR count(*) FILTER (WHERE t.kind = 'withdrawal_released')
           <> (CASE WHEN x.status IN ('rejected', 'cancelled') THEN 1 ELSE 0 END)`,
    figures: {
      what: 'Auszahlungen',
      query: sql`
        SELECT count(*) AS compared, coalesce(sum(amount_usd) FILTER (WHERE status = 'approved'), 0) AS total,
          coalesce(sum(amount_usd) FILTER (WHERE status = 'approved'), 0) - (
            SELECT coalesce(sum(e.amount), 0) FROM ledger_transfers t JOIN ledger_entries e ON e.transfer_id = t.id
            WHERE t.kind = 'withdrawal_approved' AND e.amount > 0) AS difference FROM crypto_withdrawals`,
    },
  },
  {
    name: 'reserved-is-pending-withdrawals',
    description: 'Reserviert ist genau die Summe der offenen Auszahlungen.',
    violations: sql`
      SELECT w.user_id, w.usd_locked_balance FROM user_wallets w
      WHERE w.usd_locked_balance <> (SELECT coalesce(sum(amount_usd), 0) FROM crypto_withdrawals x
                                     WHERE x.user_id = w.user_id AND x.status = 'pending')`,
    figures: {
      what: 'Wallets',
      query: sql`
        SELECT count(*) AS compared, coalesce(sum(usd_locked_balance), 0) AS total,
          coalesce(sum(usd_locked_balance), 0) - (SELECT coalesce(sum(amount_usd), 0) FROM crypto_withdrawals
            WHERE status = 'pending') AS difference FROM user_wallets`,
    },
  },
  {
    name: 'closed-wallets-are-empty',
    description:
      'Das Wallet eines gelöschten Kontos ist leer und ohne offene Anträge, und nur solche fielen an das Haus.',
    violations: sql`
      SELECT w.user_id FROM user_wallets w
      WHERE w.closed_at IS NOT NULL AND (w.usd_balance <> 0 OR EXISTS
        (SELECT FROM crypto_deposits d WHERE d.user_id = w.user_id AND d.status = 'pending'))
      UNION ALL
      SELECT t.user_id FROM ledger_transfers t JOIN user_wallets w ON w.user_id = t.user_id
      WHERE t.kind = 'account_closed'
      GROUP BY t.user_id, w.closed_at HAVING count(*) > 1 OR w.closed_at IS NULL`,
    figures: {
      what: 'geschlossene Wallets',
      query: sql`
        SELECT count(*) AS compared, coalesce(sum(usd_balance), 0) AS total,
          coalesce(sum(usd_balance), 0) AS difference FROM user_wallets WHERE closed_at IS NOT NULL`,
    },
  },
  {
    name: 'decisions-are-audited',
    description: 'Jede Entscheidung eines Admins hat ihren Eintrag in der Prüfspur.',
    violations: sql`
      SELECT d.id FROM crypto_deposits d WHERE d.status IN ('approved', 'rejected') AND NOT EXISTS
        (SELECT FROM audit_log a WHERE a.subject_id = d.id AND a.action IN ('deposit.approve', 'deposit.reject'))
      UNION ALL
      SELECT x.id FROM crypto_withdrawals x WHERE x.status IN ('approved', 'rejected') AND NOT EXISTS
        (SELECT FROM audit_log a WHERE a.subject_id = x.id AND a.action IN ('withdrawal.approve', 'withdrawal.reject'))
      UNION ALL
      SELECT t.id FROM ledger_transfers t WHERE t.kind = 'wallet_corrected' AND NOT EXISTS
        (SELECT FROM audit_log a WHERE a.subject_id = t.user_id AND a.action = 'wallet.correct'
           AND a.after ->> 'transferId' = t.id::text)`,
    figures: {
      what: 'Entscheidungen',
      query: sql`
        SELECT (SELECT count(*) FROM crypto_deposits WHERE status IN ('approved', 'rejected'))
          + (SELECT count(*) FROM crypto_withdrawals WHERE status IN ('approved', 'rejected'))
          + (SELECT count(*) FROM ledger_transfers WHERE kind = 'wallet_corrected') AS compared,
          NULL AS total, NULL AS difference`,
    },
  },
  {
    name: 'bookings-name-their-admin',
    description:
      'Zu jeder Buchung eines Admins nennt die Prüfspur denselben Admin, zu jedem Startguthaben das System.',
    violations: sql`
      SELECT t.id, t.kind FROM ledger_transfers t
      WHERE t.kind IN ('deposit_approved', 'withdrawal_approved', 'wallet_corrected', 'manual_return') AND NOT EXISTS
        (SELECT FROM audit_log a WHERE a.subject_id IN (t.reference_id, t.user_id) AND a.actor_id IS NOT DISTINCT FROM t.actor_id
           AND a.actor_role = CASE WHEN t.kind = 'deposit_approved' AND t.actor_id IS NULL THEN 'system' ELSE 'admin' END
           AND a.after ->> 'transferId' = t.id::text)`,
    figures: {
      what: 'Buchungen von Admins',
      query: sql`
        SELECT count(DISTINCT t.id) AS compared, coalesce(sum(e.amount) FILTER (WHERE e.amount > 0), 0) AS total,
          NULL AS difference
        FROM ledger_transfers t JOIN ledger_entries e ON e.transfer_id = t.id
        WHERE t.kind IN ('deposit_approved', 'withdrawal_approved', 'wallet_corrected', 'manual_return')`,
    },
  },
  {
    name: 'granted-once',
    description: 'Ein Startguthaben hat jeder höchstens einmal, als erste Einzahlung.',
    violations: sql`
      SELECT d.id FROM crypto_deposits d
      WHERE d.status = 'approved' AND d.approved_by IS NULL AND EXISTS
        (SELECT FROM crypto_deposits e WHERE e.user_id = d.user_id AND e.number < d.number)`,
    figures: {
      what: 'Startguthaben',
      query: sql`
        SELECT count(*) AS compared, coalesce(sum(amount_usd), 0) AS total, NULL AS difference
        FROM crypto_deposits WHERE status = 'approved' AND approved_by IS NULL`,
    },
  },
];

/** More rows than these break a rule no further; they are not counted one by one. */
export const VIOLATIONS_COUNTED = 1_000;

/** One invariant with its figures, for a report. At most `VIOLATIONS_COUNTED + 1` violations are read. */
export async function measureInvariant(
  tx: Tx,
  { violations, figures }: Invariant,
): Promise<InvariantFigures & { violations: number; sample: Record<string, unknown>[] }> {
  const measured = await tx.execute<{ compared: string; total: string | null; difference: string | null }>(
    figures.query,
  );
  const found = await tx.execute(sql`SELECT * FROM (${violations}) AS found LIMIT ${VIOLATIONS_COUNTED + 1}`);
  const [row] = measured.rows;
  return {
    compared: Number(row?.compared ?? 0),
    total: row?.total ?? null,
    difference: row?.difference ?? null,
    violations: found.rows.length,
    sample: found.rows.slice(0, 5),
  };
}

/** Runs the invariants in one snapshot, so that bookings in flight cannot look like faults. */
export async function verifyInvariants(tx: Tx, invariants: readonly Invariant[]): Promise<InvariantResult[]> {
  const results: InvariantResult[] = [];
  for (const { name, description, violations } of invariants) {
    const found = await tx.execute(violations);
    results.push({ name, description, violations: found.rows.length, sample: found.rows.slice(0, 5) });
  }
  return results;
}
