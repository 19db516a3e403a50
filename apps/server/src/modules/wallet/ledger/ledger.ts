import { DomainError, type TransferKind } from '@botdepot/contract';
import { type Micros, toWire } from '@botdepot/money';

/** House accounts exist once; their ids are fixed by the migrations. */
export const HOUSE_ACCOUNTS = {
  house_deposits: '00000000-0000-7000-8000-000000000001',
  house_withdrawals: '00000000-0000-7000-8000-000000000002',
  house_market_pnl: '00000000-0000-7000-8000-000000000003',
  house_corrections: '00000000-0000-7000-8000-000000000004',
  house_manual_returns: '00000000-0000-7000-8000-000000000005',
  house_rounding: '00000000-0000-7000-8000-000000000006',
  house_closed_accounts: '00000000-0000-7000-8000-000000000007',
} as const;

/** The side of a transfer that is not the customer's: a house account or a bot's pool, by account id. */
export type CounterEntry = { accountId: string; amount: Micros };

/**
 * A movement of money. The customer's two changes and the counter entries sum to zero; at least two of them are not
 * zero. One transfer concerns at most one customer.
 */
export type TransferDraft = {
  kind: TransferKind;
  referenceId: string;
  /** Plain German, shown to the customer. */
  description: string;
  customer: { userId: string; available: Micros; reserved: Micros } | null;
  counter: CounterEntry[];
};

/** Throws a RangeError on a draft that is not double entry: a fault of ours, never of a customer. */
export function checkDraft(draft: TransferDraft): void {
  const amounts = draft.counter.map((entry) => entry.amount);
  if (draft.customer) amounts.push(draft.customer.available, draft.customer.reserved);
  const moved = amounts.filter((amount) => amount !== 0n);
  if (moved.length < 2) throw new RangeError(`A transfer needs two entries: ${draft.kind}`);
  const sum = moved.reduce((total, amount) => total + amount, 0n);
  if (sum !== 0n) throw new RangeError(`The entries of ${draft.kind} sum to ${toWire(sum)}, not to zero`);
}

/** The rule for a withdrawal: not above what is available now. */
export function assertCovered(available: Micros, required: Micros): void {
  if (required > available)
    throw DomainError.of('INSUFFICIENT_BALANCE', {
      available: toWire(available),
      required: toWire(required),
    });
}
