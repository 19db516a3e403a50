// Figures that add up are read at one moment: whatever is booked between two reads of a page is in all of it or in none.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { applyReturn, stopBot } from '../../src/modules/bots/index.ts';
import { type Api, createApi } from '../api-fixture.ts';
import { betweenStatements } from '../between-statements.ts';
import type { BotsFixture } from '../bots/bots-fixture.ts';
import { commands, createUser, openAccountWorld, type Person } from '../identity/account-world.ts';

let fixture: BotsFixture;
let api: Api;
let after: ReturnType<typeof betweenStatements>;
beforeAll(async () => {
  fixture = await openAccountWorld();
  after = betweenStatements(fixture.database.pool);
  api = createApi(fixture);
});
afterAll(() => fixture.close());

/** Somebody with 700 in the wallet and 300 in a bot. */
async function invest(): Promise<{ person: Person; investmentId: string }> {
  const person = await createUser(fixture, '1000');
  const { id } = await fixture.runWork(person, commands.start(person, '300').run);
  return { person, investmentId: id };
}

/** What a page says when the bot is stopped right after its first look at the table. */
async function readWhileStopping(
  { person, investmentId }: Awaited<ReturnType<typeof invest>>,
  table: RegExp,
  path: string,
  as = api.person('user', person.userId),
) {
  const { body } = await after(
    table,
    () => fixture.runWork(person, (work) => stopBot(work, { userId: person.userId, investmentId })),
    () => api.call('GET', path, { as }),
  );
  return body;
}

describe('what is booked while a page is being read', () => {
  it('is in the wallet or in the bots, never in both or neither', async () => {
    const invested = await invest();
    const { available, inBots, total } = await readWhileStopping(invested, /user_wallets/, '/api/wallet');
    expect({ available, activeBots: Number(inBots) > 0 }).toEqual({ available: '700.00', activeBots: true });
    const { body } = await api.call('GET', '/api/wallet', {
      as: api.person('user', invested.person.userId),
    });
    expect(body).toMatchObject({ inBots: '0.00', total });
  });

  it('is in the wallet or in the bots for the support desk as well', async () => {
    const invested = await invest();
    const as = api.person('user', invested.person.userId);
    const { body: chat } = await api.call('POST', '/api/support/chats', { as, body: {} });
    const desk = await readWhileStopping(
      invested,
      /user_wallets/,
      `/api/admin/support/chats/${String(chat.id)}/context`,
      api.person('admin'),
    );
    const { body } = await api.call('GET', '/api/wallet', { as });
    expect({ available: desk.available, total: desk.total }).toEqual({
      available: '700.00',
      total: body.total,
    });
  });

  it('is in the wallet or in the bots before an account is deleted', async () => {
    const invested = await invest();
    const closing = await readWhileStopping(invested, /bot_investments/, '/api/profile/closing');
    const { body } = await api.call('GET', '/api/wallet', {
      as: api.person('user', invested.person.userId),
    });
    expect(closing.toHouse).toBe(body.total);
  });

  it('is in the value of an investment and in the sum that leads to it, or in neither', async () => {
    const { person, investmentId } = await invest();
    const { body } = await after(
      /from "bot_investments"/,
      () =>
        fixture.runWork(fixture.admin, (work) =>
          applyReturn(work, { investmentId, percent: '10', reason: 'Kulanz.' }),
        ),
      () =>
        api.call('GET', `/api/bot-investments/${investmentId}`, { as: api.person('user', person.userId) }),
    );
    expect(body.breakdown).toMatchObject({ manual: '0.00' });
    expect(Math.abs(Number((body.breakdown as { rounding: string }).rounding))).toBeLessThan(0.1);
  });
});
