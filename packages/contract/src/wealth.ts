import { z } from 'zod';
import { BOT_TYPES } from './catalogue.ts';
import { operationsOf } from './operation.ts';
import { amount, fraction, id, series, timestamp } from './shapes.ts';

const { query } = operationsOf('bots');

/** How far back: a day, a week, 30 days, 365 days, everything. */
const WEALTH_RANGES = ['1d', '1w', '1m', '1y', 'max'] as const;
export type WealthRange = (typeof WEALTH_RANGES)[number];

/** What a curve marks: what comes from outside and is therefore never performance, and manual returns, which are. */
const FLOW_KINDS = ['deposit', 'withdrawal', 'correction', 'manual'] as const;
export type FlowKind = (typeof FLOW_KINDS)[number];

/** More markers than this would hide the curve, however many flows there were. */
export const FLOWS_MARKED = 24;

/** More investments than this nobody reads one by one, however many there were. */
export const INVESTMENTS_NAMED = 50;

export const wealthHistory = z.object({
  from: timestamp,
  to: timestamp,
  /**
   * start + deposits + withdrawals + corrections + realised + unrealised − costs − financing + manual + rounding = end, exactly.
   * Withdrawals are negative; the stop of a bot realises everything it still held open; `rounding` is what parts in
   * whole cents do not say.
   */
  sum: z.object({
    start: amount,
    deposits: amount,
    withdrawals: amount,
    corrections: amount,
    realised: amount,
    unrealised: amount,
    costs: amount,
    financing: amount,
    manual: amount,
    rounding: amount,
    end: amount,
  }),
  /**
   * Every active investment with its value in `end`; the rest of `end` is the wallet and own bots. At other prices each is worth
   * its units × NAV, rounded down to the cent, and only that moves the wealth of this answer: a later booking is in the next one.
   */
  holdings: z.array(z.object({ botType: z.enum(BOT_TYPES), series, units: z.string(), value: amount })),
  /** What own bots are worth in `end`, at the newest minute that was looked at; what was put aside for those about to start included. */
  inOwnBots: amount,
  /** Time-weighted (each flow cuts the period); null while there was never anything to earn on. */
  returnFraction: fraction,
  /** The deepest fall of that return from an earlier high, at the instants that were looked at. */
  maxDrawdownFraction: fraction,
  lowestAt: timestamp.nullable(),
  /** How many instants were looked at; `points` are some of them. */
  instants: z.number().int(),
  /** For a curve, their fractions to 1e-8. */
  points: z.array(
    z.object({ at: timestamp, wealth: amount, returnFraction: z.number(), drawdown: z.number() }),
  ),
  /** The largest of the period, at most `FLOWS_MARKED`, in time order; `sum` holds them all. */
  flows: z.array(z.object({ at: timestamp, kind: z.enum(FLOW_KINDS), amount, transferId: id })),
  flowCount: z.number().int(),
  /**
   * The investments of the period with their part in the sum, runs of own bots among them: those that moved most, at most
   * `INVESTMENTS_NAMED`, newest first. `sum` holds them all.
   */
  investments: z.array(
    z.object({
      id,
      /** Short number for people, e.g. `B-3309`; of an own bot its number. */
      reference: z.string(),
      /** Null for a run of an own bot. */
      botType: z.enum(BOT_TYPES).nullable(),
      /** Whose run it is, without a name once the bot is deleted; null for an investment in a bot of the house. */
      ownBot: z.object({ id, name: z.string().nullable() }).nullable(),
      startedAt: timestamp,
      stoppedAt: timestamp.nullable(),
      realised: amount,
      unrealised: amount,
      manual: amount,
      costs: amount,
      financing: amount,
      rounding: amount,
    }),
  ),
  investmentCount: z.number().int(),
});
export type WealthHistory = z.infer<typeof wealthHistory>;

export const wealth = {
  getWealthHistory: query('GET /wealth', {
    summary: 'Was aus dem eigenen Geld über einen Zeitraum wurde, und warum',
    access: 'signed-in',
    input: z.strictObject({ range: z.enum(WEALTH_RANGES).default('max') }),
    output: wealthHistory,
  }),
};
