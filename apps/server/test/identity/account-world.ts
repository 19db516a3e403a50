import { ACCOUNT_PARTS } from '../../src/account-parts.ts';
import { startBot } from '../../src/modules/bots/index.ts';
import { deleteAccount } from '../../src/modules/identity/account/delete-account.ts';
import type { AccountParts } from '../../src/modules/identity/index.ts';
import {
  cancelDeposit,
  cancelWithdrawal,
  ownAddress,
  requestDeposit,
  requestWithdrawal,
} from '../../src/modules/wallet/index.ts';
import type { Actor, Work } from '../../src/platform/work.ts';
import { type BotsFixture, createBotsFixture } from '../bots/bots-fixture.ts';
import { beginSession, type ServerFixture } from '../server-fixture.ts';

export type Person = Actor & { userId: string };

/** Bots that have run for some minutes, so that their newest tick is fresh by the fixture's clock. */
export async function openAccountWorld(): Promise<BotsFixture> {
  const fixture = await createBotsFixture();
  await fixture.run(7);
  return fixture;
}

/** A customer as the sign-up leaves one, with so much in the wallet. */
export async function createUser(
  fixture: ServerFixture,
  amountUsd?: string,
  role: 'user' | 'admin' = 'user',
): Promise<Person> {
  const customer = await fixture.createCustomer(amountUsd);
  await fixture.database.pool.query(
    `INSERT INTO auth_users (id, name, email, role) VALUES ($1, 'Anna Probe', $2, $3)`,
    [customer.userId, emailOf(customer), role],
  );
  await beginSession(fixture, customer);
  return { ...customer, role } as Person;
}

export const emailOf = ({ userId }: Person): string => `${userId}@probe.example`;

export const commands = {
  delete: (person: Person, guards: AccountParts['guards'] = ACCOUNT_PARTS.guards) => ({
    actor: person,
    run: (work: Work) => deleteAccount(work, guards),
  }),
  start: (person: Person, amountUsd: string) => ({
    actor: person,
    run: (work: Work) => startBot(work, { userId: person.userId, botType: 'smartbot', amountUsd }),
  }),
  deposit: (person: Person, amountUsd: string) => ({
    actor: person,
    run: (work: Work) => requestDeposit(work, { userId: person.userId, amountUsd, cryptoCurrency: 'USDT' }),
  }),
  withdraw: (person: Person, amountUsd: string) => ({
    actor: person,
    run: (work: Work) =>
      requestWithdrawal(work, {
        userId: person.userId,
        amountUsd,
        cryptoCurrency: 'BTC',
        withdrawalAddress: ownAddress('BTC', person.userId),
      }),
  }),
  /** Asks for a deposit and a withdrawal and takes both back: as often as one likes, unlike open ones. */
  thinkBetter: (person: Person, amountUsd: string) => ({
    actor: person,
    run: async (work: Work): Promise<void> => {
      const { userId } = person;
      const deposit = await commands.deposit(person, amountUsd).run(work);
      const withdrawal = await commands.withdraw(person, amountUsd).run(work);
      await cancelDeposit(work, { id: deposit.id, userId });
      await cancelWithdrawal(work, { id: withdrawal.id, userId });
    },
  }),
};

/** One value of one row. */
export async function readValue(
  fixture: ServerFixture,
  statement: string,
  values: unknown[] = [],
): Promise<string | null> {
  const { rows } = await fixture.database.pool.query<Record<string, unknown>>(statement, values);
  const [value] = Object.values(rows[0] ?? {});
  return value === null || value === undefined ? null : String(value);
}
