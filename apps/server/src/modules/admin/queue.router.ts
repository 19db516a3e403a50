import {
  DELETED_ACCOUNT,
  type FourEyesQuestion,
  type PendingDeposit,
  type PendingWithdrawal,
} from '@botdepot/contract';
import { fromWire, toWire } from '@botdepot/money';
import { type CommandRunner, ofAdmin, pageOf } from '../../platform/api.ts';
import type { Database } from '../../platform/database.ts';
import { readSearchTerms } from '../../platform/search-terms.ts';
import type { Clock } from '../../platform/work.ts';
import { listEmails, listLocked } from '../identity/index.ts';
import {
  claimRequest,
  endHold,
  listDeciders,
  listPendingDeposits,
  listPendingWithdrawals,
  listRequests,
  needSecond,
  type PendingFilter,
  type Queue,
  readClaims,
  releaseRequest,
  sumPendingDeposits,
  sumPendingWithdrawals,
} from '../wallet/index.ts';
import { withEmails } from './customers.ts';
import { type Decision, decideDeposit, decideWithdrawal, forEachRow } from './queue.ts';

const HOUR_MS = 3_600_000;

/** Deposits and withdrawals that wait: who sees, claims and decides them. */
export function queueRouter(deps: { database: Database; clock: Clock; runCommand: CommandRunner }) {
  const { database, clock, runCommand } = deps;
  const { db } = database;

  const shown = async <T extends { id: string; userId: string; amountUsd: string }>(
    rows: T[],
    of: FourEyesQuestion,
    adminId: string,
  ) => {
    const claims = await readClaims(
      db,
      rows.map(({ id }) => id),
      clock.now(),
    );
    const items = await withEmails(db, rows);
    const locked = await listLocked(
      db,
      rows.map(({ userId }) => userId),
    );
    const second = await needSecond(
      db,
      { adminId, now: clock.now() },
      of,
      rows.map(({ amountUsd }) => amountUsd),
    );
    return items.map((item, index) => ({
      ...item,
      isLocked: locked.has(item.userId),
      needsSecond: second[index] === true,
      claim: claims.get(item.id) ?? null,
    }));
  };

  return ofAdmin({
    listPendingDeposits: async ({ input, actor }) => {
      const filter = filterOf(input, clock.now());
      const items: PendingDeposit[] = await shown(
        await listPendingDeposits(db, { ...filter, ...placeOf(input) }),
        'deposits',
        actor.userId,
      );
      const { count, amount } = await sumPendingDeposits(db, filter);
      return { items, total: count, totalAmount: toWire(amount), ...pageOf(input) };
    },
    listPendingWithdrawals: async ({ input, actor }) => {
      const filter = filterOf(input, clock.now());
      const items: PendingWithdrawal[] = await shown(
        await listPendingWithdrawals(db, { ...filter, ...placeOf(input) }),
        'bookings',
        actor.userId,
      );
      const { count, amount } = await sumPendingWithdrawals(db, filter);
      return { items, total: count, totalAmount: toWire(amount), ...pageOf(input) };
    },
    listRequests: async ({ input }) => {
      const { items: rows, total } = await listRequests(db, input);
      const deciders = await listDeciders(db);
      const emails = await listEmails(db, [...rows.map(({ userId }) => userId), ...deciders]);
      const personOf = (userId: string) => ({ userId, email: emails.get(userId) ?? DELETED_ACCOUNT });
      const items = rows.map((row) => ({
        ...row,
        ...personOf(row.userId),
        decidedBy: row.decidedBy === null ? null : personOf(row.decidedBy),
      }));
      return { items, total, deciders: deciders.map(personOf), ...pageOf(input) };
    },
    approveDeposit: ({ work, input }) => decideDeposit(work, 'approve', input),
    rejectDeposit: ({ work, input }) => decideDeposit(work, 'reject', input),
    approveWithdrawal: ({ work, input }) => decideWithdrawal(work, 'approve', input),
    rejectWithdrawal: ({ work, input }) => decideWithdrawal(work, 'reject', input),
    decideDeposits: async ({ context, input }) => ({
      items: await forEachRow(context, input.ids, (row, id) => {
        const { decision, ...one } = rowOf(input, id);
        return runCommand(row, `admin.${decision}Deposit`, one, (work) =>
          decideDeposit(work, decision, one, true),
        );
      }),
    }),
    decideWithdrawals: async ({ context, input }) => ({
      items: await forEachRow(context, input.ids, (row, id) => {
        const { decision, ...one } = rowOf(input, id);
        return runCommand(row, `admin.${decision}Withdrawal`, one, (work) =>
          decideWithdrawal(work, decision, one, true),
        );
      }),
    }),
    endHold: ({ work, input }) => endHold(work, input),
    claimRequest: ({ work, input }) => claimRequest(work, input),
    releaseRequest: ({ work, input }) => releaseRequest(work, input),
  });
}

/** One decision of a selection as the operation for a single one has it; an approval has no reason. */
function rowOf({ decision, reason }: { decision: Decision; reason?: string | undefined }, id: string) {
  return decision === 'approve' || reason === undefined ? { decision, id } : { decision, id, reason };
}

type FilterInput = {
  currency?: PendingFilter['currency'];
  amountFrom?: string | undefined;
  amountTo?: string | undefined;
  waitingHours?: number | undefined;
  query?: string | undefined;
};

function filterOf(input: FilterInput, now: Date): PendingFilter {
  const { currency, amountFrom, amountTo, waitingHours, query } = input;
  return {
    currency,
    amountFrom: amountFrom === undefined ? undefined : fromWire(amountFrom),
    amountTo: amountTo === undefined ? undefined : fromWire(amountTo),
    before: waitingHours === undefined ? undefined : new Date(now.getTime() - waitingHours * HOUR_MS),
    search: query ? readSearchTerms(query) : undefined,
  };
}

const placeOf = ({ order, page, pageSize }: Pick<Queue, 'order' | 'page' | 'pageSize'>) => ({
  order,
  page,
  pageSize,
});
