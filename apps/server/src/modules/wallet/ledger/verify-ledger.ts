import { type SQL, sql } from 'drizzle-orm';
import type { Tx } from '../../../platform/database.ts';

/** One invariant: its query returns a row per violation, so an empty answer is the proof. */
export type Invariant = { name: string; description: string; violations: SQL };

export type InvariantResult = { name: string; description: string; violations: number; sample: unknown[] };

/** What must hold at every moment between two transactions. Asserted by property tests and `npm run verify-ledger`. */
export const LEDGER_INVARIANTS: readonly Invariant[] = [
  {
    name: 'entries-sum-to-zero',
    description: 'Alle Buchungszeilen zusammen ergeben 0.',
    violations: sql`SELECT sum(amount) AS total FROM ledger_entries HAVING sum(amount) <> 0`,
  },
  {
    name: 'transfers-balance',
    description: 'Jede Buchung hat mindestens zwei Zeilen und ergibt 0.',
    violations: sql`
      SELECT t.id, sum(e.amount) AS total, count(e.position) AS entries FROM ledger_transfers t
      LEFT JOIN ledger_entries e ON e.transfer_id = t.id
      GROUP BY t.id HAVING count(e.position) < 2 OR sum(e.amount) <> 0`,
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
  },
  {
    name: 'customers-not-negative',
    description: 'Kein Kundenkonto ist oder war je unter 0.',
    violations: sql`
      SELECT user_id FROM user_wallets WHERE usd_locked_balance < 0 OR usd_balance < usd_locked_balance
      UNION ALL
      SELECT a.user_id FROM ledger_entries e JOIN ledger_accounts a ON a.id = e.account_id
      WHERE a.user_id IS NOT NULL AND (e.balance_after < 0 OR e.balance_after IS NULL)`,
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
  },
  {
    name: 'withdrawal-booked-by-its-state',
    description:
      'Eine Auszahlung ist einmal reserviert und höchstens einmal ausgeführt oder freigegeben, je nach Stand.',
    violations: sql`
      SELECT x.id, x.status FROM crypto_withdrawals x
      LEFT JOIN ledger_transfers t ON t.reference_id = x.id
      GROUP BY x.id
      HAVING count(*) FILTER (WHERE t.kind = 'withdrawal_requested') <> 1
        OR count(*) FILTER (WHERE t.kind = 'withdrawal_approved') <> (CASE WHEN x.status = 'approved' THEN 1 ELSE 0 END)
        OR count(*) FILTER (WHERE t.kind = 'withdrawal_released')
           <> (CASE WHEN x.status IN ('rejected', 'cancelled') THEN 1 ELSE 0 END)`,
  },
  {
    name: 'reserved-is-pending-withdrawals',
    description: 'Reserviert ist genau die Summe der offenen Auszahlungen.',
    violations: sql`
      SELECT w.user_id, w.usd_locked_balance FROM user_wallets w
      WHERE w.usd_locked_balance <> (SELECT coalesce(sum(amount_usd), 0) FROM crypto_withdrawals x
                                     WHERE x.user_id = w.user_id AND x.status = 'pending')`,
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
  },
  {
    name: 'decisions-are-audited',
    description: 'Jede Entscheidung eines Admins hat ihre Protokollzeile.',
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
  },
];

/** Runs the invariants in one snapshot, so that bookings in flight cannot look like faults. */
export async function verifyInvariants(tx: Tx, invariants: readonly Invariant[]): Promise<InvariantResult[]> {
  const results: InvariantResult[] = [];
  for (const { name, description, violations } of invariants) {
    const found = await tx.execute(violations);
    results.push({ name, description, violations: found.rows.length, sample: found.rows.slice(0, 5) });
  }
  return results;
}
