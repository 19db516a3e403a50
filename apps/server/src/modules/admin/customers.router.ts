import type { Customer, Installation } from '@botdepot/contract';
import { ofAdmin, pageOf, type SignedIn } from '../../platform/api.ts';
import type { Database, Tx } from '../../platform/database.ts';
import type { Clock, Work, WorkRunner } from '../../platform/work.ts';
import { listInvestments } from '../bots/index.ts';
import { type AccessChange, changeRole, endSessions, lockUser, unlockUser } from '../identity/index.ts';
import { listOwnChats } from '../support/index.ts';
import {
  holdWithdrawals,
  listDeposits,
  listTransactions,
  listWithdrawals,
  presentDeposit,
  presentWithdrawal,
} from '../wallet/index.ts';
import { checkRequests, readCustomerFacts } from './customer-facts.ts';
import {
  assertCustomer,
  assertLocked,
  changeCustomerAccess,
  findCustomers,
  listUserProfiles,
  readCustomer,
  readCustomerBalance,
  readCustomerTransfer,
} from './customers.ts';
import { listCustomerAudit } from './list-audit.ts';
import { findReference } from './references.ts';

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

  return ofAdmin({
    listUsers: async ({ input }) => ({
      ...(await listUserProfiles(db, input)),
      ...pageOf(input),
    }),
    findCustomers: async ({ input }) => ({
      ...(await findCustomers(db, input)),
      ...pageOf(input),
    }),
    findReference: async ({ input }) => ({
      found: await database.snapshot((tx) => findReference(tx, input.query)),
    }),
    getCustomerBalance: ({ input }) => readCustomerBalance(db, input.id),
    getCustomer: ({ input }) => read(input.id),
    getCustomerFacts: ({ input }) => database.snapshot((tx) => readCustomerFacts(tx, input, clock.now())),
    checkRequests: async ({ input }) => ({
      items: await database.snapshot((tx) => checkRequests(tx, input, clock.now())),
    }),
    listCustomerTransactions: ({ input }) =>
      pageOfCustomer(input, (tx) => listTransactions(tx, input.id, input)),
    getCustomerTransfer: ({ input }) => readCustomerTransfer(db, input.id, input.transferId),
    listCustomerInvestments: ({ input }) =>
      pageOfCustomer(input, (tx) => listInvestments(tx, input.id, input)),
    listCustomerDeposits: ({ input }) =>
      pageOfCustomer(input, async (tx) => {
        const { rows, total } = await listDeposits(tx, input.id, input);
        return { items: rows.map(presentDeposit), total };
      }),
    listCustomerWithdrawals: ({ input }) =>
      pageOfCustomer(input, async (tx) => {
        const { rows, total } = await listWithdrawals(tx, input.id, input);
        return { items: rows.map(presentWithdrawal), total };
      }),
    listCustomerChats: ({ input }) => pageOfCustomer(input, (tx) => listOwnChats(tx, input.id, input)),
    listCustomerAudit: ({ input }) => pageOfCustomer(input, (tx) => listCustomerAudit(tx, input.id, input)),
    lockCustomer: ({ actor, input }) =>
      changeAccess(actor, input.id, async (work) => {
        const locked = await lockUser(work, input);
        if (input.holdWithdrawals) await holdWithdrawals(work, { userId: input.id, reason: input.reason });
        return locked;
      }),
    unlockCustomer: ({ actor, input }) => changeAccess(actor, input.id, (work) => unlockUser(work, input)),
    changeCustomerRole: ({ actor, input }) =>
      changeAccess(actor, input.id, (work) => changeRole(work, input)),
    holdCustomerWithdrawals: async ({ work, input }) => {
      await assertLocked(work.tx, input.id);
      return { held: await holdWithdrawals(work, { userId: input.id, reason: input.reason }) };
    },
    endCustomerSessions: ({ actor, input }) =>
      changeAccess(actor, input.id, (work) => endSessions(work, input)),
  });
}
