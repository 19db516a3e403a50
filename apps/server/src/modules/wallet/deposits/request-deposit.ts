import type { CryptoCurrency, Deposit } from '@botdepot/contract';
import { fromWire, toWire } from '@botdepot/money';
import { writeAudit } from '../../../platform/audit.ts';
import { newId } from '../../../platform/ids.ts';
import type { Work } from '../../../platform/work.ts';
import { lockWallet } from '../ledger/ledger.store.ts';
import { depositAddress } from '../play-money-address.ts';
import { assertRoomForAnother } from '../request-status.ts';
import { countOpenDeposits, insertDeposit, presentDeposit } from './deposit.store.ts';
import { assertDepositAmount } from './deposit.ts';

/**
 * Announces a deposit of play money. Nothing is credited until an admin approves it. Throws ACCOUNT_CLOSED, and
 * TOO_MANY_OPEN_REQUESTS while as many wait as may.
 */
export async function requestDeposit(
  work: Work,
  input: { userId: string; amountUsd: string; cryptoCurrency: CryptoCurrency },
): Promise<Deposit> {
  const amount = fromWire(input.amountUsd);
  assertDepositAmount(amount);
  // Nothing is booked yet; the lock keeps a request from slipping in while the account is being deleted, or beside the last
  // one there is room for.
  await lockWallet(work.tx, input.userId);
  assertRoomForAnother('deposit', await countOpenDeposits(work.tx, input.userId));
  const row = await insertDeposit(work.tx, {
    id: newId(),
    userId: input.userId,
    amountUsd: amount,
    cryptoCurrency: input.cryptoCurrency,
    depositAddress: depositAddress(input.cryptoCurrency),
    createdAt: work.now,
  });
  await writeAudit(work, {
    action: 'deposit.request',
    subject: 'deposit',
    subjectId: row.id,
    after: { status: row.status, amountUsd: toWire(amount), cryptoCurrency: row.cryptoCurrency },
  });
  work.hintUser(input.userId, 'deposits', 'wallet');
  work.hintAdmins('deposits');
  return presentDeposit(row);
}
