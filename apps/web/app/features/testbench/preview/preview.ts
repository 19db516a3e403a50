import {
  buyAndHoldEquity,
  type Candles,
  type ColumnSource,
  compileRule,
  DAY_MS,
  dailyReturns,
  firstBars,
  firstIndexAt,
  HOUR_MS,
  type LineNow,
  type LineTally,
  linesNow,
  maximumDrawdown,
  missingForEntry,
  type Operand,
  RULE_CAPITAL,
  type Rule,
  type RuleTally,
  ruleHashOf,
  runBacktest,
  type SymbolSpec,
  tallyRule,
  valuesOf,
  warmUpBarsOf,
} from '@botdepot/trading/browser';

/** Trades that are drawn and told; the newest. */
const MOST_TRADES = 400;
/** Candles of the chart. */
const MOST_CANDLES = 130;
/** Candles around the last trade. */
const AFTER_TRADE = 20;

export interface PreviewMarket {
  readonly spec: SymbolSpec;
  /** Bars of the rule's interval, those of the test period included. */
  readonly candles: Candles;
}

export interface PreviewRequest {
  readonly rule: Rule;
  readonly markets: readonly PreviewMarket[];
  /** ms UTC. Without one: from the first bar. `until` is the beginning of the test period, or before it. */
  readonly from: number | null;
  readonly until: number;
  readonly costFactor: number;
  /** Whose candles are wanted; null for the market of the newest trade. */
  readonly chartSymbol: string | null;
}

export interface PreviewCandle {
  readonly at: number;
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
}

export interface Preview {
  /** That it is of. */
  readonly rule: Rule;
  readonly ruleHash: string;
  readonly costFactor: number;
  /** ms UTC; bars that start in [from, until). */
  readonly from: number;
  readonly until: number;
  readonly bars: number;
  readonly lines: readonly LineTally[];
  readonly sections: RuleTally['sections'];
  readonly entries: number;
  readonly otherExits: RuleTally['otherExits'];
  readonly open: number;
  /** The newest, at most 400. */
  readonly trades: RuleTally['trades'];
  /** At the end of every UTC day, of `RULE_CAPITAL` after costs; `holding` is buying and holding the same markets. */
  readonly days: Float64Array;
  readonly equity: Float64Array;
  readonly holding: Float64Array;
  /** Fraction, ≤ 0; null without a day. */
  readonly maxDrawdown: number | null;
  /** USDT. */
  readonly costs: number;
  /** Simple, one a day. */
  readonly returns: Float64Array;
  /** Bars before the period that the rule would have needed beyond those that there are, of the symbol that lacks most. */
  readonly missingWarmUp: number;
  readonly chart: { readonly symbol: string; readonly candles: readonly PreviewCandle[] };
  /** How the lines of the entries stand at the newest bar of each symbol, and when that began. */
  readonly now: readonly {
    readonly symbol: string;
    readonly at: number | null;
    readonly lines: readonly LineNow[];
    /** How many of them an entry lacks; null without a bar. */
    readonly missing: number | null;
  }[];
}

/** Prices, period and costs of a run over the bars before the test period. */
export function periodOf({ rule, markets, costFactor, ...period }: PreviewRequest) {
  const { until } = period;
  const series = markets.map(({ spec, candles }) => ({ spec, candles: before(candles, until) }));
  const starts = series.flatMap(({ candles }) => (candles.length > 0 ? [candles.time[0]!] : []));
  const from = period.from ?? Math.min(until, ...starts);
  const baseIntervalMs = rule.interval === '1h' ? HOUR_MS : DAY_MS;
  return { series, baseIntervalMs, startingEquity: RULE_CAPITAL, costFactor, from, until };
}

function runOf(request: PreviewRequest, setOf: ColumnSource) {
  const run = periodOf(request);
  const ruleHash = ruleHashOf(request.rule);
  const strategy = compileRule(request.rule, ruleHash, setOf);
  return { run, ruleHash, result: runBacktest({ ...run, strategy }) };
}

/** How many positions a rule would have opened. */
export function entriesOf(request: PreviewRequest, setOf: ColumnSource): number {
  const { trades, openPositions } = runOf(request, setOf).result;
  return trades.length + openPositions.length;
}

/** What a rule would have done before its test period, and how it stands now. @param setOf keeps columns from preview to preview. */
export function previewRule(request: PreviewRequest, setOf: ColumnSource): Preview {
  const { rule, markets } = request;
  const { run, ruleHash, result } = runOf(request, setOf);
  const { series, from, until } = run;
  const candlesOf = new Map(series.map(({ spec, candles }) => [spec.symbol, candles]));
  const tally = tallyRule(rule, result, candlesOf, { from, until }, setOf);
  const { day, equity } = result.daily;
  const { fees, spread, slippage, financing } = result.account;
  const warmUp = warmUpBarsOf(rule);
  const chartSymbol = request.chartSymbol ?? tally.trades.at(-1)?.symbol ?? rule.symbols[0]!;
  return {
    rule,
    ruleHash,
    costFactor: request.costFactor,
    from,
    until,
    bars: tally.bars,
    lines: tally.lines,
    sections: tally.sections,
    entries: tally.entries,
    otherExits: tally.otherExits,
    open: tally.open,
    trades: tally.trades.slice(-MOST_TRADES),
    days: day,
    equity,
    holding: buyAndHoldEquity({ ...run, days: day }),
    maxDrawdown: maximumDrawdown(RULE_CAPITAL, equity)?.depth ?? null,
    costs: fees + spread + slippage + financing,
    returns: dailyReturns(RULE_CAPITAL, equity),
    missingWarmUp: Math.max(0, ...series.map(({ candles }) => warmUp - firstIndexAt(candles, from))),
    chart: { symbol: chartSymbol, candles: chartCandles(candlesOf.get(chartSymbol), chartSymbol, tally) },
    now: markets.map(({ spec, candles }) => {
      const lines = linesNow(rule, candles, setOf).filter(({ section }) => section.startsWith('entry'));
      return {
        symbol: spec.symbol,
        at: candles.length > 0 ? candles.time[candles.length - 1]! : null,
        lines,
        missing: lines.length > 0 ? missingForEntry(rule, lines) : null,
      };
    }),
  };
}

/** The bars before a moment; the same object for the same moment, so that columns over them are kept. */
function before(candles: Candles, until: number): Candles {
  const length = firstIndexAt(candles, until);
  const known = cuts.get(candles);
  if (known?.length === length) return known;
  const cut = firstBars(candles, length);
  cuts.set(candles, cut);
  return cut;
}

const cuts = new WeakMap<Candles, Candles>();

/** Candles up to a little after the last trade, or the newest ones. */
function chartCandles(candles: Candles | undefined, symbol: string, { trades }: RuleTally): PreviewCandle[] {
  if (candles === undefined) return [];
  const last = trades.findLast((trade) => trade.symbol === symbol);
  const end =
    last === undefined
      ? candles.length
      : Math.min(candles.length, firstIndexAt(candles, last.closedAt) + AFTER_TRADE);
  const start = Math.max(0, end - MOST_CANDLES);
  return Array.from({ length: end - start }, (_, offset) => {
    const at = start + offset;
    return {
      at: candles.time[at]!,
      open: candles.open[at]!,
      high: candles.high[at]!,
      low: candles.low[at]!,
      close: candles.close[at]!,
    };
  });
}

export interface Histogram {
  /** The lowest and highest value shown: one in a hundred lies beyond either. */
  readonly from: number;
  readonly to: number;
  /** Bars in each of equal parts of it. */
  readonly counts: readonly number[];
}

const HISTOGRAM_PARTS = 24;

/** How the values of an operand are spread over the bars before the test period; null where they do not vary. */
export function histogramOf(
  operand: Operand,
  markets: readonly PreviewMarket[],
  until: number,
  setOf: ColumnSource,
): Histogram | null {
  const values: number[] = [];
  for (const market of markets) {
    const candles = before(market.candles, until);
    const valueAt = valuesOf(operand, candles, setOf);
    for (let at = 0; at < candles.length; at++) {
      const value = valueAt(at);
      if (Number.isFinite(value)) values.push(value);
    }
  }
  const sorted = Float64Array.from(values).sort();
  const from = sorted[Math.floor(sorted.length / 100)];
  const to = sorted[Math.ceil(sorted.length * 0.99) - 1];
  if (from === undefined || to === undefined || !(to > from)) return null;
  const counts = new Array<number>(HISTOGRAM_PARTS).fill(0);
  for (const value of sorted) {
    const part = Math.floor(((value - from) / (to - from)) * HISTOGRAM_PARTS);
    if (part >= 0 && part <= HISTOGRAM_PARTS) counts[Math.min(part, HISTOGRAM_PARTS - 1)]!++;
  }
  return { from, to, counts };
}
