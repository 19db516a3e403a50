import { fromWire, toWire } from '@botdepot/money';
import { sqlState } from '../../../platform/database.ts';
import { newId } from '../../../platform/ids.ts';
import type { Work } from '../../../platform/work.ts';
import { checkDraft, type TransferDraft } from './ledger.ts';

export type Posted = { transferId: string; available: bigint; reserved: bigint };

/** A posting would have taken a customer's available or reserved balance below zero. Nothing was written. */
export class OverdrawnError extends Error {
  override name = 'OverdrawnError';
}

/**
 * Moves money: the only way that a balance changes. One round trip with a prepared statement; runs inside the caller's
 * transaction and locks the customer's wallet row until it ends. The wallet must exist (`openWallet`).
 *
 * `transferId` may be given so that rows which refer to the transfer can be written without waiting for it.
 * Throws `OverdrawnError` (the transaction is then aborted by PostgreSQL, so callers check first and treat this as the
 * last line of defence) and `RangeError` when the draft does not balance.
 *
 * Returns the customer's balances after the posting, 0 without a customer.
 */
export async function postTransfer(work: Work, draft: TransferDraft, transferId = newId()): Promise<Posted> {
  checkDraft(draft);
  const counter = draft.counter.filter((entry) => entry.amount !== 0n);
  const { customer } = draft;
  try {
    const { rows } = await work.tx.$client.query<{
      available_after: string | null;
      reserved_after: string | null;
    }>({
      name: 'post_transfer',
      text: 'SELECT * FROM post_transfer($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)',
      values: [
        transferId,
        draft.kind,
        customer?.userId ?? null,
        draft.referenceId,
        draft.description,
        work.actor.userId,
        work.now,
        toWire(customer?.available ?? 0n),
        toWire(customer?.reserved ?? 0n),
        counter.map((entry) => entry.accountId),
        counter.map((entry) => toWire(entry.amount)),
        work.requestedBy ?? null,
      ],
    });
    const [row] = rows;
    return {
      transferId,
      available: fromWire(row?.available_after ?? '0'),
      reserved: fromWire(row?.reserved_after ?? '0'),
    };
  } catch (error) {
    if (sqlState(error) === '23514') throw new OverdrawnError(`Overdrawn by ${draft.kind}`, { cause: error });
    throw error;
  }
}
