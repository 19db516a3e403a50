// @module-tag rounds
import { drizzle } from 'drizzle-orm/node-postgres';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ACCOUNT_PARTS } from '../../src/account-parts.ts';
import { startBot, stopBot } from '../../src/modules/bots/index.ts';
import {
  approveDeposit,
  approveWithdrawal,
  cancelWithdrawal,
  rejectWithdrawal,
} from '../../src/modules/wallet/index.ts';
import type { Tx } from '../../src/platform/database.ts';
import type { Work } from '../../src/platform/work.ts';
import { settlement } from '../bots/bots-contenders.ts';
import type { BotsFixture } from '../bots/bots-fixture.ts';
import { brokenInvariants } from '../invariants.ts';
import { openPoolWithoutLocks, type RaceOutcome, race, removeDatabaseGuards } from '../races.ts';
import { rounds } from '../rounds.ts';
import { personActor } from '../server-fixture.ts';
import { commands, createUser, openAccountWorld, type Person, readValue } from './account-world.ts';

const ROUNDS = rounds({ short: 20, full: 80 });
/** How a contender may end; anything else (a deadlock, an overdrawn wallet) is a fault. */
const ALLOWED = new Set([
  'ok',
  'ACCOUNT_CLOSED',
  'ALREADY_DECIDED',
  'INVESTMENT_STOPPED',
  'INSUFFICIENT_BALANCE',
  'INSUFFICIENT_WALLET_BALANCE',
  'UNAUTHENTICATED',
]);

type Contender = { actor: Work['actor']; run: (work: Work) => Promise<unknown> };

/** Repeatable: a failing round is run again with its seed. */
function randomOf(seed: number): (below: number) => number {
  let state = (seed * 0x9e37_79b9) >>> 0 || 1;
  return (below) => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) % below;
  };
}

/** A customer with bots and requests, who is deleted while everything else that can happen to the account happens. */
async function contest(fixture: BotsFixture, pool: pg.Pool, seed: number): Promise<string[]> {
  const random = randomOf(seed);
  const person = await createUser(fixture, '2000');
  const run = <T>(command: { run: (work: Work) => Promise<T> }) => fixture.runWork(person, command.run);
  const first = await run(commands.start(person, '300'));
  const second = await run(commands.start(person, '200'));
  const deposit = await run(commands.deposit(person, '50'));
  const withdrawal = await run(commands.withdraw(person, '120'));
  const other = await run(commands.withdraw(person, '80'));
  const admin = () => personActor('admin');
  const rivals: Contender[] = [
    commands.start(person, '500'),
    commands.start(person, '1300'),
    commands.deposit(person, '30'),
    commands.withdraw(person, '700'),
    { actor: person, run: (work) => stopBot(work, { userId: person.userId, investmentId: first.id }) },
    { actor: person, run: (work) => stopBot(work, { userId: person.userId, investmentId: second.id }) },
    { actor: admin(), run: (work) => approveDeposit(work, { id: deposit.id }) },
    { actor: admin(), run: (work) => approveWithdrawal(work, { id: withdrawal.id }) },
    { actor: admin(), run: (work) => rejectWithdrawal(work, { id: other.id }) },
    { actor: person, run: (work) => cancelWithdrawal(work, { id: other.id, userId: person.userId }) },
    settlement,
    commands.delete(person),
  ];
  const chosen = rivals.filter(() => random(2) === 0);
  const place = random(chosen.length + 1);
  const contenders = [...chosen.slice(0, place), commands.delete(person), ...chosen.slice(place)];
  const outcomes = await race<unknown>(pool, contenders, fixture.clock.now());
  return [...faultsOf(outcomes), ...(await whatIsLeft(fixture, person))];
}

function faultsOf(outcomes: RaceOutcome<unknown>[]): string[] {
  return outcomes.map((outcome) => (outcome.ok ? 'ok' : outcome.code)).filter((code) => !ALLOWED.has(code));
}

/** A deleted account has an empty, closed wallet and nothing open. */
async function whatIsLeft(fixture: BotsFixture, person: Person): Promise<string[]> {
  const left = await readValue(
    fixture,
    `SELECT row(w.usd_balance, w.closed_at IS NOT NULL,
       (SELECT count(*) FROM bot_investments WHERE user_id = $1 AND status = 'active'),
       (SELECT count(*) FROM crypto_deposits WHERE user_id = $1 AND status = 'pending'),
       (SELECT count(*) FROM crypto_withdrawals WHERE user_id = $1 AND status = 'pending'),
       (SELECT count(*) FROM user_notifications WHERE user_id = $1),
       (SELECT count(*) FROM auth_users WHERE id = $1))::text
     FROM user_wallets w WHERE w.user_id = $1`,
    [person.userId],
  );
  return left === '(0.000000,t,0,0,0,0,0)' ? [] : [`left: ${left}`];
}

function workOn(client: pg.PoolClient, actor: Person, now: Date): Work {
  const silent = () => undefined;
  const tx = drizzle(client) as Tx;
  return {
    tx,
    now,
    clock: { now: () => now },
    actor,
    hintUser: silent,
    hintCustomers: silent,
    hintAdmins: silent,
  };
}

/** Returns as soon as somebody waits for a lock, or nobody does for a while because there is none to wait for. */
async function untilWaiting(fixture: BotsFixture): Promise<void> {
  for (let look = 0; look < 300; look++) {
    const waiting = await readValue(
      fixture,
      `SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
    );
    if (waiting !== '0') return;
  }
}

describe('deleting an account while everything else happens to it', () => {
  let fixture: BotsFixture;
  beforeAll(async () => {
    fixture = await openAccountWorld();
  });
  afterAll(() => fixture.close());

  it(`leaves nothing open and never locks itself out, ${ROUNDS} times`, async () => {
    for (let seed = 1; seed <= ROUNDS; seed++)
      expect(await contest(fixture, fixture.database.pool, seed), `seed ${seed}`).toEqual([]);
  });

  it('begins again when a bot was started just before the wallet was locked and is being stopped', async () => {
    const person = await createUser(fixture, '500');
    const starting = await fixture.database.pool.connect();
    await starting.query('BEGIN');
    const { id } = await startBot(workOn(starting, person, fixture.clock.now()), {
      userId: person.userId,
      botType: 'smartbot',
      amountUsd: '500',
    });
    let stopping: Promise<unknown> | undefined;
    // Asked while the wallet is held: the stop then holds the investment and waits for the wallet.
    const stopMeanwhile = {
      listOpen: async () => {
        stopping ??= fixture.runWork(person, (work) =>
          stopBot(work, { userId: person.userId, investmentId: id }),
        );
        await untilWaiting(fixture);
        return [];
      },
      close: async () => undefined,
    };
    const deleting = fixture.runWork(
      person,
      commands.delete(person, [stopMeanwhile, ...ACCOUNT_PARTS.guards]).run,
    );
    await untilWaiting(fixture);
    await starting.query('COMMIT');
    starting.release();
    await deleting;
    await stopping;
    expect(await whatIsLeft(fixture, person)).toEqual([]);
  });

  it('is refused to whoever was locked while the deletion waited', async () => {
    const person = await createUser(fixture, '100');
    const locking = await fixture.database.pool.connect();
    await locking.query('BEGIN');
    await locking.query(`UPDATE auth_users SET locked_at = now(), locked_reason = 'Verdacht' WHERE id = $1`, [
      person.userId,
    ]);
    // Heard from the beginning: it may come before the COMMIT has answered.
    const refused = expect(fixture.runWork(person, commands.delete(person).run)).rejects.toMatchObject({
      code: 'UNAUTHENTICATED',
    });
    await untilWaiting(fixture);
    await locking.query('COMMIT').finally(() => locking.release());
    await refused;
    expect(
      await readValue(fixture, 'SELECT locked_reason FROM auth_users WHERE id = $1', [person.userId]),
    ).toBe('Verdacht');
  });

  it('leaves every invariant of ledger and bots as it was', async () => {
    await race(fixture.database.pool, [settlement], fixture.clock.now());
    expect(await brokenInvariants(fixture)).toEqual([]);
  });
});

describe('the same without locks', () => {
  it('turns red', async () => {
    const fixture = await openAccountWorld();
    await removeDatabaseGuards(fixture.url);
    const pool = openPoolWithoutLocks(fixture.url, 14);
    try {
      for (let seed = 1; seed <= ROUNDS; seed++) {
        const faults = await contest(fixture, pool, seed);
        if (faults.length > 0) return;
      }
      expect.fail(`no fault in ${ROUNDS} rounds: this race proves nothing`);
    } finally {
      await pool.end();
      await fixture.close();
    }
  });
});
