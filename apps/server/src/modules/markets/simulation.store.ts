import { randomBytes } from 'node:crypto';
import { DAY_MS, HOUR_MS } from '@botdepot/trading';
import { eq } from 'drizzle-orm';
import type { Clock } from '../../platform/clock.ts';
import type { Tx } from '../../platform/database.ts';
import { marketSimulations } from './markets.schema.ts';

// The table's only row has a fixed id, so that replicas that start together cannot make two markets.
const SIMULATION_ID = '00000000-0000-7000-8000-000000000101';
const HISTORY_DAYS = 3 * 365 + 1;

/** What the simulated market is a function of. Whoever knows the seed knows every future price. */
export type Simulation = {
  readonly seed: string;
  /** UTC midnight at which the path begins, ms. */
  readonly originMs: number;
  /** The full hour in which the installation began, ms: prices have their familiar levels then. */
  readonly anchorMs: number;
};

/** Reads the installation's simulation; the first caller of all replicas creates it, about three years long. */
export async function ensureSimulation(tx: Tx, clock: Clock): Promise<Simulation> {
  const now = clock.now().getTime();
  await tx
    .insert(marketSimulations)
    .values({
      id: SIMULATION_ID,
      seed: randomBytes(32).toString('hex'),
      origin: new Date(Math.floor(now / DAY_MS) * DAY_MS - HISTORY_DAYS * DAY_MS),
      createdAt: new Date(now),
    })
    .onConflictDoNothing();
  const [row] = await tx.select().from(marketSimulations).where(eq(marketSimulations.id, SIMULATION_ID));
  if (!row) throw new Error('the simulation was deleted while it was read');
  return {
    seed: row.seed,
    originMs: row.origin.getTime(),
    anchorMs: Math.floor(row.createdAt.getTime() / HOUR_MS) * HOUR_MS,
  };
}
