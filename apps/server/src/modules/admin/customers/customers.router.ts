import type { Customer, Installation } from '@botdepot/contract';
import { adminMoney, adminOnly, adminSecurity, pageOf, type SignedIn } from '../../../platform/api.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Database, Tx } from '../../../platform/database.ts';
import type { Work, WorkRunner } from '../../../platform/work.ts';
import { listInvestments } from '../../bots/index.ts';
import { type AccessChange, changeRole, endSessions, lockUser, unlockUser } from '../../identity/index.ts';
import { listOwnChats } from '../../support/index.ts';
import {
  holdWithdrawals,
  listDeposits,
  listTransactions,
  listWithdrawals,
  presentDeposit,
  presentWithdrawal,
} from '../../wallet/index.ts';
import { adminCommand } from '../admin-command.ts';
import { checkRequests } from '../facts/check-requests.ts';
import { readCustomerFacts } from '../facts/read-customer-facts.ts';
import { changeCustomerAccess } from './change-customer-access.ts';
import { findCustomers, listUserProfiles, readCustomerBalance } from './find-customers.ts';
import { listCustomerAudit } from './list-customer-audit.ts';
import { assertCustomer, assertLocked, readCustomer, readCustomerTransfer } from './read-customer.ts';

/** People: the list, one of them with everything that is theirs, and what they may do. */
export function customersRouter(deps: {
  database: Database;
  clock: Clock;
  runWork: WorkRunner;
  installation: Installation;
  baseUrl: string;
  /** After the commit. */
  onAccessChanged: (change: AccessChange) => void;
}) {
  const { database, clock, runWork } = deps;
  const { db } = database;
  const { brandName, demo } = deps.installation;
  const letterhead = { brandName, demo, baseUrl: deps.baseUrl };

  /** One page of something that a customer has. */
  const pageOfCustomer = async <T>(
    input: { id: string; page: number; pageSize: number },
    list: (tx: Tx) => Promise<{ items: T[]; total: number }>,
  ) => {
    await assertCustomer(db, input.id);
    return { ...(await list(db)), ...pageOf(input) };
  };
  const read = (id: string): Promise<Customer> =>
    database.snapshot((tx) => readCustomer(tx, id, clock.now()));
  const changeAccess = async (
    actor: SignedIn,
    id: string,
    change: (work: Work) => Promise<AccessChange>,
  ): Promise<Customer> => {
    deps.onAccessChanged(await runWork(actor, (work) => changeCustomerAccess(work, letterhead, change)));
    return read(id);
  };

  return {
    listUsers: adminOnly.admin.listUsers.handler(async ({ input }) => ({
      ...(await listUserProfiles(db, input)),
      ...pageOf(input),
    })),
    findCustomers: adminOnly.admin.findCustomers.handler(async ({ input }) => ({
      ...(await findCustomers(db, input)),
      ...pageOf(input),
    })),
    getCustomerBalance: adminOnly.admin.getCustomerBalance.handler(({ input }) =>
      readCustomerBalance(db, input.id),
    ),
    getCustomer: adminOnly.admin.getCustomer.handler(({ input }) => read(input.id)),
    getCustomerFacts: adminOnly.admin.getCustomerFacts.handler(({ input }) =>
      database.snapshot((tx) => readCustomerFacts(tx, input, clock.now())),
    ),
    checkRequests: adminOnly.admin.checkRequests.handler(async ({ input }) => ({
      items: await database.snapshot((tx) => checkRequests(tx, input, clock.now())),
    })),
    listCustomerTransactions: adminOnly.admin.listCustomerTransactions.handler(({ input }) =>
      pageOfCustomer(input, (tx) => listTransactions(tx, input.id, input)),
    ),
    getCustomerTransfer: adminOnly.admin.getCustomerTransfer.handler(({ input }) =>
      readCustomerTransfer(db, input.id, input.transferId),
    ),
    listCustomerInvestments: adminOnly.admin.listCustomerInvestments.handler(({ input }) =>
      pageOfCustomer(input, (tx) => listInvestments(tx, input.id, input)),
    ),
    listCustomerDeposits: adminOnly.admin.listCustomerDeposits.handler(({ input }) =>
      pageOfCustomer(input, async (tx) => {
        const { rows, total } = await listDeposits(tx, input.id, input);
        return { items: rows.map(presentDeposit), total };
      }),
    ),
    listCustomerWithdrawals: adminOnly.admin.listCustomerWithdrawals.handler(({ input }) =>
      pageOfCustomer(input, async (tx) => {
        const { rows, total } = await listWithdrawals(tx, input.id, input);
        return { items: rows.map(presentWithdrawal), total };
      }),
    ),
    listCustomerChats: adminOnly.admin.listCustomerChats.handler(({ input }) =>
      pageOfCustomer(input, (tx) => listOwnChats(tx, input.id, input)),
    ),
    listCustomerAudit: adminOnly.admin.listCustomerAudit.handler(({ input }) =>
      pageOfCustomer(input, (tx) => listCustomerAudit(tx, input.id, input)),
    ),
    lockCustomer: adminSecurity.admin.lockCustomer.handler(({ context, input }) =>
      changeAccess(context.actor, input.id, async (work) => {
        const locked = await lockUser(work, input);
        if (input.holdWithdrawals) await holdWithdrawals(work, { userId: input.id, reason: input.reason });
        return locked;
      }),
    ),
    unlockCustomer: adminSecurity.admin.unlockCustomer.handler(({ context, input }) =>
      changeAccess(context.actor, input.id, (work) => unlockUser(work, input)),
    ),
    changeCustomerRole: adminSecurity.admin.changeCustomerRole.handler(({ context, input }) =>
      changeAccess(context.actor, input.id, (work) => changeRole(work, input)),
    ),
    holdCustomerWithdrawals: adminMoney.admin.holdCustomerWithdrawals.handler(({ context, input }) =>
      adminCommand(runWork, context, 'admin.holdCustomerWithdrawals', input, async (work) => {
        await assertLocked(work.tx, input.id);
        return { held: await holdWithdrawals(work, { userId: input.id, reason: input.reason }) };
      }),
    ),
    endCustomerSessions: adminSecurity.admin.endCustomerSessions.handler(({ context, input }) =>
      changeAccess(context.actor, input.id, (work) => endSessions(work, input)),
    ),
  };
}
