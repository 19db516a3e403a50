import {
  type CustomerFacts,
  customerReference,
  DomainError,
  FACTS,
  type RequestFacts,
  type RequestKind,
  type Transaction,
} from '@botdepot/contract';
import { toWire } from '@botdepot/money';
import type { Tx } from '../../platform/database.ts';
import { findUserById, listCreationTimes, listEmails, readNewDevices } from '../identity/index.ts';
import {
  countTakenBackHeld,
  findSharers,
  findWithdrawal,
  listTransactions,
  presentWithdrawal,
  readAddressUse,
  readRequestHistories,
  sumDeposits,
  sumWithdrawals,
} from '../wallet/index.ts';

/** What can stand out in many requests before they are decided together: as many statements as for one. From one snapshot. */
export async function checkRequests(
  tx: Tx,
  { kind, ids }: { kind: RequestKind; ids: readonly string[] },
  now: Date,
): Promise<RequestFacts[]> {
  const before = (days: number) => new Date(now.getTime() - days * DAY_MS);
  const requests = await readRequestHistories(tx, kind, ids, before(FACTS.adjustmentDays));
  const userIds = [...new Set(requests.map(({ userId }) => userId))];
  const memberSince = await listCreationTimes(tx, userIds);
  const newDevices = await readNewDevices(tx, userIds, before(FACTS.newDeviceDays));
  return requests.flatMap(({ userId, adjustedAt, ...request }) => {
    const since = memberSince.get(userId);
    // Anyone who is gone by now has no requests that wait.
    if (!since) return [];
    return [
      {
        ...request,
        memberSince: since.toISOString(),
        adjustedAt: adjustedAt?.toISOString() ?? null,
        newDeviceAt: newDevices.get(userId)?.toISOString() ?? null,
      },
    ];
  });
}

const DAY_MS = 24 * 3_600_000;

/**
 * What is known of a customer when their money is decided on: the same facts for the queue, the second admin, a correction and
 * the customer's page. With a withdrawal also what is known of its address. All of it has to come from one snapshot.
 *
 * Throws CUSTOMER_NOT_FOUND, and WITHDRAWAL_NOT_FOUND for one of somebody else.
 */
export async function readCustomerFacts(
  tx: Tx,
  input: { id: string; withdrawalId?: string | undefined },
  now: Date,
): Promise<CustomerFacts> {
  const user = await findUserById(tx, input.id);
  if (!user) throw DomainError.of('CUSTOMER_NOT_FOUND');
  const userId = user.id;
  const payout =
    input.withdrawalId === undefined ? undefined : await findWithdrawal(tx, userId, input.withdrawalId);
  if (input.withdrawalId !== undefined && !payout) throw DomainError.of('WITHDRAWAL_NOT_FOUND');
  const newDevices = await readNewDevices(
    tx,
    [userId],
    new Date(now.getTime() - FACTS.newDeviceDays * DAY_MS),
  );
  return {
    userId,
    reference: customerReference(userId),
    email: user.email,
    memberSince: user.createdAt.toISOString(),
    lockedAt: user.lockedAt?.toISOString() ?? null,
    lockedReason: user.lockedReason,
    deposits: onWire(await sumDeposits(tx, userId)),
    withdrawals: onWire(await sumWithdrawals(tx, userId)),
    takenBackHeld: await countTakenBackHeld(tx, userId),
    adjustments: await readAdjustments(tx, userId),
    newDeviceAt: newDevices.get(userId)?.toISOString() ?? null,
    sharedWith: await readSharers(tx, userId, payout?.withdrawalAddress),
    withdrawal: payout ? await readPayout(tx, payout) : null,
  };
}

const onWire = ({ count, amount, lastAt }: Awaited<ReturnType<typeof sumDeposits>>) => ({
  count,
  amountUsd: toWire(amount),
  lastAt: lastAt?.toISOString() ?? null,
});

/** What the team has booked by hand; a manual return moves what the bots hold. */
async function readAdjustments(tx: Tx, userId: string): Promise<CustomerFacts['adjustments']> {
  const page = { page: 1, pageSize: FACTS.adjustmentsShown };
  const corrections = await listTransactions(tx, userId, { kind: 'wallet_corrected', ...page });
  const returns = await listTransactions(tx, userId, { kind: 'manual_return', ...page });
  const amountOf = (row: Transaction) => (row.kind === 'manual_return' ? row.investedAmount : row.amount);
  return {
    count: corrections.total + returns.total,
    newest: [...corrections.items, ...returns.items]
      .sort((a, b) => b.createdAt.localeCompare(a.createdAt))
      .slice(0, FACTS.adjustmentsShown)
      .map((row) => ({
        transferId: row.id,
        kind: row.kind,
        reference: row.reference,
        amountUsd: amountOf(row),
        at: row.createdAt,
        reason: row.description,
      })),
  };
}

async function readSharers(
  tx: Tx,
  userId: string,
  address: string | undefined,
): Promise<CustomerFacts['sharedWith']> {
  const { count, userIds } = await findSharers(tx, { userId, address, limit: FACTS.sharersShown });
  const emails = await listEmails(tx, userIds);
  return {
    count,
    first: userIds.flatMap((other) => {
      const email = emails.get(other);
      return email === undefined ? [] : [{ userId: other, reference: customerReference(other), email }];
    }),
  };
}

type Payout = NonNullable<Awaited<ReturnType<typeof findWithdrawal>>>;

async function readPayout(tx: Tx, row: Payout): Promise<CustomerFacts['withdrawal']> {
  const { id, reference, status, createdAt, heldAt, cryptoCurrency, withdrawalAddress } =
    presentWithdrawal(row);
  const { since, askedBefore, paidBefore } = await readAddressUse(tx, row);
  return {
    id,
    reference,
    status,
    createdAt,
    heldAt,
    cryptoCurrency,
    address: withdrawalAddress,
    addressSince: since.toISOString(),
    askedBefore,
    paidBefore,
  };
}
