import type { CryptoCurrency, Withdrawal } from '@botdepot/contract';
import { fromWire, toWire } from '@botdepot/money';
import { writeAudit } from '../../../platform/audit.ts';
import { newId } from '../../../platform/ids.ts';
import type { Work } from '../../../platform/work.ts';
import { lockWallet } from '../ledger/ledger.store.ts';
import { assertCovered } from '../ledger/ledger.ts';
import { postTransfer } from '../ledger/post-transfer.ts';
import { parsePlayMoneyAddress } from '../play-money-address.ts';
import { assertRoomForAnother } from '../request-status.ts';
import { countOpenWithdrawals, insertWithdrawal, presentWithdrawal } from './withdrawal.store.ts';
import { assertWithdrawalAmount } from './withdrawal.ts';

/**
 * Requests a withdrawal: the amount moves from available to reserved, so that nothing else can spend it, and the total
 * in the wallet stays. Throws INSUFFICIENT_BALANCE when it is not available, and TOO_MANY_OPEN_REQUESTS while as many wait
 * as may.
 */
export async function requestWithdrawal(
  work: Work,
  input: { userId: string; amountUsd: string; cryptoCurrency: CryptoCurrency; withdrawalAddress: string },
): Promise<Withdrawal> {
  const amount = fromWire(input.amountUsd);
  assertWithdrawalAmount(amount);
  const withdrawalAddress = parsePlayMoneyAddress(input.cryptoCurrency, input.withdrawalAddress);
  // They travel together; the second waits for the lock of the first. A wallet that is only opened by it covers nothing.
  const [balances, open] = await Promise.all([
    lockWallet(work.tx, input.userId),
    countOpenWithdrawals(work.tx, input.userId),
  ]);
  assertRoomForAnother('withdrawal', open);
  assertCovered(balances.available, amount);

  const id = newId();
  const transferId = newId();
  // The three writes know one another's ids, so they travel together.
  const [row] = await Promise.all([
    insertWithdrawal(work.tx, {
      id,
      userId: input.userId,
      amountUsd: amount,
      cryptoCurrency: input.cryptoCurrency,
      withdrawalAddress,
      createdAt: work.now,
      reservationTransferId: transferId,
    }),
    postTransfer(
      work,
      {
        kind: 'withdrawal_requested',
        referenceId: id,
        description: 'Auszahlung beantragt, Betrag reserviert',
        customer: { userId: input.userId, available: -amount, reserved: amount },
        counter: [],
      },
      transferId,
    ),
    writeAudit(work, {
      action: 'withdrawal.request',
      subject: 'withdrawal',
      subjectId: id,
      after: { status: 'pending', amountUsd: toWire(amount), cryptoCurrency: input.cryptoCurrency },
    }),
  ]);
  work.hintUser(input.userId, 'withdrawals', 'wallet');
  work.hintAdmins('withdrawals');
  return presentWithdrawal(row);
}
