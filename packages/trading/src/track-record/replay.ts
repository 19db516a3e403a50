import { z } from 'zod';
import { type Holding, holdAfter, NOTHING_HELD } from './holding.ts';
import type { BarEntry, CloseRecord, FillEntry, OpenRecord, TrackRecordEntry } from './record.ts';

/** Something that a record says and that does not follow from what came before it. */
export type Difference = {
  /** What differs, e.g. `nav` or `fills[2].realised`. */
  readonly field: string;
  readonly expected: string;
  readonly found: string;
};

/** Doubles that were added up in another order differ by this much at most, per unit. */
const TOLERANCE = 1e-9;

/** Recomputes a bot's figures from its fills and prices alone, record by record. */
export type Replay = {
  /** Takes the next record and returns the first thing in it that is not as recomputed; null when everything is. */
  apply(entry: TrackRecordEntry): Difference | null;
  /** What the next record is compared with; a replay that begins with it goes on as this one would. */
  state(): ReplayState;
};

const seriesSchema = z.strictObject({
  number: z.number().int(),
  strike: z.number().int(),
  at: z.string(),
  nav: z.string(),
  realised: z.number(),
  fee: z.number(),
  spread: z.number(),
  slippage: z.number(),
  financing: z.number(),
  /** Part of `financing` that no fill has reported yet. */
  accrued: z.number(),
});

/** Survives JSON to the last digit. */
export const replayStateSchema = z.strictObject({
  lastSeries: z.number().int(),
  /** The series that is open, null between two. */
  series: seriesSchema
    .extend({
      holdings: z.array(z.strictObject({ symbol: z.string(), units: z.number(), entry: z.number() })),
    })
    .nullable(),
});
export type ReplayState = z.infer<typeof replayStateSchema>;

type Series = z.infer<typeof seriesSchema> & { readonly holdings: Map<string, Holding> };

/**
 * Checks in each record:
 * - series follow one another, each opened once, strikes are counted without a gap and go forward in time;
 * - units held, realised result and confirmed price of each fill, from its mid price, quantity and costs;
 * - cumulative costs and realised result as the sum of the fills; unrealised result from holdings and mid prices;
 * - NAV = 1 + realised + unrealised − fee − spread − slippage − financing, and 0 where that is negative (the house bears
 *   the rest), within 1e-9 per unit.
 *
 * Financing between fills is a stated cost: it never falls, is what the fills report, and is 0 beyond them while nothing
 * is held. Its rate is not part of the record.
 */
export function createReplay(from: ReplayState = { lastSeries: 0, series: null }): Replay {
  let series: Series | null = from.series && {
    ...from.series,
    holdings: new Map(from.series.holdings.map(({ symbol, ...held }) => [symbol, held])),
  };
  let { lastSeries } = from;

  function open(entry: OpenRecord): Difference | null {
    if (series) return difference('kind', 'bar', 'open');
    if (entry.series <= lastSeries) return difference('series', `> ${lastSeries}`, entry.series);
    const { realised, fee, spread, slippage, financing } = entry.figures;
    series = {
      number: entry.series,
      strike: entry.strike,
      at: entry.at,
      nav: entry.nav,
      holdings: new Map(
        entry.positions.map(({ symbol, units, entry: price }) => [symbol, { units, entry: price }]),
      ),
      ...{ realised, fee, spread, slippage, financing },
      accrued: entry.accrued,
    };
    lastSeries = entry.series;
    const unrealised = entry.marks ? markHoldings(series, entry.marks) : entry.figures.unrealised;
    if (typeof unrealised !== 'number') return unrealised;
    if (entry.strike === 0) {
      const before = [entry.positions.length, ...Object.values(entry.figures)].find((value) => value !== 0);
      if (before !== undefined) return difference('figures', 0, before);
    }
    return (
      compare('figures.unrealised', unrealised, entry.figures.unrealised) ??
      compareNav(equityOf(series, unrealised), entry.nav)
    );
  }

  function bar(entry: BarEntry): Difference | null {
    if (!series || entry.series !== series.number)
      return difference('series', series ? series.number : 'open', entry.series);
    if (entry.strike !== series.strike + 1) return difference('strike', series.strike + 1, entry.strike);
    if (Date.parse(entry.at) - entry.ms < Date.parse(series.at))
      return difference('at', `≥ ${series.at}`, entry.at);
    for (const [index, fill] of entry.fills.entries()) {
      const wrong = applyFill(series, fill, `fills[${index}]`, entry.at);
      if (wrong) return wrong;
    }
    const { figures } = entry;
    const grown = figures.financing - series.financing;
    if (grown < -TOLERANCE)
      return difference('figures.financing', `≥ ${series.financing}`, figures.financing);
    series.accrued += grown;
    series.financing = figures.financing;
    const isHeld = series.holdings.size > 0;
    if (series.accrued < -TOLERANCE || (!isHeld && series.accrued > TOLERANCE))
      return difference('figures.financing', figures.financing - series.accrued, figures.financing);
    if (entry.marks === null && isHeld) return difference('marks', [...series.holdings.keys()].join(), '–');
    const unrealised = markHoldings(series, entry.marks ?? {});
    if (typeof unrealised !== 'number') return unrealised;
    const equity = equityOf(series, unrealised);
    series.strike = entry.strike;
    series.at = entry.at;
    series.nav = entry.nav;
    return (
      compare('figures.fee', series.fee, figures.fee) ??
      compare('figures.spread', series.spread, figures.spread) ??
      compare('figures.slippage', series.slippage, figures.slippage) ??
      compare('figures.unrealised', unrealised, figures.unrealised) ??
      // What the house bears of a loss beyond the last unit is taken out of the realised result.
      compare('figures.realised', series.realised + Math.max(0, -equity), figures.realised) ??
      compareNav(equity, entry.nav)
    );
  }

  function close(entry: CloseRecord): Difference | null {
    if (!series || entry.series !== series.number)
      return difference('series', series ? series.number : 'open', entry.series);
    const { strike, nav } = series;
    series = null;
    if (entry.strike !== strike) return difference('strike', strike, entry.strike);
    if (entry.nav !== nav) return difference('nav', nav, entry.nav);
    const reason = Number(nav) === 0 ? 'used-up' : 'ended';
    return entry.reason === reason ? null : difference('reason', reason, entry.reason);
  }

  return {
    apply(entry) {
      if (entry.kind === 'open') return open(entry);
      return entry.kind === 'bar' ? bar(entry) : close(entry);
    },
    state: () => ({
      lastSeries,
      series: series && {
        ...series,
        holdings: [...series.holdings].map(([symbol, held]) => ({ symbol, ...held })),
      },
    }),
  };
}

function applyFill(series: Series, fill: FillEntry, field: string, barEnd: string): Difference | null {
  if (fill.at > barEnd) return difference(`${field}.at`, `≤ ${barEnd}`, fill.at);
  const held = series.holdings.get(fill.symbol) ?? NOTHING_HELD;
  const side = fill.side === 'buy' ? 1 : -1;
  for (const cost of ['fee', 'spread', 'slippage', 'financing'] as const)
    if (fill[cost] < 0) return difference(`${field}.${cost}`, '≥ 0', fill[cost]);
  const { holding, realised } = holdAfter(held, fill);
  const price = fill.mid + (side * (fill.spread + fill.slippage)) / fill.quantity;
  const wrong =
    // A unit can be worth a hundred thousand, so units are compared in proportion.
    compare(`${field}.after`, held.units + side * fill.quantity, fill.after, fill.quantity) ??
    compare(`${field}.price`, price, fill.price) ??
    compare(`${field}.realised`, realised, fill.realised);
  if (wrong) return wrong;
  if (holding.units === 0) series.holdings.delete(fill.symbol);
  else series.holdings.set(fill.symbol, holding);
  series.realised += realised;
  series.fee += fill.fee;
  series.spread += fill.spread;
  series.slippage += fill.slippage;
  series.accrued -= fill.financing;
  return null;
}

/** The unrealised result, or what is missing or too much in the prices. */
function markHoldings(series: Series, marks: Readonly<Record<string, number>>): number | Difference {
  const extra = Object.keys(marks).find((symbol) => !series.holdings.has(symbol));
  if (extra !== undefined) return difference(`marks[${extra}]`, '–', marks[extra] ?? '–');
  let unrealised = 0;
  for (const [symbol, { units, entry }] of series.holdings) {
    const price = marks[symbol];
    if (price === undefined) return difference(`marks[${symbol}]`, `${units}`, '–');
    unrealised += units * (price - entry);
  }
  return unrealised;
}

const equityOf = (series: Series, unrealised: number): number =>
  1 + series.realised + unrealised - series.fee - series.spread - series.slippage - series.financing;

function compareNav(equity: number, nav: string): Difference | null {
  const expected = Math.max(0, equity);
  return isNear(expected, Number(nav)) ? null : difference('nav', expected.toFixed(12), nav);
}

function compare(field: string, expected: number, found: number, scale = 1): Difference | null {
  return isNear(expected, found, scale) ? null : difference(field, expected, found);
}

const isNear = (a: number, b: number, scale = 1): boolean =>
  Math.abs(a - b) <= TOLERANCE * Math.max(scale, Math.abs(a), Math.abs(b));

const difference = (field: string, expected: string | number, found: string | number): Difference => ({
  field,
  expected: String(expected),
  found: String(found),
});
