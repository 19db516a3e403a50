import {
  type BarEntry,
  type CloseRecord,
  type EventEntry,
  type FillEntry,
  type Holding,
  holdAfter,
  isRecordCode,
  NOTHING_HELD,
  type OpenRecord,
  type RecordFigures,
} from '@botdepot/trading';
import type { Tx } from '../../../platform/database.ts';

/** A portfolio as the record needs it: what never changes, or not after it was closed. */
export type RecordedPortfolio = {
  readonly id: string;
  readonly series: number;
  readonly symbols: readonly string[];
  /** Number of its newest strike. */
  readonly navSeq: number;
  readonly closedAt: Date | null;
};

/** A record without its place in the chain. */
export type Unnumbered<T> = Omit<T, 'n'>;

type StrikeRow = Record<keyof RecordFigures, number> & {
  seq: string;
  at: Date;
  nav: string;
  bar_ms: number;
  marks: (number | null)[] | null;
  price_sources: string | null;
};

type FillRow = Omit<FillEntry, 'at' | 'mid' | 'after'> & {
  nav_seq: string;
  filled_at: Date;
  mid_price: number;
  units_after: number;
};

type EventRow = {
  bar_at: Date;
  at: Date;
  kind: EventEntry['kind'];
  symbol: string | null;
  until: Date | null;
  data: unknown;
};

const FILL_COLUMNS = `nav_seq, filled_at, symbol, side, quantity, price, mid_price, fee, spread, slippage, financing,
  realised, units_after, reason, decision`;
/** Keeps PostgreSQL from reading a whole table for all ranges together: each is a look into the index of its own. */
const APART = 'OFFSET 0';
/** Fills before the record are read in pieces, since a history may be long. */
const FILLS_AT_ONCE = 2_000;
const NO_FIGURES = { realised: 0, unrealised: 0, fee: 0, spread: 0, slippage: 0, financing: 0 };

/** Portfolios of bots in the order of their series, by bot; of each from one series on. */
export async function listRecordedPortfolios(
  tx: Tx,
  wanted: readonly { botId: string; fromSeries: number }[],
): Promise<Map<string, RecordedPortfolio[]>> {
  const { rows } = await tx.$client.query<{
    id: string;
    bot_id: string;
    series: number;
    symbols: string[];
    nav_seq: string;
    closed_at: Date | null;
  }>({
    name: 'list-recorded-portfolios',
    text: `SELECT p.id, p.bot_id, p.series, p.symbols, p.nav_seq, p.closed_at
           FROM unnest($1::uuid[], $2::int4[]) AS w(bot_id, from_series)
           JOIN bot_portfolios p ON p.bot_id = w.bot_id AND p.series >= w.from_series
           ORDER BY p.bot_id, p.series`,
    values: [wanted.map(({ botId }) => botId), wanted.map(({ fromSeries }) => fromSeries)],
  });
  const portfolios = new Map<string, RecordedPortfolio[]>();
  for (const row of rows)
    append(portfolios, row.bot_id, {
      id: row.id,
      series: row.series,
      symbols: row.symbols,
      navSeq: Number(row.nav_seq),
      closedAt: row.closed_at,
    });
  return portfolios;
}

/**
 * Number of the first strike of each portfolio's record: the first live one whose prices were recorded. Absent while there is
 * none, and for good in a portfolio that never left the demo's history.
 */
export async function findFirstRecorded(
  tx: Tx,
  portfolioIds: readonly string[],
): Promise<Map<string, number>> {
  if (portfolioIds.length === 0) return new Map();
  const { rows } = await tx.$client.query<{ id: string; seq: string }>({
    name: 'find-first-recorded',
    text: `SELECT p.id, n.seq FROM unnest($1::uuid[]) AS p(id)
           CROSS JOIN LATERAL (
             SELECT seq FROM bot_nav WHERE portfolio_id = p.id AND phase = 'live' AND marks IS NOT NULL
             ORDER BY seq LIMIT 1) n`,
    values: [portfolioIds],
  });
  return new Map(rows.map(({ id, seq }) => [id, Number(seq)]));
}

/** Strikes of a portfolio by their numbers, both included. */
export type StrikeRange = {
  readonly portfolio: RecordedPortfolio;
  readonly from: number;
  readonly to: number;
};

/**
 * What series begin with, in the order asked for. Where a demo's history came before, that is the positions it left behind, folded
 * from its fills. Undefined where a strike is missing.
 *
 * @param of `before`: number of the strike before the first one of the record, 0 for none.
 */
export async function readOpenings(
  tx: Tx,
  of: readonly { portfolio: RecordedPortfolio; before: number }[],
): Promise<(Unnumbered<OpenRecord> | undefined)[]> {
  const around = of.map(({ portfolio, before }) => ({ portfolio, from: before, to: before + 1 }));
  const strikes = await readStrikes(tx, around);
  const openings: (Unnumbered<OpenRecord> | undefined)[] = [];
  for (const [index, { portfolio, before }] of of.entries())
    openings.push(await openingOf(tx, portfolio, before, strikes[index] ?? []));
  return openings;
}

async function openingOf(
  tx: Tx,
  portfolio: RecordedPortfolio,
  before: number,
  strikes: readonly StrikeRow[],
): Promise<Unnumbered<OpenRecord> | undefined> {
  const last = strikes.find((row) => Number(row.seq) === before);
  const first = strikes.find((row) => Number(row.seq) === before + 1);
  if (!first || (before > 0 && !last)) return undefined;
  const { holdings, financing } = await foldFills(tx, portfolio.id, before);
  const figures = last ? figuresOf(last) : NO_FIGURES;
  return {
    kind: 'open',
    series: portfolio.series,
    portfolio: portfolio.id,
    at: new Date(first.at.getTime() - first.bar_ms).toISOString(),
    strike: before,
    nav: last?.nav ?? '1.000000000000',
    figures,
    accrued: figures.financing - financing,
    positions: portfolio.symbols.flatMap((symbol) => {
      const held = holdings.get(symbol);
      return held ? [{ symbol, ...held }] : [];
    }),
    marks: last ? marksOf(last, portfolio.symbols) : {},
  };
}

/** Holdings after a strike and the financing that fills have reported until then. */
async function foldFills(tx: Tx, portfolioId: string, upTo: number) {
  const holdings = new Map<string, Holding>();
  let financing = 0;
  let seen = { seq: 0, sequence: -1 };
  while (upTo > 0) {
    const { rows } = await tx.$client.query<FillRow & { sequence: number }>({
      name: 'fold-fills',
      text: `SELECT ${FILL_COLUMNS}, sequence FROM bot_fills
             WHERE portfolio_id = $1 AND nav_seq <= $2 AND (nav_seq, sequence) > ($3, $4)
             ORDER BY nav_seq, sequence LIMIT ${FILLS_AT_ONCE}`,
      values: [portfolioId, upTo, seen.seq, seen.sequence],
    });
    for (const row of rows) {
      const held = holdings.get(row.symbol) ?? NOTHING_HELD;
      const { holding } = holdAfter(held, { mid: row.mid_price, after: row.units_after });
      if (holding.units === 0) holdings.delete(row.symbol);
      else holdings.set(row.symbol, holding);
      financing += row.financing;
    }
    const last = rows.at(-1);
    if (!last || rows.length < FILLS_AT_ONCE) break;
    seen = { seq: Number(last.nav_seq), sequence: last.sequence };
  }
  return { holdings, financing };
}

/**
 * Bars of portfolios, a list for each range: as far as their numbers follow one another without a gap from its first on. A few
 * statements, however many ranges there are.
 */
export async function readBars(tx: Tx, ranges: readonly StrikeRange[]): Promise<Unnumbered<BarEntry>[][]> {
  const strikes = (await readStrikes(tx, ranges)).map((rows, index) => {
    const from = ranges[index]?.from ?? 0;
    const gap = rows.findIndex((row, place) => Number(row.seq) !== from + place);
    return gap < 0 ? rows : rows.slice(0, gap);
  });
  const fills = await readFills(tx, ranges, strikes);
  const events = await readEvents(tx, ranges, strikes);
  return strikes.map((rows, index) => {
    const portfolio = ranges[index]!.portfolio;
    return rows.map((row) => ({
      kind: 'bar',
      series: portfolio.series,
      strike: Number(row.seq),
      at: row.at.toISOString(),
      ms: row.bar_ms,
      source: row.price_sources,
      nav: row.nav,
      figures: figuresOf(row),
      marks: marksOf(row, portfolio.symbols),
      fills: fills[index]?.get(Number(row.seq)) ?? [],
      events: events[index]?.get(row.at.getTime()) ?? [],
    }));
  });
}

/**
 * How series ended, in the order asked for; undefined where one has not, or its last strike is missing. Worth nothing means used
 * up: nothing else takes a NAV to exactly 0.
 */
export async function readClosings(
  tx: Tx,
  portfolios: readonly RecordedPortfolio[],
): Promise<(Unnumbered<CloseRecord> | undefined)[]> {
  const newest = portfolios.map((portfolio) => ({
    portfolio,
    from: portfolio.navSeq,
    to: portfolio.navSeq,
  }));
  const strikes = await readStrikes(tx, newest);
  return portfolios.map(({ series, navSeq, closedAt }, index) => {
    const last = strikes[index]?.[0];
    if (!last || !closedAt) return undefined;
    const reason = Number(last.nav) === 0 ? 'used-up' : 'ended';
    return { kind: 'close', series, strike: navSeq, at: closedAt.toISOString(), nav: last.nav, reason };
  });
}

async function readStrikes(tx: Tx, ranges: readonly StrikeRange[]): Promise<StrikeRow[][]> {
  const lists = ranges.map((): StrikeRow[] => []);
  if (ranges.length === 0) return lists;
  const { rows } = await tx.$client.query<StrikeRow & { place: string }>({
    name: 'read-recorded-strikes',
    text: `SELECT r.place, n.seq, n.at, n.nav, n.bar_ms, n.realised, n.unrealised, n.fee, n.spread, n.slippage, n.financing,
             n.marks, n.price_sources
           FROM unnest($1::uuid[], $2::int8[], $3::int8[]) WITH ORDINALITY AS r(portfolio_id, from_seq, to_seq, place)
           CROSS JOIN LATERAL (
             SELECT * FROM bot_nav WHERE portfolio_id = r.portfolio_id AND seq BETWEEN r.from_seq AND r.to_seq ${APART}) n
           ORDER BY r.place, n.seq`,
    values: [idsOf(ranges), ranges.map(({ from }) => from), ranges.map(({ to }) => to)],
  });
  for (const row of rows) lists[Number(row.place) - 1]?.push(row);
  return lists;
}

const idsOf = (ranges: readonly StrikeRange[]): string[] => ranges.map(({ portfolio }) => portfolio.id);

/** Fills of the strikes of each range, by number. */
async function readFills(
  tx: Tx,
  ranges: readonly StrikeRange[],
  strikes: readonly (readonly StrikeRow[])[],
): Promise<Map<number, FillEntry[]>[]> {
  const lists = ranges.map(() => new Map<number, FillEntry[]>());
  const { rows } = await tx.$client.query<FillRow & { place: string }>({
    name: 'read-recorded-fills',
    text: `SELECT r.place, ${FILL_COLUMNS}
           FROM unnest($1::uuid[], $2::int8[], $3::int8[]) WITH ORDINALITY AS r(portfolio_id, from_seq, to_seq, place)
           CROSS JOIN LATERAL (
             SELECT * FROM bot_fills WHERE portfolio_id = r.portfolio_id AND nav_seq BETWEEN r.from_seq AND r.to_seq ${APART}) f
           ORDER BY r.place, nav_seq, sequence`,
    values: [idsOf(ranges), ranges.map(({ from }) => from), strikes.map((rows) => rows.at(-1)?.seq ?? 0)],
  });
  for (const { place, nav_seq, filled_at, mid_price, units_after, ...row } of rows) {
    const fill = { ...row, at: filled_at.toISOString(), mid: mid_price, after: units_after };
    append(lists[Number(place) - 1]!, Number(nav_seq), fill);
  }
  return lists;
}

/** Events of the strikes of each range, by the ends of their bars, ms UTC. */
async function readEvents(
  tx: Tx,
  ranges: readonly StrikeRange[],
  strikes: readonly (readonly StrikeRow[])[],
): Promise<Map<number, EventEntry[]>[]> {
  const lists = ranges.map(() => new Map<number, EventEntry[]>());
  const { rows } = await tx.$client.query<EventRow & { place: string }>({
    name: 'read-recorded-events',
    text: `SELECT r.place, e.bar_at, e.at, e.kind, e.symbol, e.until, e.data
           FROM unnest($1::uuid[], $2::timestamptz[], $3::timestamptz[]) WITH ORDINALITY
             AS r(portfolio_id, from_at, to_at, place)
           CROSS JOIN LATERAL (
             SELECT * FROM bot_protocol WHERE portfolio_id = r.portfolio_id AND bar_at BETWEEN r.from_at AND r.to_at
               AND kind IN ('protection', 'gap', 'start') ${APART}) e
           ORDER BY r.place, e.bar_at, e.sequence`,
    values: [
      idsOf(ranges),
      strikes.map((rows) => rows[0]?.at ?? null),
      strikes.map((rows) => rows.at(-1)?.at ?? null),
    ],
  });
  for (const { place, bar_at, at, kind, symbol, until, data } of rows) {
    const { code, figures } = codesOf(kind, data);
    const event = { kind, code, symbol, at: at.toISOString(), until: until?.toISOString() ?? null, figures };
    append(lists[Number(place) - 1]!, bar_at.getTime(), event);
  }
  return lists;
}

/**
 * The code of a protocol line and its figures, without its sentences: they can be told again from these. What is neither a
 * number nor a code is left out, so that no text can get into a sealed record. Which source gives way to which is told by
 * the bars before and after.
 */
function codesOf(kind: EventEntry['kind'], data: unknown): Pick<EventEntry, 'code' | 'figures'> {
  const figures: EventEntry['figures'] = {};
  let code: string = isObject(data) && 'changes' in data ? 'source-change' : kind;
  const entries = Object.entries(isObject(data) ? data : {});
  for (const [name, value] of entries.flatMap((entry) =>
    isObject(entry[1]) ? Object.entries(entry[1]) : [entry],
  )) {
    if (name === 'kind' && typeof value === 'string' && isRecordCode(value)) code = value;
    else if (isRecordCode(name) && isFigure(value)) figures[name] = value;
  }
  return { code, figures };
}

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isFigure = (value: unknown): value is EventEntry['figures'][string] =>
  value === null ||
  typeof value === 'number' ||
  typeof value === 'boolean' ||
  (typeof value === 'string' && isRecordCode(value));

const figuresOf = (row: StrikeRow): RecordFigures => {
  const { realised, unrealised, fee, spread, slippage, financing } = row;
  return { realised, unrealised, fee, spread, slippage, financing };
};

function marksOf({ marks }: StrikeRow, symbols: readonly string[]): Record<string, number> | null {
  if (marks === null) return null;
  const named: Record<string, number> = {};
  for (const [index, symbol] of symbols.entries()) {
    const price = marks[index];
    if (typeof price === 'number') named[symbol] = price;
  }
  return named;
}

function append<K, V>(lists: Map<K, V[]>, key: K, value: V): void {
  const list = lists.get(key);
  if (list) list.push(value);
  else lists.set(key, [value]);
}
