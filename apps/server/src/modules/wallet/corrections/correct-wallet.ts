import { type CorrectionDirection, DomainError, isolated, type WalletCorrection } from '@botdepot/contract';
import { inUsdt, type Micros, toWire } from '@botdepot/money';
import { writeAudit } from '../../../platform/audit.ts';
import { newId } from '../../../platform/ids.ts';
import type { Work } from '../../../platform/work.ts';
import { findUserByEmail, findUserById } from '../../identity/index.ts';
import { notify } from '../../notifications/index.ts';
import { assertOnePersonIsEnough } from '../four-eyes/four-eyes.ts';
import { lockWallet } from '../ledger/ledger.store.ts';
import { HOUSE_ACCOUNTS } from '../ledger/ledger.ts';
import { postTransfer } from '../ledger/post-transfer.ts';
import { numberCorrection } from './correction.store.ts';
import { correctionReference, readCorrectedAmount } from './correction.ts';

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
