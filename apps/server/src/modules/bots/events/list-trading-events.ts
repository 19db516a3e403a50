import type { TradingEvent } from '@botdepot/contract';
import type { Tx } from '../../../platform/database.ts';
import {
  readComingEvents,
  readPastEvents,
  readSpecifiedEvents,
  type TradingEventRow,
} from './trading-events.store.ts';

const COMING_SHOWN = 40;
const PAST_SHOWN = 20;

/**
 * The calendar: what runs or comes, the next one first, and what is over, the newest first. The window that the specification
 * names is the first of all and never left out.
 */
export async function listTradingEvents(
  tx: Tx,
  now: Date,
): Promise<{ coming: TradingEvent[]; past: TradingEvent[] }> {
  const coming = await readComingEvents(tx, now, { limit: COMING_SHOWN });
  const past = await readPastEvents(tx, now, { limit: PAST_SHOWN });
  const isComplete = past.some(({ origin }) => origin === 'specification');
  const first = isComplete ? [] : await readSpecifiedEvents(tx, now);
  return { coming: coming.map(presentEvent), past: [...past, ...first].map(presentEvent) };
}

export const presentEvent = ({ id, name, startsAt, endsAt, origin }: TradingEventRow): TradingEvent => ({
  id,
  name,
  startsAt: startsAt.toISOString(),
  endsAt: endsAt.toISOString(),
  origin,
});
