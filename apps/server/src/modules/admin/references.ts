import { type ApprovalStatus, DELETED_ACCOUNT, type FoundReference } from '@botdepot/contract';
import { sql } from 'drizzle-orm';
import type { Tx } from '../../platform/database.ts';
import { type Reference, readSearchTerms } from '../../platform/search-terms.ts';
import { readInvestment } from '../bots/index.ts';
import { listEmails } from '../identity/index.ts';
import { findDeposit, findWithdrawal, presentDeposit, presentWithdrawal } from '../wallet/index.ts';

/** Where the numbers of each kind are; of a correction the booking is the thing. */
const NUMBERED: Record<Exclude<Reference['kind'], 'approval'>, string> = {
  deposit: 'SELECT id, user_id FROM crypto_deposits WHERE number = $1',
  withdrawal: 'SELECT id, user_id FROM crypto_withdrawals WHERE number = $1',
  investment: 'SELECT id, user_id FROM bot_investments WHERE number = $1',
  correction:
    'SELECT t.id, t.user_id FROM wallet_corrections c JOIN ledger_transfers t ON t.id = c.transfer_id WHERE c.number = $1',
};

/** The one thing that has this number; null for any other text, and for a number that nothing has. */
export async function findReference(tx: Tx, query: string): Promise<FoundReference | null> {
  const { reference: wanted, text } = readSearchTerms(query);
  if (!wanted) return null;
  const { kind, number } = wanted;
  const reference = `${text.slice(0, 1).toUpperCase()}-${number}`;
  if (kind === 'approval') return findApproval(tx, number, reference);
  const { rows } = await tx.$client.query<{ id: string; user_id: string }>(NUMBERED[kind], [number]);
  const [row] = rows;
  if (!row) return null;
  const { id, user_id: userId } = row;
  const email = (await listEmails(tx, [userId])).get(userId) ?? DELETED_ACCOUNT;
  const owner = { reference, userId, email };
  switch (kind) {
    case 'deposit': {
      const deposit = await findDeposit(tx, userId, id);
      return deposit ? { kind, ...owner, item: presentDeposit(deposit) } : null;
    }
    case 'withdrawal': {
      const withdrawal = await findWithdrawal(tx, userId, id);
      return withdrawal ? { kind, ...owner, item: presentWithdrawal(withdrawal) } : null;
    }
    case 'investment':
      return { kind, ...owner, item: await readInvestment(tx, userId, id) };
    case 'correction':
      return { kind, ...owner, transferId: id };
  }
}

async function findApproval(tx: Tx, number: number, reference: string): Promise<FoundReference | null> {
  const { rows } = await tx.execute<{ id: string; status: ApprovalStatus }>(
    sql`SELECT id, status FROM approval_requests WHERE number = ${number}`,
  );
  return rows[0] ? { kind: 'approval', reference, ...rows[0] } : null;
}
