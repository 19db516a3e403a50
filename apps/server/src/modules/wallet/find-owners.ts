import type { Tx } from '../../platform/database.ts';
import type { SearchTerms } from '../../platform/search-terms.ts';

/** More than anybody can mean. */
const MOST = 50;

/** Whose deposits, withdrawals or bookings are meant: by the beginning of their id, or by their short number. */
export async function findOwners(tx: Tx, { ids, reference }: SearchTerms): Promise<string[]> {
  if (reference?.kind === 'deposit' || reference?.kind === 'withdrawal') {
    const table = reference.kind === 'deposit' ? 'crypto_deposits' : 'crypto_withdrawals';
    return ownersOf(tx, `SELECT user_id FROM ${table} WHERE number = $1`, [reference.number]);
  }
  if (reference?.kind === 'correction')
    return ownersOf(
      tx,
      `SELECT t.user_id FROM wallet_corrections c JOIN ledger_transfers t ON t.id = c.transfer_id WHERE c.number = $1`,
      [reference.number],
    );
  if (!ids) return [];
  const within = 'WHERE id BETWEEN $1::uuid AND $2::uuid';
  return ownersOf(
    tx,
    `SELECT DISTINCT user_id FROM (
       SELECT user_id FROM crypto_deposits ${within} UNION ALL
       SELECT user_id FROM crypto_withdrawals ${within} UNION ALL
       SELECT user_id FROM ledger_transfers ${within} AND user_id IS NOT NULL
     ) found LIMIT ${MOST}`,
    [ids.from, ids.to],
  );
}

async function ownersOf(tx: Tx, text: string, values: unknown[]): Promise<string[]> {
  const { rows } = await tx.$client.query<{ user_id: string }>(text, values);
  return rows.map((row) => row.user_id);
}
