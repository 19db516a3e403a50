import type { Deposit } from '@botdepot/contract';
import { presentRequest, requestStore } from '../requests.store.ts';
import { cryptoDeposits } from './deposit.schema.ts';
import { depositReference } from './deposit.ts';

export type DepositRow = typeof cryptoDeposits.$inferSelect;

export const presentDeposit = (row: DepositRow): Deposit => ({
  ...presentRequest(row),
  reference: depositReference(row.number),
  depositAddress: row.depositAddress,
});

export const {
  find: findDeposit,
  lock: lockDeposit,
  insert: insertDeposit,
  update: updateDeposit,
  countOpen: countOpenDeposits,
  list: listDeposits,
  listAfter: listDepositsAfter,
  listDecided: listDecidedDeposits,
} = requestStore(cryptoDeposits);
