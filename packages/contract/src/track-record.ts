/**
 * The public track record: what every bot did since it went live, losing and closed series included, sealed into a chain
 * of hashes that anyone can recompute. Needs no login and holds no customer data.
 */
import { z } from 'zod';
import { measurement, navPoint } from './bots.ts';
import { BOT_TYPES } from './catalogue.ts';
import { operationsOf } from './operation.ts';
import { timestamp } from './shapes.ts';

const { query } = operationsOf('trackRecord');

/** Points of a series' NAV chart at most. */
export const TRACK_RECORD_POINTS = 300;

// Public pages read them too, and do without Zod.
export { OUTCOMES_SHOWN_FROM, trackRecordHeadUrl, trackRecordUrl } from './catalogue.ts';

/** The end of a bot's chain: it fixes every record before it. */
const chainHead = z.object({
  /** Number of the newest sealed record, 1 for the first. */
  position: z.number().int(),
  /** SHA-256, 64 hexadecimal digits. */
  hash: z.string(),
  sealedAt: timestamp,
});

/** A calendar month (UTC) of a series, or the part of it that the series lived. */
export const monthlyReturn = z.object({
  /** `2026-03` */
  month: z.string(),
  /** Fraction; the months of a series multiply to its return. */
  returnFraction: z.number(),
  /** False for a month that is still running. */
  finished: z.boolean(),
});
export type MonthlyReturn = z.infer<typeof monthlyReturn>;

/** Why a series was closed. `used-up`: the equity was lost and the units became worthless. */
const SERIES_END_REASONS = ['used-up', 'ended'] as const;
export type SeriesEndReason = (typeof SERIES_END_REASONS)[number];

const comparedFigures = z.object({
  returnFraction: z.number(),
  /** From the end of a day to the end of a later one, ≤ 0. */
  maxDrawdownFraction: z.number(),
});

/**
 * One model portfolio of a bot from its first live strike to its last one. The demo's history before that is not part of
 * it. All figures come from live strikes, unsealed ones included; `sealedUntil` says how far the seals reach.
 */
export const trackRecordSeries = z.object({
  /** 1, 2, 3 …: a new series begins at 1.0 after one was closed. A bot's numbers may begin later than 1 after a demo. */
  series: z.number().int(),
  /** Start of the first live bar … */
  from: timestamp,
  /** … and end of the newest one. */
  to: timestamp,
  /** Length in days, not rounded. */
  days: z.number(),
  /** NAV per unit at `from` and `to`, decimal strings with 12 places. */
  startNav: z.string(),
  nav: z.string(),
  /** Time-weighted, by the NAV, all costs taken; fraction. */
  returnFraction: z.number(),
  /** Deepest fall of the NAV from an earlier high, fraction ≤ 0. */
  maxDrawdownFraction: z.number(),
  /** What trading and holding took since the start, a fraction ≥ 0 of the first NAV; the return is what is left after it. */
  costsFraction: z.number(),
  /**
   * „Kaufen und Halten“: the bot's markets bought once in equal parts at the beginning of its first whole UTC day and held to the
   * end of the last one, by this installation's daily candles and with the costs of a backtest; beside it the bot over the same
   * days. Null before the first such day, when its prices changed their source meanwhile, and of a closed series whose several sources
   * need not be those of today.
   */
  buyAndHold: z
    .object({ from: timestamp, to: timestamp, held: comparedFigures, bot: comparedFigures })
    .nullable(),
  fills: z.number().int(),
  /** UTC days that are over (of a closed series every day), and how many of them ended below where they began. */
  finishedDays: z.number().int(),
  losingDays: z.number().int(),
  /** Every month since the start, oldest first, losing ones included. */
  months: z.array(monthlyReturn),
  /** Months that are over (of a closed series every month) with a negative return, and all that are over. */
  losingMonths: z.number().int(),
  finishedMonths: z.number().int(),
  /** Null while it runs. */
  closed: z.object({ at: timestamp, reason: z.enum(SERIES_END_REASONS) }).nullable(),
  /** Names of the sources whose prices it was struck at when its days ended, e.g. `['simulated']`; empty when unknown. */
  priceSources: z.array(z.string()),
  /** When prices came from another source from then on: its positions were closed and „Gemessen“ began anew. */
  sourceChanges: z.array(timestamp),
  strategyVersion: z.string(),
  engineVersion: z.string(),
  /** At most `TRACK_RECORD_POINTS`, from the start on, older than 400 days at the ends of days; drawdowns are fractions ≤ 0. */
  history: z.array(navPoint),
});
export type TrackRecordSeries = z.infer<typeof trackRecordSeries>;

export const trackRecord = z.object({
  botType: z.enum(BOT_TYPES),
  /** Whether the bot has a running series now. */
  running: z.boolean(),
  /** Null before the first seal. */
  head: chainHead.nullable(),
  /** End of the newest sealed bar; what came later is not sealed yet. Null before the first seal. */
  sealedUntil: timestamp.nullable(),
  /** Live strikes that are not sealed yet: 0 or 1 as a rule, more while the leader catches up. */
  unsealed: z.number().int(),
  /** „Gemessen“: the running series from its 30th live day on; before that null, „noch nicht gemessen“. */
  measured: measurement.nullable(),
  /** Every series with a sealed start, newest first. Empty before the first. */
  series: z.array(trackRecordSeries),
});
export type TrackRecord = z.infer<typeof trackRecord>;

/**
 * What customers' finished investments made of their stake by the bot's own doing: NAV at the stop against NAV at the
 * start, manual returns left out. Investments that began in the demo's history do not count.
 */
export const botOutcomes = z.object({
  botType: z.enum(BOT_TYPES),
  /** How many are finished. */
  finished: z.number().int(),
  /** Null until `finished` reaches `OUTCOMES_SHOWN_FROM`. Fractions. */
  outcomes: z
    .object({
      /** Share of those that ended below where they began. */
      lostFraction: z.number(),
      medianReturnFraction: z.number(),
      worstReturnFraction: z.number(),
    })
    .nullable(),
});
export type BotOutcomes = z.infer<typeof botOutcomes>;

export const trackRecords = {
  listTrackRecords: query('GET /track-records', {
    summary:
      'Der ganze Live-Nachweis jedes Bots, mit Verlusten und beendeten Reihen; höchstens eine Minute alt',
    access: 'anybody',
    output: z.array(trackRecord),
  }),
  listOutcomes: query('GET /outcomes', {
    summary: 'Was beendete Anlagen wirklich gewannen oder verloren, je Bot; höchstens eine Minute alt',
    access: 'anybody',
    output: z.array(botOutcomes),
  }),
};
