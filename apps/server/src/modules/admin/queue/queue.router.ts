import type { PendingDeposit, PendingWithdrawal } from '@botdepot/contract';
import { fromWire, toWire } from '@botdepot/money';
import { adminMoney, adminOnly, pageOf } from '../../../platform/api.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/database.ts';
import { readSearchTerms } from '../../../platform/search-terms.ts';
import type { WorkRunner } from '../../../platform/work.ts';
import { listLocked } from '../../identity/index.ts';
import {
  claimRequest,
  endHold,
  listPendingDeposits,
  listPendingWithdrawals,
  type PendingFilter,
  type Queue,
  readClaims,
  releaseRequest,
  sumPendingDeposits,
  sumPendingWithdrawals,
} from '../../wallet/index.ts';
import { adminCommand } from '../admin-command.ts';
import { forEachRow } from '../for-each-row.ts';
import { withEmails } from '../with-emails.ts';
import { decideDeposit, decideWithdrawal } from './decide-request.ts';

const HOUR_MS = 3_600_000;

/** Deposits and withdrawals that wait: who sees, claims and decides them. */
export function queueRouter(deps: { database: Database; clock: Clock; runWork: WorkRunner }) {
  const { database, clock, runWork } = deps;
  const { db } = database;

  const shown = async <T extends { id: string; userId: string }>(rows: T[]) => {
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
    return items.map((item) => ({
      ...item,
      isLocked: locked.has(item.userId),
      claim: claims.get(item.id) ?? null,
    }));
  };

  return {
    listPendingDeposits: adminOnly.admin.listPendingDeposits.handler(async ({ input }) => {
      const filter = filterOf(input, clock.now());
      const items: PendingDeposit[] = await shown(
        await listPendingDeposits(db, { ...filter, ...placeOf(input) }),
      );
      const { count, amount } = await sumPendingDeposits(db, filter);
      return { items, total: count, totalAmount: toWire(amount), ...pageOf(input) };
    }),
    listPendingWithdrawals: adminOnly.admin.listPendingWithdrawals.handler(async ({ input }) => {
      const filter = filterOf(input, clock.now());
      const items: PendingWithdrawal[] = await shown(
        await listPendingWithdrawals(db, { ...filter, ...placeOf(input) }),
      );
      const { count, amount } = await sumPendingWithdrawals(db, filter);
      return { items, total: count, totalAmount: toWire(amount), ...pageOf(input) };
    }),
    approveDeposit: adminMoney.admin.approveDeposit.handler(({ context, input }) =>
      decideDeposit(runWork, context, 'approve', input),
    ),
    rejectDeposit: adminMoney.admin.rejectDeposit.handler(({ context, input }) =>
      decideDeposit(runWork, context, 'reject', input),
    ),
    approveWithdrawal: adminMoney.admin.approveWithdrawal.handler(({ context, input }) =>
      decideWithdrawal(runWork, context, 'approve', input),
    ),
    rejectWithdrawal: adminMoney.admin.rejectWithdrawal.handler(({ context, input }) =>
      decideWithdrawal(runWork, context, 'reject', input),
    ),
    decideDeposits: adminMoney.admin.decideDeposits.handler(async ({ context, input }) => {
      const { ids, decision, reason } = input;
      const items = await forEachRow(context, ids, (row, id) =>
        decideDeposit(runWork, row, decision, { id, reason }, true),
      );
      return { items };
    }),
    decideWithdrawals: adminMoney.admin.decideWithdrawals.handler(async ({ context, input }) => {
      const { ids, decision, reason } = input;
      const items = await forEachRow(context, ids, (row, id) =>
        decideWithdrawal(runWork, row, decision, { id, reason }, true),
      );
      return { items };
    }),
    endHold: adminMoney.admin.endHold.handler(({ context, input }) =>
      adminCommand(runWork, context, 'admin.endHold', input, (work) => endHold(work, input)),
    ),
    claimRequest: adminOnly.admin.claimRequest.handler(({ context, input }) =>
      runWork(context.actor, (work) => claimRequest(work, input)),
    ),
    releaseRequest: adminOnly.admin.releaseRequest.handler(({ context, input }) =>
      runWork(context.actor, (work) => releaseRequest(work, input)),
    ),
  };
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
