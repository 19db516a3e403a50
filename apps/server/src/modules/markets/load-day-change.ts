import { HOUR_MS } from '@botdepot/trading';
import type { Tx } from '../../platform/database.ts';
import { closesOf, readMinutes } from './closed-minute.ts';
import { createDayChange, type DayChange, REMEMBERED_MS } from './day-change.ts';
import { closesBefore } from './market-candles.store.ts';

/** Fills the memory of the last day from the committed candles that started before the full minute `untilMs`. */
export async function loadDayChange(tx: Tx, untilMs: number): Promise<DayChange> {
  const fromMs = Math.floor((untilMs - REMEMBERED_MS) / HOUR_MS) * HOUR_MS;
  const dayChange = createDayChange(await closesBefore(tx, fromMs));
  for (const minute of await readMinutes(tx, fromMs, untilMs))
    dayChange.push(minute.timeMs, closesOf(minute));
  return dayChange;
}
