import { z } from 'zod';
import { FILL_REASONS } from './fill.ts';

/**
 * Everything an engine must remember over a restart, and nothing that grows: history comes back through `warm`. Plain
 * JSON; doubles survive `JSON.stringify` exactly. Validated when it is read, because it comes from a database that
 * an older version may have written.
 */

const levelDistance = z.union([
  z.strictObject({ distance: z.number() }),
  z.strictObject({ fraction: z.number() }),
]);
const stopRule = z.union([z.strictObject({ price: z.number() }), levelDistance]);

const fillReason = z.enum(FILL_REASONS);

const position = z.strictObject({
  units: z.number(),
  entryPrice: z.number(),
  openedAt: z.number().nullable(),
  closedAt: z.number().nullable(),
  stop: z.number().nullable(),
  // Not in states from before there were such levels, as the ones of orders.
  target: z.number().nullable().default(null),
  trailing: levelDistance.nullable().default(null),
  extreme: z.number().nullable().default(null),
  closeAt: z.number().nullable(),
  financing: z.number(),
});

const order = z.strictObject({
  targetUnits: z.number(),
  weight: z.number().optional(),
  lots: z.strictObject({ weight: z.number(), lot: z.number() }).optional(),
  reason: fillReason,
  decision: z.number().nullable(),
  stop: stopRule.nullable(),
  target: levelDistance.optional(),
  trailing: levelDistance.optional(),
  closeAt: z.number().nullable(),
});

const formingCandle = z.strictObject({
  time: z.number(),
  open: z.number(),
  high: z.number(),
  low: z.number(),
  close: z.number(),
  volume: z.number(),
});

/** Arrays run parallel to `symbols`. All times are ms UTC. */
export const engineStateSchema = z.strictObject({
  /** 1 before there were targets, trailing stops and rules, whose parts it has not; read as 2. */
  format: z.union([z.literal(1), z.literal(2)]).transform(() => 2 as const),
  strategyId: z.string(),
  symbols: z.array(z.string()),
  /** End of the last bar set that was processed. */
  lastEnd: z.number().nullable(),
  /** Newest end of a decision interval that was dealt with. */
  lastBoundary: z.number().nullable(),
  decisions: z.number().int(),
  broker: z.strictObject({
    cash: z.number(),
    totals: z.strictObject({
      grossRealised: z.number(),
      fees: z.number(),
      spread: z.number(),
      slippage: z.number(),
      financing: z.number(),
    }),
    positions: z.array(position),
    orders: z.array(order.nullable()),
    quotes: z.array(z.strictObject({ price: z.number(), barEnd: z.number() }).nullable()),
  }),
  drawdown: z.strictObject({
    peak: z.number(),
    /** Null in states from before it was kept, too. */
    peakSince: z.number().nullable().default(null),
    pausedFrom: z.number().nullable(),
    pausedUntil: z.number().nullable(),
  }),
  /** Null before the first bar, and in states from before there was such a limit. */
  dailyLoss: z
    .strictObject({ day: z.number(), openingEquity: z.number(), haltedUntil: z.number().nullable() })
    .nullable()
    .default(null),
  /** Since when an operator holds the bot; null when nobody does, and in states from before that was possible. */
  heldSince: z.number().nullable().default(null),
  /** Since when each symbol is halted by a stale price; null when it is not. */
  haltedSince: z.array(z.number().nullable()),
  /** The decision bar each symbol is in the middle of. */
  forming: z.array(formingCandle.nullable()),
  /** What the signals of the strategy carry beyond its windows, per symbol; empty without one. */
  observed: z.array(z.array(z.number().nullable())).default([]),
  liquidatedAt: z.number().nullable(),
});

export type EngineState = z.infer<typeof engineStateSchema>;
