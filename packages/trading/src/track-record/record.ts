import { z } from 'zod';

/*
 * What a bot's public record says. Three kinds of records: `open` and `close` frame a series (one model portfolio from its
 * first live bar on), `bar` is everything that one closed bar did. Numbers, times, symbols and codes only: no sentence and
 * nothing about a customer, so that nothing in a sealed record can ever have to be erased.
 *
 * All figures are per unit of the bot in USDT, those of `figures` cumulative since the series began at 1.0:
 * 1 + realised + unrealised − fee − spread − slippage − financing = NAV.
 */

/** ISO 8601 in UTC with milliseconds. */
const time = z.string().regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
/** A decimal with exactly 12 places. */
const fixed12 = z.string().regex(/^\d+\.\d{12}$/);
const count = z.number().int().min(0);
const symbol = z.string().regex(/^[\w/.-]{1,20}$/);
/** Something that a program has named: no spaces, no sentences, no addresses. */
const CODE = /^[\w.:+/-]{1,40}$/;
const code = z.string().regex(CODE);

const figures = z.strictObject({
  /** Gross, at mid prices. */
  realised: z.number(),
  unrealised: z.number(),
  fee: z.number(),
  spread: z.number(),
  slippage: z.number(),
  financing: z.number(),
});

const marks = z.record(symbol, z.number().positive());

const openRecord = z.strictObject({
  n: count,
  kind: z.literal('open'),
  series: count,
  portfolio: z.uuid(),
  /** Start of the first bar of the record. */
  at: time,
  /** Number of the strike before it; what came until then (a demo's history) is not part of the record … */
  strike: count,
  /** … but for what it left behind: NAV, cumulative figures, … */
  nav: fixed12,
  figures,
  /** … financing accrued on what is held and not yet part of a fill, … */
  accrued: z.number(),
  /** … positions with their average mid price, and the prices they were marked at; null when those are not known. */
  positions: z.array(z.strictObject({ symbol, units: z.number(), entry: z.number().positive() })),
  marks: marks.nullable(),
});

const fillRecord = z.strictObject({
  at: time,
  symbol,
  side: z.enum(['buy', 'sell']),
  quantity: z.number().positive(),
  /** The price on a confirmation: mid plus or minus spread and slippage. */
  price: z.number(),
  mid: z.number().positive(),
  fee: z.number(),
  spread: z.number(),
  slippage: z.number(),
  /** Accrued since the position's fill before this one. */
  financing: z.number(),
  realised: z.number(),
  /** Units held afterwards, signed. */
  after: z.number(),
  reason: code,
  decision: z.number().int().nullable(),
});

const eventRecord = z.strictObject({
  kind: z.enum(['protection', 'gap', 'start']),
  code,
  symbol: symbol.nullable(),
  at: time,
  until: time.nullable(),
  /** Figures and codes of the event, names in ascending order; times are ms UTC. */
  figures: z.record(code, z.union([z.number(), z.boolean(), code, z.null()])),
});

const barRecord = z.strictObject({
  n: count,
  kind: z.literal('bar'),
  series: count,
  strike: count,
  /** End of the bar … */
  at: time,
  /** … and its length in ms. */
  ms: count,
  /** Names of the price sources, separated by commas. */
  source: z
    .string()
    .regex(/^[\w,.-]{1,100}$/)
    .nullable(),
  nav: fixed12,
  figures,
  /** Mid price of everything held after the bar; null when it was not recorded. */
  marks: marks.nullable(),
  /** In the order of execution. */
  fills: z.array(fillRecord),
  events: z.array(eventRecord),
});

const closeRecord = z.strictObject({
  n: count,
  kind: z.literal('close'),
  series: count,
  strike: count,
  at: time,
  nav: fixed12,
  reason: z.enum(['used-up', 'ended']),
});

export const trackRecordEntrySchema = z.discriminatedUnion('kind', [openRecord, barRecord, closeRecord]);

export type OpenRecord = z.infer<typeof openRecord>;
export type BarEntry = z.infer<typeof barRecord>;
export type CloseRecord = z.infer<typeof closeRecord>;
export type FillEntry = z.infer<typeof fillRecord>;
export type EventEntry = z.infer<typeof eventRecord>;
export type RecordFigures = z.infer<typeof figures>;
export type TrackRecordEntry = z.infer<typeof trackRecordEntrySchema>;

/** Whether a text may stand in a record: a code, never a sentence or an address. */
export const isRecordCode = (text: string): boolean => CODE.test(text);

/**
 * The canonical line of a record: JSON without white space, fields in the order of the schemas above (symbols in `marks` in
 * the portfolio's order, figures of events by name), strings escaped as ECMAScript's JSON does, numbers as its shortest
 * decimals that read back as the same double, NAV as text with 12 places.
 *
 * @throws RangeError for a number that is not finite, which JSON would turn into null.
 */
export function serialiseRecord(entry: TrackRecordEntry): string {
  return JSON.stringify(ordered(entry), (key, value: unknown) => {
    if (typeof value === 'number' && !Number.isFinite(value))
      throw new RangeError(`record ${entry.n}: ${key} is not finite`);
    return value;
  });
}

function ordered(entry: TrackRecordEntry): unknown {
  const { n, kind, series, strike, at, nav } = entry;
  switch (entry.kind) {
    case 'open': {
      const { portfolio, accrued, positions } = entry;
      const held = positions.map(({ symbol: name, units, entry: price }) => ({
        symbol: name,
        units,
        entry: price,
      }));
      const figured = orderedFigures(entry.figures);
      const start = { n, kind, series, portfolio, at, strike, nav };
      return { ...start, figures: figured, accrued, positions: held, marks: entry.marks };
    }
    case 'bar': {
      const { ms, source } = entry;
      const bar = { n, kind, series, strike, at, ms, source, nav, figures: orderedFigures(entry.figures) };
      const fills = entry.fills.map(orderedFill);
      return { ...bar, marks: entry.marks, fills, events: entry.events.map(orderedEvent) };
    }
    case 'close':
      return { n, kind, series, strike, at, nav, reason: entry.reason };
  }
}

const orderedFigures = (of: RecordFigures): RecordFigures => ({
  realised: of.realised,
  unrealised: of.unrealised,
  fee: of.fee,
  spread: of.spread,
  slippage: of.slippage,
  financing: of.financing,
});

const orderedFill = (fill: FillEntry): FillEntry => ({
  at: fill.at,
  symbol: fill.symbol,
  side: fill.side,
  quantity: fill.quantity,
  price: fill.price,
  mid: fill.mid,
  fee: fill.fee,
  spread: fill.spread,
  slippage: fill.slippage,
  financing: fill.financing,
  realised: fill.realised,
  after: fill.after,
  reason: fill.reason,
  decision: fill.decision,
});

const orderedEvent = (event: EventEntry): EventEntry => ({
  kind: event.kind,
  code: event.code,
  symbol: event.symbol,
  at: event.at,
  until: event.until,
  figures: Object.fromEntries(Object.entries(event.figures).sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))),
});
