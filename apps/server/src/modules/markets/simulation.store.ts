import { randomBytes } from 'node:crypto';
import { DAY_MS, HOUR_MS } from '@botdepot/trading';
import { and, eq, isNull } from 'drizzle-orm';
import type { Clock } from '../../platform/clock.ts';
import type { Tx } from '../../platform/database.ts';
import { marketSimulations } from './markets.schema.ts';

// The table's only row has a fixed id, so that replicas that start together cannot make two markets.
const SIMULATION_ID = '00000000-0000-7000-8000-000000000101';
const HISTORY_DAYS = 3 * 365 + 1;

/** What the simulated market is a function of. Anyone who knows the seed knows every future price. */
export type Simulation = {
  readonly seed: string;
  /** UTC midnight at which the path begins, ms. */
  readonly originMs: number;
  /** The full hour in which the installation began, ms: prices have their familiar levels then. */
  readonly anchorMs: number;
  /** UTC midnight from which the model in force is used, ms: the origin, unless the installation is older than the model. */
  readonly modelSinceMs: number;
};

/**
 * Reads the installation's simulation; the first caller of all replicas creates it, about three years long. In an
 * installation that is older than the model of its market, the first caller writes down that the model begins at the coming
 * midnight; the first trading day that starts after it follows it, 21 hours later at least, so that every replica knows by then.
 */
export async function ensureSimulation(tx: Tx, clock: Clock): Promise<Simulation> {
  const now = clock.now().getTime();
  const today = Math.floor(now / DAY_MS) * DAY_MS;
  const origin = new Date(today - HISTORY_DAYS * DAY_MS);
  const theRow = eq(marketSimulations.id, SIMULATION_ID);
  await tx
    .insert(marketSimulations)
    .values({
      id: SIMULATION_ID,
      seed: randomBytes(32).toString('hex'),
      origin,
      modelSince: origin,
      createdAt: new Date(now),
    })
    .onConflictDoNothing();
  await tx
    .update(marketSimulations)
    .set({ modelSince: new Date(today + DAY_MS) })
    .where(and(theRow, isNull(marketSimulations.modelSince)));
  const [row] = await tx.select().from(marketSimulations).where(theRow);
  if (!row?.modelSince) throw new Error('the simulation was changed while it was read');
  return {
    seed: row.seed,
    originMs: row.origin.getTime(),
    anchorMs: Math.floor(row.createdAt.getTime() / HOUR_MS) * HOUR_MS,
    modelSinceMs: row.modelSince.getTime(),
  };
}
