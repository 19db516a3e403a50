// A leader with own bots in a process of its own, made to be killed: node live-victim.ts DATABASE_URL SEED MINUTES. It goes on where its
// predecessor was killed, a minute of the market in some milliseconds, and prints a line when it begins and after each minute.
import { MINUTE_MS } from '@botdepot/trading';
import { createLiveWorld, restless } from './live-world.ts';

const [url = '', seed = '1', minutes = '0'] = process.argv.slice(2);
const world = await createLiveWorld({ url, seed: Number(seed), compile: restless() });
const opening = world.clock.now().getTime();

const { rows } = await world.database.pool.query<{ last: Date | null }>(
  `SELECT max(time) AS last FROM market_candles WHERE interval = '1m' AND time >= $1`,
  [new Date(opening)],
);
const last = rows[0]?.last;
console.log('begun');
if (last) {
  // The last minute's candles are committed; whether it was traded, the host finds out itself.
  world.clock.set(new Date(last.getTime() + MINUTE_MS));
  await world.tellMinute(last.getTime());
}
for (;;) {
  const minute = Math.round((world.clock.now().getTime() - opening) / MINUTE_MS);
  await world.tick();
  console.log(`minute ${minute}`);
  if (minute >= Number(minutes)) break;
  await world.closeMinute();
}
await world.close();
