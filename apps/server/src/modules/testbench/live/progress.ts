import { type Fixed12, fixed12FromText, fixed12ToText } from '@botdepot/money';
import type { Tx } from '../../../platform/database.ts';

/** How far each bot was stepped, by its number: the end of the minute in ms UTC, and its NAV then. */
export type Progress = ReadonlyMap<number, { readonly minute: number; readonly nav: Fixed12 }>;

/** What is known of every shard, newest minute of each bot. */
export async function readProgress(tx: Tx): Promise<Map<number, { minute: number; nav: Fixed12 }>> {
  const { rows } = await tx.$client.query<{ minute: Date; number: number; nav: string }>(
    `SELECT p.minute, u.number, u.nav FROM own_bot_progress p CROSS JOIN unnest(p.numbers, p.navs) AS u(number, nav)
     ORDER BY p.minute`,
  );
  return new Map(
    rows.map(({ minute, number, nav }) => [number, { minute: minute.getTime(), nav: fixed12FromText(nav) }]),
  );
}

/** Of some bots. */
export async function readProgressOf(
  tx: Tx,
  numbers: readonly number[],
): Promise<Map<number, { minute: number; nav: Fixed12 }>> {
  if (numbers.length === 0) return new Map();
  const all = await readProgress(tx);
  return new Map([...all].filter(([number]) => numbers.includes(number)));
}

/** Says anew how far a shard is, in the transaction that brought it there. */
export async function writeProgress(
  tx: Tx,
  { shard, epoch, progress }: { shard: number; epoch: number; progress: Progress },
): Promise<void> {
  const inOrder = [...progress].sort(([a], [b]) => a - b);
  const byMinute = Map.groupBy(inOrder, ([, { minute }]) => minute);
  for (const [minute, bots] of byMinute)
    await tx.$client.query({
      name: 'write-own-bot-progress',
      text: `INSERT INTO own_bot_progress (shard, minute, epoch, numbers, navs) VALUES ($1, $2, $3, $4, $5)
             ON CONFLICT (shard, minute) DO UPDATE SET epoch = excluded.epoch, numbers = excluded.numbers, navs = excluded.navs`,
      values: [
        shard,
        new Date(minute),
        epoch,
        bots.map(([number]) => number),
        bots.map(([, { nav }]) => fixed12ToText(nav)),
      ],
    });
  await tx.$client.query({
    name: 'forget-own-bot-progress',
    text: 'DELETE FROM own_bot_progress WHERE shard = $1 AND minute <> ALL ($2::timestamptz[])',
    values: [shard, [...byMinute.keys()].map((minute) => new Date(minute))],
  });
}

/** Until when every own bot that trades was looked at; null where none does. */
export async function readOwnBotsUntil(tx: Tx): Promise<Date | null> {
  const { rows } = await tx.$client.query<{ until: Date | null }>(
    'SELECT min(minute) AS until FROM own_bot_progress WHERE cardinality(numbers) > 0',
  );
  return rows[0]?.until ?? null;
}
