import { createHmac } from 'node:crypto';
import {
  type CryptoCurrency,
  DEFAULT_REJECTION_REASON,
  type Deposit,
  DomainError,
  isolated,
} from '@botdepot/contract';
import { fromWire, inUsd, inUsdt, type Micros, toWire } from '@botdepot/money';
import { and, asc, eq, lt, lte, notExists, type SQLWrapper } from 'drizzle-orm';
import { writeAudit } from '../../platform/audit.ts';
import type { Tx } from '../../platform/database.ts';
import { newId, systemActor, type Work, type WorkRunner } from '../../platform/work.ts';
import { findUserById } from '../identity/index.ts';
import { assertOnePersonIsEnough } from './four-eyes.ts';
import { HOUSE_ACCOUNTS, lockWallet, openWallet, postTransfer } from './ledger.ts';
import { depositAddress } from './play-money-address.ts';
import {
  announceDecision,
  assertCancellable,
  assertDecidable,
  assertDepositAmount,
  assertRoomForAnother,
  depositReference,
  presentRequest,
  requestStore,
} from './requests.ts';
import { cryptoDeposits, welcomeDeposits } from './wallet.schema.ts';

export type DepositRow = typeof cryptoDeposits.$inferSelect;

export const presentDeposit = (row: DepositRow): Deposit => ({
  ...presentRequest(row),
  reference: depositReference(row.number),
  depositAddress: row.depositAddress,
  // Nobody else approves without a name.
  granted: row.status === 'approved' && row.approvedBy === null,
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

/**
 * Credits a pending deposit to the customer's wallet, creating the wallet when it is missing.
 *
 * Throws DEPOSIT_NOT_FOUND, OWN_REQUEST, ALREADY_DECIDED, and SECOND_ADMIN_REQUIRED for an amount that one admin alone does
 * not credit.
 */
export async function approveDeposit(work: Work, input: { id: string }): Promise<Deposit> {
  const row = await lockForDecision(work, input.id);
  await openWallet(work.tx, row.userId);
  await lockWallet(work.tx, row.userId);
  await assertOnePersonIsEnough(work, 'deposits', row.amountUsd);
  const reference = depositReference(row.number);
  return creditDeposit(work, row, {
    description: `Einzahlung ${reference} in ${row.cryptoCurrency} bestätigt`,
    message: `${inUsdt(row.amountUsd)} aus ${reference} sind in Ihrem Wallet.`,
  });
}

/** Books a locked, pending deposit. */
async function creditDeposit(
  work: Work,
  row: DepositRow,
  { description, message }: { description: string; message: string },
): Promise<Deposit> {
  const { transferId } = await postTransfer(work, {
    kind: 'deposit_approved',
    referenceId: row.id,
    description,
    customer: { userId: row.userId, available: row.amountUsd, reserved: 0n },
    counter: [{ accountId: HOUSE_ACCOUNTS.house_deposits, amount: -row.amountUsd }],
  });
  const approved = await updateDeposit(work.tx, row.id, {
    status: 'approved',
    decidedAt: work.now,
    decidedBy: work.actor.userId,
    approvedAt: work.now,
    approvedBy: work.actor.userId,
    transferId,
  });
  await announceDecision(work, 'deposit', approved, {
    action: 'deposit.approve',
    title: 'Einzahlung gutgeschrieben',
    message,
    type: 'success',
  });
  return presentDeposit(approved);
}

/**
 * Credits somebody's first deposit by itself, if they have announced none so far and nobody with their address was given it: an ordinary
 * deposit that the system approves. Called at every login, so that one that failed is made up for.
 *
 * @param deps.amount Null where the installation grants none.
 * @param deps.secret Keys the hash by which the address is remembered.
 */
export function createWelcome(deps: {
  amount: Micros | null;
  secret: string;
  runWork: WorkRunner;
}): (userId: string) => Promise<void> {
  const { amount, secret, runWork } = deps;
  return async (userId) => {
    if (amount === null) return;
    await runWork(systemActor(newId()), async (work) => {
      // Most who log in have long had one: they wait for nobody's lock.
      if (await hasDeposited(work.tx, userId)) return;
      const user = await findUserById(work.tx, userId);
      if (user?.role !== 'user') return;
      await lockWallet(work.tx, userId);
      if (await hasDeposited(work.tx, userId)) return;
      const person = createHmac('sha256', secret).update(`welcome-deposit:${user.email}`).digest('base64url');
      const [first] = await work.tx
        .insert(welcomeDeposits)
        .values({ person, grantedAt: work.now })
        .onConflictDoNothing()
        .returning();
      if (first) await grantDeposit(work, userId, amount);
    });
  };
}

async function grantDeposit(work: Work, userId: string, amount: Micros): Promise<void> {
  const { id } = await requestDeposit(work, { userId, amountUsd: toWire(amount), cryptoCurrency: 'USDT' });
  const row = await lockForDecision(work, id);
  const reference = depositReference(row.number);
  await creditDeposit(work, row, {
    description: `Startguthaben ${reference} in ${row.cryptoCurrency}, ohne Prüfung gutgeschrieben`,
    message: `${inUsdt(amount)} Startguthaben aus ${reference} sind in Ihrem Wallet.`,
  });
}

async function hasDeposited(tx: Tx, userId: string): Promise<boolean> {
  const [row] = await tx
    .select({ id: cryptoDeposits.id })
    .from(cryptoDeposits)
    .where(eq(cryptoDeposits.userId, userId))
    .limit(1);
  return row !== undefined;
}

/** Forgets who was given it before then. */
export async function deleteOldWelcomes(tx: Tx, before: Date): Promise<void> {
  await tx.delete(welcomeDeposits).where(lt(welcomeDeposits.grantedAt, before));
}

/** Rejects a pending deposit; the reason is kept in its notes and shown to the customer. */
export async function rejectDeposit(
  work: Work,
  input: { id: string; reason?: string | undefined },
): Promise<Deposit> {
  const row = await lockForDecision(work, input.id);
  const reason = input.reason || DEFAULT_REJECTION_REASON;
  const rejected = await updateDeposit(work.tx, row.id, {
    status: 'rejected',
    decidedAt: work.now,
    decidedBy: work.actor.userId,
    notes: reason,
  });
  await announceDecision(work, 'deposit', rejected, {
    action: 'deposit.reject',
    reason,
    title: 'Einzahlung abgelehnt',
    message: `${depositReference(row.number)} über ${inUsd(row.amountUsd)} wurde abgelehnt. Grund: ${isolated(reason)}`,
    type: 'error',
  });
  return presentDeposit(rejected);
}

/** The customer takes a pending deposit back. A foreign id answers as an unknown one does. */
export async function cancelDeposit(work: Work, input: { id: string; userId: string }): Promise<Deposit> {
  const row = await lockDeposit(work.tx, input.id);
  if (!row || row.userId !== input.userId) throw DomainError.of('DEPOSIT_NOT_FOUND');
  assertCancellable(row.status);
  const cancelled = await updateDeposit(work.tx, row.id, { status: 'cancelled', decidedAt: work.now });
  await announceDecision(work, 'deposit', cancelled, {
    action: 'deposit.cancel',
    title: 'Einzahlung storniert',
    message: `${depositReference(row.number)} über ${inUsd(row.amountUsd)} haben Sie storniert.`,
    type: 'info',
  });
  return presentDeposit(cancelled);
}

async function lockForDecision(work: Work, id: string): Promise<DepositRow> {
  const row = await lockDeposit(work.tx, id);
  if (!row) throw DomainError.of('DEPOSIT_NOT_FOUND');
  await assertDecidable(work, row);
  return row;
}

export type LateDeposit = ReturnType<typeof presentDeposit> & { userId: string };

/**
 * Pending deposits that were announced at `before` or earlier, oldest first.
 * @param filter.except a query that has a row for every deposit to leave out, whose id it is given.
 */
export async function listLateDeposits(
  tx: Tx,
  filter: { before: Date; except: (depositId: SQLWrapper) => SQLWrapper; limit: number },
): Promise<LateDeposit[]> {
  const rows = await tx
    .select()
    .from(cryptoDeposits)
    .where(
      and(
        eq(cryptoDeposits.status, 'pending'),
        lte(cryptoDeposits.createdAt, filter.before),
        notExists(filter.except(cryptoDeposits.id)),
      ),
    )
    .orderBy(asc(cryptoDeposits.createdAt), asc(cryptoDeposits.id))
    .limit(filter.limit);
  return rows.map((row: DepositRow) => ({ ...presentDeposit(row), userId: row.userId }));
}
