// Preload of a server in a drill: between the COMMIT of a money command and its answer lies a moment in which nobody but the
// database knows that it happened. Here that moment lasts until the strike.
import type pg from 'pg';
import { type Random, randomFrom } from '../random.ts';
import { onDrillCommand } from './command.ts';
import { textOf, wrapQueries } from './wrap-queries.ts';

const ofMoney = new WeakSet<pg.Client>();
let share = 0;
let free = 0;
let random: Random = randomFrom(0);

onDrillCommand((command) => {
  if (command.drill !== 'hold-answers') return;
  share = command.share;
  free = command.atMost;
  random = randomFrom(command.seed);
});

wrapQueries((client, query, args) => {
  const answer = query(...args);
  const text = textOf(args[0]);
  if (text.includes('INSERT INTO idempotency_keys')) ofMoney.add(client);
  if (text !== 'COMMIT' || !(answer instanceof Promise)) return answer;
  if (!ofMoney.delete(client) || free === 0 || random() >= share) return answer;
  free -= 1;
  return answer.then(() => lostWith(client));
});

/** Never resolves. Ends as the driver would end it when the connection breaks before the answer has come. */
function lostWith(client: pg.Client): Promise<never> {
  return new Promise((_, reject) => {
    const lost = () => reject(new Error('Connection terminated unexpectedly'));
    client.once('error', lost);
    client.once('end', lost);
  });
}
