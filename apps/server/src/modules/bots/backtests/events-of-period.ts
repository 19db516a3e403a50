import { calendarEvents, DAY_MS, SPECIFICATION_EVENT, type TradingEvent } from '@botdepot/trading';
import type { Tx } from '../../../platform/database.ts';
import { readCancelledRules, readTradedEvents } from '../events/trading-events.store.ts';
import type { BotStrategy } from '../strategies.ts';
import { dayOf } from './backtest-data.store.ts';

/**
 * What the calendar would have said in [fromMs, toMs): the events made by rule, which were known beforehand at any time, the one
 * of the specification, and those that this installation traded on; without those of a rule that were called off here.
 * Ascending, each window once; nothing for a bot that
 * trades at any time, whose result does not depend on it.
 */
export async function eventsOfPeriod(
  tx: Tx,
  runnable: BotStrategy,
  fromMs: number,
  toMs: number,
): Promise<TradingEvent[]> {
  if (!runnable.decisionTimes) return [];
  const traded = await readTradedEvents(tx, new Date(fromMs));
  const cancelled = await readCancelledRules(tx, new Date(fromMs), new Date(toMs));
  const isOff = new Set(cancelled.map((event) => windowOf(Number(event.startsAt), Number(event.endsAt))));
  const byRule = [...calendarEvents(dayOf(fromMs), dayOf(toMs + DAY_MS)), SPECIFICATION_EVENT].filter(
    ({ startsAt, endsAt }) => !isOff.has(windowOf(startsAt, endsAt)),
  );
  const byWindow = new Map<string, TradingEvent>();
  for (const event of [...byRule, ...traded]) {
    const { startsAt, endsAt } = event;
    const window = windowOf(startsAt, endsAt);
    if (startsAt >= fromMs && startsAt < toMs && !byWindow.has(window)) byWindow.set(window, event);
  }
  return [...byWindow.values()].sort((a, b) => a.startsAt - b.startsAt || a.endsAt - b.endsAt);
}

const windowOf = (startsAt: number, endsAt: number): string => `${startsAt}-${endsAt}`;
