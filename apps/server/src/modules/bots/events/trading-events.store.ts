import type { TradingEvent } from '@botdepot/trading';
import { and, asc, desc, gt, lt, lte } from 'drizzle-orm';
import type { Tx } from '../../../platform/database.ts';
import { newId } from '../../../platform/ids.ts';
import { tradingEvents } from '../bots.schema.ts';

export type TradingEventRow = typeof tradingEvents.$inferSelect;

/** Enters events; those that the calendar has from the same origin at the same time are left as they are. */
export async function insertEvents(
  tx: Tx,
  events: readonly Pick<TradingEvent, 'name' | 'startsAt' | 'endsAt'>[],
  entry: { origin: TradingEventRow['origin']; now: Date },
): Promise<void> {
  if (events.length === 0) return;
  await tx
    .insert(tradingEvents)
    .values(
      events.map(({ name, startsAt, endsAt }) => ({
        id: newId(),
        name,
        startsAt: new Date(startsAt),
        endsAt: new Date(endsAt),
        origin: entry.origin,
        createdAt: entry.now,
      })),
    )
    .onConflictDoNothing({ target: [tradingEvents.origin, tradingEvents.startsAt] });
}

/**
 * The events that bots trade on, ascending, as the engine wants them: entered before they began, and ending after
 * `endsAfter`. A replay that gives all of them from its beginning on decides as the live run did.
 */
export async function readTradedEvents(tx: Tx, endsAfter: Date): Promise<TradingEvent[]> {
  const rows = await tx
    .select()
    .from(tradingEvents)
    .where(and(gt(tradingEvents.endsAt, endsAfter), lt(tradingEvents.createdAt, tradingEvents.startsAt)))
    .orderBy(asc(tradingEvents.startsAt), asc(tradingEvents.endsAt), asc(tradingEvents.id));
  return rows.map(({ id, name, startsAt, endsAt }) => ({
    id,
    name,
    startsAt: startsAt.getTime(),
    endsAt: endsAt.getTime(),
  }));
}

/** Windows in which the simulated market is more nervous: everything that was entered before it began, since ever. */
export function readNervousWindows(tx: Tx): Promise<{ startsAt: Date; endsAt: Date }[]> {
  return tx
    .select({ startsAt: tradingEvents.startsAt, endsAt: tradingEvents.endsAt })
    .from(tradingEvents)
    .where(lt(tradingEvents.createdAt, tradingEvents.startsAt));
}

/** Events that run at `now` or come later, ascending. */
export function readComingEvents(tx: Tx, now: Date, limit: number): Promise<TradingEventRow[]> {
  return tx
    .select()
    .from(tradingEvents)
    .where(gt(tradingEvents.endsAt, now))
    .orderBy(asc(tradingEvents.startsAt), asc(tradingEvents.id))
    .limit(limit);
}

/** Events that are over, the newest first. */
export function readPastEvents(tx: Tx, now: Date, limit: number): Promise<TradingEventRow[]> {
  return tx
    .select()
    .from(tradingEvents)
    .where(lte(tradingEvents.endsAt, now))
    .orderBy(desc(tradingEvents.startsAt), asc(tradingEvents.id))
    .limit(limit);
}
