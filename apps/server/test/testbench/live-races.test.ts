// @module-tag rounds
import { expect, it } from 'vitest';
import { ownAddress } from '../../src/modules/wallet/index.ts';
import type { ApiAnswer } from '../api-fixture.ts';
import { mortalDatabase } from '../bots/mortal-database.ts';
import { brokenInvariants, expectSound } from '../invariants.ts';
import { rounds } from '../rounds.ts';
import { createLiveWorld, killInMinute, type LiveWorld, liveOf, restless } from './live-world.ts';
import { code, ownBotsOf, type Person } from './testbench-world.ts';

/** Seven commands each. */
const ROUNDS = Number(process.env.LIVE_RACE_ROUNDS ?? rounds({ short: 25, full: 1_430 }));
/** Of the minutes, the leader's process dies in so many, at any of so many statements. */
const DEADLY = 0.1;
const STATEMENTS = 40;
const PEOPLE = 4;

/** Mulberry32: a small repeatable generator for 0 ≤ x < 1. */
function generator(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

type Owner = { person: Person; bots: { id: string; version: number }[]; deleted: boolean };

async function newOwner(world: LiveWorld): Promise<Owner> {
  const person = await world.person('500');
  const bots = [await world.certified(person), await world.certified(person, { name: 'Zwei' })];
  return { person, bots, deleted: false };
}

/** What each may answer, whoever was faster. */
const POSSIBLE = new RegExp(
  [
    '^20[01]',
    '401 UNAUTHENTICATED',
    '404 OWN_BOT_NOT_FOUND',
    '404 OWN_BOT_ORDER_NOT_FOUND',
    '409 OWN_BOT_(STATE|LIMIT|HELD|NOT_HELD|ORDER_DECIDED)',
    '409 OWN_BOTS_FULL',
    '409 ACCOUNT_CLOSED',
    '409 INSUFFICIENT_(WALLET_)?BALANCE',
    '404 CUSTOMER_NOT_FOUND',
  ].join('$|^'),
);

it('whatever people, operators and a host that is killed do at the same time, the books are right and nothing is lost', async () => {
  const seed = Number(process.env.LIVE_RACE_SEED ?? Date.now() % 2 ** 31);
  console.info(`live race seed ${seed} (LIVE_RACE_SEED repeats it)`);
  const random = generator(seed);
  const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)]!;
  const world = await createLiveWorld({ compile: restless(), ownBotsMax: 6 });
  const mortal = mortalDatabase(world.url);
  let killed = 0;
  const minute = (): Promise<unknown> => {
    if (random() > DEADLY) return world.closeMinute();
    killed += 1;
    const statement = 1 + Math.floor(random() * STATEMENTS);
    return killInMinute(world, mortal, { statement, sent: random() < 0.5 });
  };
  try {
    await world.history(2);
    await world.tick();
    const admins = [world.api.person('admin'), world.api.person('admin')];
    const owners = await Promise.all(Array.from({ length: PEOPLE }, () => newOwner(world)));
    const asAdmin = (path: string, body: object) =>
      world.api.call('POST', `/api/admin/own-bots${path}`, { as: pick(admins), body });
    const counts = new Map<string, number>();
    for (let round = 0; round < ROUNDS; round++) {
      for (const [index, { deleted }] of owners.entries()) if (deleted) owners[index] = await newOwner(world);
      const actions = Array.from({ length: 7 }, (): (() => Promise<ApiAnswer>) => {
        const owner = pick(owners);
        const bot = pick(owner.bots);
        const live = liveOf(world.api, owner.person);
        const what = random();
        if (what < 0.35) return () => live.start(bot, String(1 + Math.floor(random() * 200)));
        if (what < 0.55) return () => live.stop(bot.id);
        if (what < 0.75)
          return async () => {
            const [order] = await live.orders(bot.id).catch(() => []);
            return await live.cancel(order?.id ?? bot.id);
          };
        if (what < 0.8) return () => ownBotsOf(world.api, owner.person).freeze(bot.id, 1);
        if (what < 0.85) {
          const hold = random() < 0.5 ? '/hold' : '/release';
          const botId = random() < 0.3 ? null : bot.id;
          return () => asAdmin(hold, { botId, reason: 'Zugleich' });
        }
        if (what < 0.9)
          return () =>
            asAdmin('/quotas', {
              userId: owner.person.userId,
              live: random() < 0.5 ? 1 : null,
              capitalUsd: null,
              isBarred: false,
              reason: 'Zugleich',
            });
        if (what < 0.96)
          return () =>
            world.api.call('POST', '/api/withdrawals', {
              as: owner.person,
              body: {
                amountUsd: '5',
                cryptoCurrency: 'BTC',
                withdrawalAddress: ownAddress('BTC', owner.person.userId),
              },
            });
        // Twice at once would begin a session of somebody who is gone.
        if (owner.deleted) return () => live.stop(bot.id);
        owner.deleted = true;
        return () =>
          world.api.call('POST', '/api/profile/delete', {
            as: world.api.person('user', owner.person.userId, { authenticatedAt: world.clock.now() }),
            body: {},
          });
      });
      const answers = await Promise.all([...actions.map((act) => act()), minute().then(() => null)]);
      await world.tick();
      for (const answer of answers) {
        if (!answer) continue;
        const told = code(answer);
        counts.set(told, (counts.get(told) ?? 0) + 1);
        expect(told, `round ${round}`).toMatch(POSSIBLE);
      }
      expect(await brokenInvariants(world), `round ${round}`).toEqual([]);
    }
    // Everybody gets out what they have.
    await asAdmin('/release', { botId: null, reason: 'Ende' });
    for (const owner of owners) {
      if (owner.deleted) continue;
      const live = liveOf(world.api, owner.person);
      for (const bot of owner.bots) {
        const [order] = await live.orders(bot.id);
        if (order?.status === 'waiting') await live.cancel(order.id);
        await live.stop(bot.id);
      }
    }
    await world.run(4);
    for (const owner of owners) {
      if (owner.deleted) continue;
      const { inOwnBots, inOrders } = await liveOf(world.api, owner.person).wallet();
      expect([inOwnBots, inOrders]).toEqual(['0.00', '0.00']);
    }
    await expectSound(world);
    const { rows } = await world.database.pool.query<{ total: string }>(
      `SELECT coalesce(sum(e.amount), 0) AS total FROM ledger_entries e JOIN ledger_accounts a ON a.id = e.account_id
       WHERE a.kind = 'house_own_bot_orders'`,
    );
    expect(Number(rows[0]?.total)).toBe(0);
    console.info(
      `${killed} times killed; answers: ${[...counts].map(([told, times]) => `${told} ${times}×`).join(', ')}`,
    );
    expect(counts.get('201') ?? 0).toBeGreaterThan(ROUNDS / 2);
  } finally {
    await world.close();
    await mortal.database.close();
  }
}, 1_800_000);
