import {
  type CorrectionDirection,
  DomainError,
  isolated,
  LIMITS,
  type WalletCorrection,
} from '@botdepot/contract';
import { fromWire, inUsdt, type Micros, toWire } from '@botdepot/money';
import { writeAudit } from '../../platform/audit.ts';
import type { Tx } from '../../platform/database.ts';
import { newId, type Work } from '../../platform/work.ts';
import { findUserByEmail, findUserById } from '../identity/index.ts';
import { notify } from '../notifications/index.ts';
import { assertOnePersonIsEnough } from './four-eyes.ts';
import { HOUSE_ACCOUNTS, lockWallet, postTransfer } from './ledger.ts';

export const correctionReference = (number: number): string => `K-${number}`;

/** The amount of a correction. Throws WALLET_CORRECTION_INCOMPLETE without an address or a positive amount. */
function readCorrectedAmount(input: { email: string; amountUsd: string }): Micros {
  const amount = input.amountUsd === '' ? 0n : fromWire(input.amountUsd);
  if (input.email === '' || amount <= 0n) throw DomainError.of('WALLET_CORRECTION_INCOMPLETE');
  const { maximum } = LIMITS.correction;
  if (amount > maximum)
    throw DomainError.of('AMOUNT_ABOVE_MAXIMUM', { maximum: toWire(maximum), unit: 'USDT' });
  return amount;
}

/**
 * Gives the correction that was just booked the next number and returns it. Corrections are numbered one after the other,
 * so the table is locked until the transaction ends. A sequence would leave gaps: reviews try corrections out and take them
 * back.
 */
async function numberCorrection(tx: Tx, transferId: string): Promise<number> {
  await tx.$client.query('LOCK TABLE wallet_corrections IN SHARE ROW EXCLUSIVE MODE');
  const { rows } = await tx.$client.query<{ number: string }>(
    `INSERT INTO wallet_corrections (transfer_id, number)
     SELECT $1, coalesce(max(number), 1000) + 1 FROM wallet_corrections RETURNING number`,
    [transferId],
  );
  const [row] = rows;
  if (!row) throw new Error('a correction without a number');
  return Number(row.number);
}

/** The short numbers of these bookings; what is no correction is missing in the map. */
export async function readCorrectionNumbers(
  tx: Tx,
  transferIds: readonly string[],
): Promise<Map<string, number>> {
  if (transferIds.length === 0) return new Map();
  const { rows } = await tx.$client.query<{ transfer_id: string; number: string }>(
    'SELECT transfer_id, number FROM wallet_corrections WHERE transfer_id = ANY($1::uuid[])',
    [transferIds],
  );
  return new Map(rows.map((row) => [row.transfer_id, Number(row.number)]));
}

type CorrectionInput = {
  email: string;
  direction: CorrectionDirection;
  amountUsd: string;
  reason: string;
};

/**
 * Credits or debits the wallet of whoever has the address, against the house. Reserved money is not touched. The reason
 * is the booking's description, so the customer reads it beside the amount. Locks the wallet.
 *
 * Throws WALLET_CORRECTION_INCOMPLETE, AMOUNT_ABOVE_MAXIMUM, USER_NOT_FOUND, OWN_ACCOUNT, and BALANCE_NEGATIVE when a
 * debit exceeds what is available, and SECOND_ADMIN_REQUIRED.
 */
export async function correctWallet(work: Work, input: CorrectionInput): Promise<WalletCorrection> {
  const amount = readCorrectedAmount(input);
  const userId = await findOwner(work, input.email);
  const balances = await lockWallet(work.tx, userId);
  // An account that is deleted holds its wallet until it is gone, so this look is the one that counts.
  const user = await findUserById(work.tx, userId);
  if (!user) throw DomainError.of('USER_NOT_FOUND');
  const isDebit = input.direction === 'debit';
  if (isDebit && amount > balances.available)
    throw DomainError.of('BALANCE_NEGATIVE', {
      available: toWire(balances.available),
      required: toWire(amount),
    });

  await assertOnePersonIsEnough(work, 'bookings', amount);

  const change = isDebit ? -amount : amount;
  const transferId = newId();
  // One connection answers in the order of asking: what is numbered has been booked.
  const [posted, number] = await Promise.all([
    postTransfer(
      work,
      {
        kind: 'wallet_corrected',
        // Nothing lies behind a correction but the booking itself.
        referenceId: transferId,
        description: input.reason,
        customer: { userId, available: change, reserved: 0n },
        counter: [{ accountId: HOUSE_ACCOUNTS.house_corrections, amount: -change }],
      },
      transferId,
    ),
    numberCorrection(work.tx, transferId),
    writeAudit(work, {
      action: 'wallet.correct',
      subject: 'wallet',
      subjectId: userId,
      before: { available: toWire(balances.available) },
      after: { available: toWire(balances.available + change), amountUsd: toWire(change), transferId },
      reason: input.reason,
    }),
  ]);
  const reference = correctionReference(number);
  await notify(work, {
    userId,
    event: 'wallet_correction',
    title: 'Wallet korrigiert',
    message: `${reference}: ${correctionMessage(input.direction, amount)} Grund: ${isolated(input.reason)}`,
    type: isDebit ? 'warning' : 'success',
    subject: 'wallet',
    subjectId: transferId,
    facts: [
      { label: 'Betrag', value: inUsdt(change, { sign: 'always' }) },
      { label: 'Referenz', value: reference },
    ],
  });
  work.hintUser(userId, 'wallet');
  work.hintAdmins('wallet');
  return {
    userId,
    email: user.email,
    total: toWire(posted.available + posted.reserved),
    reserved: toWire(posted.reserved),
    available: toWire(posted.available),
    direction: input.direction,
    amountUsd: toWire(amount),
    transferId,
    reference,
  };
}

async function findOwner(work: Work, email: string): Promise<string> {
  const user = await findUserByEmail(work.tx, email);
  if (!user) throw DomainError.of('USER_NOT_FOUND');
  if (user.id === work.actor.userId) throw DomainError.of('OWN_ACCOUNT');
  return user.id;
}

function correctionMessage(direction: CorrectionDirection, amount: Micros): string {
  return direction === 'credit'
    ? `Ihrem Wallet wurden ${inUsdt(amount)} gutgeschrieben.`
    : `Ihr Wallet wurde mit ${inUsdt(amount)} belastet.`;
}
