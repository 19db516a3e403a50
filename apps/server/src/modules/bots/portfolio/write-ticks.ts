import { type Fixed12, fixed12ToText } from '@botdepot/money';
import type { Tx } from '../../../platform/database.ts';
import { LostLeadershipError } from '../../../platform/leader.ts';
import type { NavFigures } from '../bots.schema.ts';

/** A portfolio at the prices of one tick. */
export type NavTick = {
  readonly portfolioId: string;
  readonly navSeq: number;
  /** ms UTC. */
  readonly at: number;
  readonly nav: Fixed12;
  readonly figures: NavFigures;
  readonly exposure: number;
  /** See `bot_ticks`. */
  readonly stale: readonly string[];
  readonly filled: Readonly<Record<string, number>>;
};

const UPSERT = `
  INSERT INTO bot_ticks AS known (portfolio_id, nav_seq, at, nav, figures, exposure, stale, filled)
  SELECT new.portfolio_id, new.nav_seq, to_timestamp(new.time_ms / 1000), new.nav, new.figures, new.exposure,
         string_to_array(new.stale, ','), new.filled
  FROM unnest($1::uuid[], $2::int8[], $3::float8[], $4::numeric[], $5::jsonb[], $6::float8[], $7::text[],
              $8::jsonb[])
    AS new(portfolio_id, nav_seq, time_ms, nav, figures, exposure, stale, filled)`;

// A tick that was overtaken, by a later one or by a strike that changed the positions, changes nothing.
const NEWER = `
  ON CONFLICT (portfolio_id) DO UPDATE SET
    nav_seq = excluded.nav_seq, at = excluded.at, nav = excluded.nav, figures = excluded.figures,
    exposure = excluded.exposure, stale = excluded.stale, filled = excluded.filled
  WHERE excluded.at >= known.at AND excluded.nav_seq >= known.nav_seq`;

const columnsOf = (ticks: readonly NavTick[]): unknown[] => [
  ticks.map((tick) => tick.portfolioId),
  ticks.map((tick) => tick.navSeq),
  ticks.map((tick) => tick.at),
  ticks.map((tick) => fixed12ToText(tick.nav)),
  ticks.map((tick) => JSON.stringify(tick.figures)),
  ticks.map((tick) => tick.exposure),
  // No symbol has a comma in its name.
  ticks.map((tick) => tick.stale.join(',')),
  ticks.map((tick) => JSON.stringify(tick.filled)),
];

/** Writes ticks inside a transaction that is fenced already. */
export async function writeTicks(tx: Tx, ticks: readonly NavTick[]): Promise<void> {
  if (ticks.length === 0) return;
  await tx.$client.query({ name: 'write-bot-ticks', text: UPSERT + NEWER, values: columnsOf(ticks) });
}

/**
 * Writes the NAVs of one tick for all bots in one statement, which is its own transaction: twice a second, one round
 * trip. The fence is part of it (see `assertEpoch`).
 * @throws LostLeadershipError when `epoch` is not the current one; nothing was written then.
 */
export async function writeFencedTicks(tx: Tx, ticks: readonly NavTick[], epoch: number): Promise<void> {
  const { rows } = await tx.$client.query<{ leads: boolean }>({
    name: 'write-fenced-bot-ticks',
    text: `
      WITH leader AS MATERIALIZED (
        SELECT 1 FROM leadership WHERE name = 'market' AND epoch = $9 FOR SHARE
      ), written AS (${UPSERT}, leader ${NEWER})
      SELECT EXISTS (SELECT FROM leader) AS leads`,
    values: [...columnsOf(ticks), epoch],
  });
  if (rows[0]?.leads !== true) throw new LostLeadershipError(epoch);
}
