// A leader in a process of its own, made to be killed: node bots-victim.ts DATABASE_URL SEED USER_ID MINUTES. It goes on
// where its predecessor was killed, a minute of the market in some milliseconds, and prints a line when it begins and after
// each minute that it has told.
import { MINUTE_MS } from '@botdepot/trading';
import { startBot, stopBot } from '../../src/modules/bots/index.ts';
import { personActor } from '../server-fixture.ts';
import { createBotsFixture } from './bots-fixture.ts';

export const STARTED_AT = 7;
export const STOPPED_AT = 24;

const [url = '', seed = '1', userId = '', minutes = '0'] = process.argv.slice(2);
const fixture = await createBotsFixture({ url, seed: Number(seed) });
const customer = personActor('user', userId);
const opening = fixture.clock.now().getTime();

const { rows } = await fixture.database.pool.query<{ last: Date | null }>(
  `SELECT max(time) AS last FROM market_candles WHERE interval = '1m' AND time >= $1`,
  [new Date(opening)],
);
const last = rows[0]?.last;
console.log('begun');
if (last) {
  // The last minute's candles are committed; whether its bar was traded, the runner finds out itself.
  fixture.clock.set(new Date(last.getTime() + MINUTE_MS));
  await fixture.tellMinute(last.getTime());
}
for (;;) {
  const minute = Math.round((fixture.clock.now().getTime() - opening) / MINUTE_MS);
  await fixture.tick();
  await act(minute - 1);
  console.log(`minute ${minute}`);
  if (minute >= Number(minutes)) break;
  await fixture.closeMinute();
}
await fixture.close();

/** The customer's two commands, once each, whoever of the predecessors got to them. */
async function act(minute: number): Promise<void> {
  if (minute !== STARTED_AT && minute !== STOPPED_AT) return;
  const found = await fixture.database.pool.query<{ id: string; status: string }>(
    'SELECT id, status FROM bot_investments',
  );
  const investment = found.rows[0];
  if (minute === STARTED_AT && !investment)
    await fixture.runWork(customer, (work) =>
      startBot(work, { userId, botType: 'smartbot', amountUsd: '1234.56' }),
    );
  if (minute === STOPPED_AT && investment?.status === 'active')
    await fixture.runWork(customer, (work) => stopBot(work, { userId, investmentId: investment.id }));
}
