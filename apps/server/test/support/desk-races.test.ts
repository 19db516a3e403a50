// @module-tag rounds
// Two of the team at the same chat at the same moment.
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ACCOUNT_PARTS } from '../../src/account-parts.ts';
import { deleteAccount } from '../../src/modules/identity/account/delete-account.ts';
import { markReadByCustomer } from '../../src/modules/support/customer-chats.ts';
import { assignChat, replyToChat } from '../../src/modules/support/desk/answer.ts';
import { tellOfUnreadReply } from '../../src/modules/support/reply-notice.ts';
import { newId, systemActor, type Work } from '../../src/platform/work.ts';
import { expectCodes, expectFault, openPoolWithoutLocks, race } from '../races.ts';
import { rounds } from '../rounds.ts';
import { beginSession } from '../server-fixture.ts';
import { createSupportWorld, type Person, type SupportWorld } from './support-world.ts';

const REPETITIONS = rounds({ short: 10, full: 30 });

type Contest = (world: SupportWorld, pool: pg.Pool) => Promise<string[]>;

async function twoAdmins(world: SupportWorld): Promise<[Person, Person]> {
  const admins: [Person, Person] = [world.api.person('admin'), world.api.person('admin')];
  for (const admin of admins) await world.get(admin, '/admin/support/team');
  return admins;
}

async function freeChat(world: SupportWorld): Promise<string> {
  const customer = world.api.person('user');
  return world.startChat(customer);
}

const take = (actor: Person, id: string) => ({
  actor,
  run: (work: Work) => assignChat(work, { id, assignee: actor.userId, expected: null }),
});
const answer = (actor: Person, id: string) => ({
  actor,
  run: (work: Work) => replyToChat(work, { id, clientId: newId(), message: 'Guten Tag' }),
});

async function assigneeOf(world: SupportWorld, id: string): Promise<string | null> {
  const { rows } = await world.fixture.database.pool.query<{ assigned_to: string | null }>(
    'SELECT assigned_to FROM support_chats WHERE id = $1',
    [id],
  );
  return rows[0]?.assigned_to ?? null;
}

/** Exactly one has it: the one whose attempt succeeded. */
async function ofOneOnly(
  world: SupportWorld,
  pool: pg.Pool,
  contender: (actor: Person, id: string) => { actor: Person; run: (work: Work) => Promise<unknown> },
): Promise<string[]> {
  const [anna, bernd] = await twoAdmins(world);
  const id = await freeChat(world);
  const outcomes = await race<unknown>(pool, [contender(anna, id), contender(bernd, id)]);
  const winner = outcomes[0]?.ok ? anna : bernd;
  const holder = await assigneeOf(world, id);
  return [
    ...expectCodes(outcomes, 'SUPPORT_CHAT_ASSIGNED, ok'),
    ...(holder === winner.userId ? [] : [`held by ${holder}, won by ${winner.userId}`]),
  ];
}

/** A replica tells of an answer while its customer reads it: what they are told of is read in the end, if anything is. */
async function readAndToldAtOnce(world: SupportWorld, pool: pg.Pool): Promise<string[]> {
  const [admin] = await twoAdmins(world);
  const customer = world.api.person('user');
  const id = await world.startChat(customer);
  const reply = { clientId: newId(), message: 'Guten Tag' };
  await world.post(admin, `/admin/support/chats/${id}/messages`, reply);
  const due = new Date(world.fixture.clock.now().getTime() + 60_000);
  const outcomes = await race<unknown>(
    pool,
    [
      { actor: customer, run: (work) => markReadByCustomer(work, { userId: customer.userId, id, seq: 1 }) },
      { actor: systemActor(newId()), run: tellOfUnreadReply },
    ],
    due,
  );
  const { body } = await world.get(customer, '/notifications');
  return [...expectCodes(outcomes, 'ok, ok'), ...(body.unread === 0 ? [] : [`${body.unread} unread`])];
}

const contests: Record<string, Contest> = {
  'a customer reads an answer that they are being told of': readAndToldAtOnce,
  'two take a chat over': (world, pool) => ofOneOnly(world, pool, take),
  'two answer a free chat': (world, pool) => ofOneOnly(world, pool, answer),
};

describe('races at the desk', () => {
  let world: SupportWorld;
  beforeAll(async () => {
    world = await createSupportWorld();
  });
  afterAll(() => world.fixture.close());

  it.each(Object.entries(contests))(`end well, ${REPETITIONS} times: %s`, async (_name, contest) => {
    for (let round = 0; round < REPETITIONS; round += 1)
      expect(await contest(world, world.fixture.database.pool), `round ${round}`).toEqual([]);
  });

  it('tell the one who was too late who has the chat', async () => {
    const [anna, bernd] = await twoAdmins(world);
    const id = await freeChat(world);
    const answers = await Promise.all(
      [anna, bernd].map((admin) =>
        world.post(admin, `/admin/support/chats/${id}/assignee`, {
          assignee: admin.userId,
          expected: null,
        }),
      ),
    );
    const [won, lost] = answers[0]?.status === 200 ? answers : answers.toReversed();
    expect(won).toMatchObject({ status: 200, body: { assignee: { userId: await assigneeOf(world, id) } } });
    expect(lost).toMatchObject({
      status: 409,
      body: { data: { assignee: `${await assigneeOf(world, id)}@probe.example` } },
    });
  });
});

describe('somebody of the team who leaves', () => {
  it('and a colleague who takes the chat over at that moment do not wait for each other', async () => {
    const world = await createSupportWorld();
    try {
      for (let round = 0; round < REPETITIONS; round += 1) {
        const [anna, bernd] = await twoAdmins(world);
        await beginSession(world.fixture, anna);
        const id = await freeChat(world);
        await world.post(anna, `/admin/support/chats/${id}/assignee`, {
          assignee: anna.userId,
          expected: null,
        });
        const outcomes = await race<unknown>(world.fixture.database.pool, [
          { actor: anna, run: (work) => deleteAccount(work, ACCOUNT_PARTS.guards) },
          {
            actor: bernd,
            run: (work) => assignChat(work, { id, assignee: bernd.userId, expected: anna.userId }),
          },
        ]);
        expect(expectCodes(outcomes, 'ok, ok'), `round ${round}`).toEqual([]);
        expect(await assigneeOf(world, id), `round ${round}`).toBe(bernd.userId);
      }
    } finally {
      await world.fixture.close();
    }
  });
});

describe('the same races without locks', () => {
  it.each(Object.entries(contests))('turn red: %s', async (_name, contest) => {
    const world = await createSupportWorld();
    try {
      await expectFault(openPoolWithoutLocks(world.fixture.url, 8), REPETITIONS, (pool) =>
        contest(world, pool),
      );
    } finally {
      await world.fixture.close();
    }
  });
});
