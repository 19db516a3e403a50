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
/** Fills before the record are read in pieces, since a history may be long. */
const FILLS_AT_ONCE = 2_000;
const NO_FIGURES = { realised: 0, unrealised: 0, fee: 0, spread: 0, slippage: 0, financing: 0 };

/** The bot's portfolios in the order of their series, from one series on. */
export async function listRecordedPortfolios(
  tx: Tx,
  botType: string,
  fromSeries = 0,
): Promise<RecordedPortfolio[]> {
  const { rows } = await tx.$client.query<{
    id: string;
    series: number;
    symbols: string[];
    nav_seq: string;
    closed_at: Date | null;
  }>({
    name: 'list-recorded-portfolios',
    text: `SELECT id, series, symbols, nav_seq, closed_at FROM bot_portfolios
           WHERE bot_type = $1 AND series >= $2 ORDER BY series`,
    values: [botType, fromSeries],
  });
  return rows.map((row) => ({
    id: row.id,
    series: row.series,
    symbols: row.symbols,
    navSeq: Number(row.nav_seq),
    closedAt: row.closed_at,
  }));
}

/**
 * Number of the first strike of a portfolio's public record: the first live one whose prices were recorded. Undefined while
 * there is none, and for good in a portfolio that never left the demo's history.
 */
export async function findFirstRecorded(tx: Tx, portfolioId: string): Promise<number | undefined> {
  const { rows } = await tx.$client.query<{ seq: string }>({
    name: 'find-first-recorded',
    text: `SELECT seq FROM bot_nav WHERE portfolio_id = $1 AND phase = 'live' AND marks IS NOT NULL
           ORDER BY seq LIMIT 1`,
    values: [portfolioId],
  });
  return rows[0] && Number(rows[0].seq);
}

/**
 * What a series begins with. Where a demo's history came before, that is the positions it left behind, folded from its
 * fills. Undefined when a strike is missing.
 * @param before number of the strike before the first one of the record, 0 for none.
 */
export async function readOpening(
  tx: Tx,
  portfolio: RecordedPortfolio,
  before: number,
): Promise<Unnumbered<OpenRecord> | undefined> {
  const strikes = await readStrikes(tx, portfolio.id, before, before + 1);
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
 * The bars of a portfolio from one strike to another, both included, as far as their numbers follow one another without a
 * gap from `from` on.
 */
export async function readBars(
  tx: Tx,
  portfolio: RecordedPortfolio,
  from: number,
  to: number,
): Promise<Unnumbered<BarEntry>[]> {
  const strikes = await readStrikes(tx, portfolio.id, from, to);
  const gap = strikes.findIndex((row, index) => Number(row.seq) !== from + index);
  const whole = gap < 0 ? strikes : strikes.slice(0, gap);
  const first = whole[0];
  const last = whole.at(-1);
  if (!first || !last) return [];
  const fills = await readFills(tx, portfolio.id, from, Number(last.seq));
  const events = await readEvents(tx, portfolio.id, first.at, last.at);
  return whole.map((row) => ({
    kind: 'bar',
    series: portfolio.series,
    strike: Number(row.seq),
    at: row.at.toISOString(),
    ms: row.bar_ms,
    source: row.price_sources,
    nav: row.nav,
    figures: figuresOf(row),
    marks: marksOf(row, portfolio.symbols),
    fills: fills.get(Number(row.seq)) ?? [],
    events: events.get(row.at.getTime()) ?? [],
  }));
}

/**
 * How a series ended; undefined when it has not, or its last strike is missing. Worth nothing means used up: nothing else
 * takes a NAV to exactly 0.
 */
export async function readClosing(
  tx: Tx,
  portfolio: RecordedPortfolio,
): Promise<Unnumbered<CloseRecord> | undefined> {
  const { series, navSeq, closedAt } = portfolio;
  const [last] = await readStrikes(tx, portfolio.id, navSeq, navSeq);
  if (!last || !closedAt) return undefined;
  const reason = Number(last.nav) === 0 ? 'used-up' : 'ended';
  return { kind: 'close', series, strike: navSeq, at: closedAt.toISOString(), nav: last.nav, reason };
}

async function readStrikes(tx: Tx, portfolioId: string, from: number, to: number): Promise<StrikeRow[]> {
  const { rows } = await tx.$client.query<StrikeRow>({
    name: 'read-recorded-strikes',
    text: `SELECT seq, at, nav, bar_ms, realised, unrealised, fee, spread, slippage, financing, marks, price_sources
           FROM bot_nav WHERE portfolio_id = $1 AND seq BETWEEN $2 AND $3 ORDER BY seq`,
    values: [portfolioId, from, to],
  });
  return rows;
}

async function readFills(tx: Tx, portfolioId: string, from: number, to: number) {
  const { rows } = await tx.$client.query<FillRow>({
    name: 'read-recorded-fills',
    text: `SELECT ${FILL_COLUMNS} FROM bot_fills
           WHERE portfolio_id = $1 AND nav_seq BETWEEN $2 AND $3 ORDER BY nav_seq, sequence`,
    values: [portfolioId, from, to],
  });
  const fills = new Map<number, FillEntry[]>();
  for (const { nav_seq, filled_at, mid_price, units_after, ...row } of rows) {
    const fill = { ...row, at: filled_at.toISOString(), mid: mid_price, after: units_after };
    append(fills, Number(nav_seq), fill);
  }
  return fills;
}

async function readEvents(tx: Tx, portfolioId: string, from: Date, to: Date) {
  const { rows } = await tx.$client.query<EventRow>({
    name: 'read-recorded-events',
    text: `SELECT bar_at, at, kind, symbol, until, data FROM bot_protocol
           WHERE portfolio_id = $1 AND bar_at BETWEEN $2 AND $3 AND kind IN ('protection', 'gap', 'start')
           ORDER BY bar_at, sequence`,
    values: [portfolioId, from, to],
  });
  const events = new Map<number, EventEntry[]>();
  for (const { bar_at, at, kind, symbol, until, data } of rows) {
    const { code, figures } = codesOf(kind, data);
    const event = { kind, code, symbol, at: at.toISOString(), until: until?.toISOString() ?? null, figures };
    append(events, bar_at.getTime(), event);
  }
  return events;
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
