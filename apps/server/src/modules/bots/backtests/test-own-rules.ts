/** What own bots are tested on, and the worker's part of it: it runs a rule over past prices, and cuts its future off. */
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import {
  CandleAggregator,
  CandleSeries,
  type Candles,
  candlesHash,
  certifyNoLookAhead,
  compileRule,
  DAY_MS,
  type ExplainedDecision,
  emptyBar,
  explainDecision,
  firstBars,
  firstIndexAt,
  type GrowingCandles,
  HOUR_MS,
  judgeRule,
  keyDigest,
  RULE_CAPITAL,
  type Rule,
  readBar,
  readCandleCsv,
  ruleHashOf,
  ruleSymbolSpec,
  type SymbolSpec,
} from '@botdepot/trading';
import type { Tx } from '../../../platform/database.ts';
import {
  daysOf,
  hasPracticeMarket,
  readCandles,
  readPracticeCandles,
  writePracticeMarket,
} from '../../markets/index.ts';
import { loadHistory } from '../trading/load-history.ts';
import { readCandleColumns } from './backtest-data.ts';
import type { BacktestDeps } from './make-backtest.ts';
import type {
  CandlePlace,
  CertificateJob,
  CertificateOutcome,
  ExplainJob,
  RuleResultJob,
  RuleResultOutcome,
} from './worker-job.ts';

const WTI_FILE = new URL('../../../../data/WTI_1d.csv.gz', import.meta.url);
let wti: Promise<Candles> | null = null;

/** Candles that start before `untilMs`, a UTC midnight; null: all that are whole and over. */
export async function readTestCandles(
  tx: Tx,
  wanted: { place: CandlePlace; symbol: string; interval: '1h' | '1d'; untilMs: number | null },
): Promise<Candles> {
  const { place, symbol, interval, untilMs } = wanted;
  switch (place.kind) {
    case 'practice':
      return until(await readPracticeCandles(place.folder, symbol, interval), untilMs);
    case 'wti':
      wti ??= readWti();
      // A failure is not remembered.
      wti.catch(() => {
        wti = null;
      });
      return until(await wti, untilMs);
    case 'installation': {
      const toMs = Math.min(untilMs ?? place.todayMs, place.todayMs);
      const { source, fromMs } = place;
      const hours = await readCandleColumns(tx, { interval: '1h', symbol, source, fromMs, toMs });
      return interval === '1h' ? hours : daysOf(hours, toMs);
    }
  }
}

const until = (candles: Candles, untilMs: number | null): Candles =>
  untilMs === null ? candles : firstBars(candles, firstIndexAt(candles, untilMs));

async function readWti(): Promise<Candles> {
  const bytes = await promisify(gunzip)(await readFile(WTI_FILE));
  return readCandleCsv(bytes.toString('utf8')).candles;
}

type Series = { spec: SymbolSpec; candles: Candles }[];

export async function makeRuleResult(deps: BacktestDeps, job: RuleResultJob): Promise<RuleResultOutcome> {
  const { rule, places, until } = job;
  const series = await readSeries(deps, rule, (index) => places[index]!, until);
  const from = job.from ?? Number.NEGATIVE_INFINITY;
  if (!series.some(({ candles }) => firstIndexAt(candles, from) < candles.length)) return { status: 'empty' };
  const { result, returns } = judgeRule({ ...job, series }, deps.onProgress);
  const columns = Float32Array.from(returns);
  return {
    status: 'made',
    json: JSON.stringify(result),
    returns: columns.every(Number.isFinite) ? Buffer.from(columns.buffer).toString('base64') : null,
  };
}

/**
 * So many bars of all symbols are walked through again at every cut. A minute of work for the slowest rules: a period with more
 * begins later.
 */
const MOST_BARS = 150_000;

export async function makeCertificate(deps: BacktestDeps, job: CertificateJob): Promise<CertificateOutcome> {
  const { rule, place, until } = job;
  const all = await readSeries(deps, rule, () => place, until);
  const baseIntervalMs = rule.interval === '1h' ? HOUR_MS : DAY_MS;
  const most = Math.floor(MOST_BARS / all.length);
  const series = all.map(({ spec, candles }) => ({ spec, candles: lastBars(candles, most) }));
  const ruleHash = ruleHashOf(rule);
  const dataHash = candlesHash(series.map(({ spec: { symbol }, candles }) => ({ symbol, candles })));
  const certificate = certifyNoLookAhead(
    {
      strategy: compileRule(rule, ruleHash),
      parameters: {},
      series,
      baseIntervalMs,
      startingEquity: RULE_CAPITAL,
      from: Math.min(...series.map(({ candles }) => candles.time[0]!)),
      until,
    },
    keyDigest(`cuts/${ruleHash}/${dataHash}`),
    undefined,
    deps.onProgress,
  );
  return { ...certificate, dataHash };
}

/** On the bars that the bot decided on, with its history as it had it when it began: recursive indicators remember where that is. */
export async function explainOrder({ db }: BacktestDeps, job: ExplainJob): Promise<ExplainedDecision | null> {
  const { rule, symbol, digits, midPrice } = job;
  const intervalMs = rule.interval === '1h' ? HOUR_MS : DAY_MS;
  const barOf = (time: number): number => Math.floor(time / intervalMs) * intervalMs;
  const [from, filledAt] = [barOf(job.startedAt), barOf(job.filledAt)];
  const candles = await readDecisionBars(db, rule, from, filledAt);
  const own = candles[rule.symbols.indexOf(symbol)];
  if (own === undefined || own.length === 0) return null;
  // The bar of the fill may not be over: only where it opened matters.
  own.append(filledAt, { open: midPrice, high: midPrice, low: midPrice, close: midPrice, volume: 0 });
  return explainDecision({
    rule,
    series: rule.symbols.map((name, index) => ({ spec: ruleSymbolSpec(name), candles: candles[index]! })),
    from,
    until: filledAt + 1,
    costFactor: 1,
    symbol,
    filledAt,
    digits,
  });
}

/** Of each symbol of a rule, as an engine has them that began at `from`: its history, then what hours made of it until `until`. */
async function readDecisionBars(tx: Tx, rule: Rule, from: number, until: number): Promise<GrowingCandles[]> {
  const { symbols } = rule;
  const strategy = compileRule(rule, ruleHashOf(rule));
  const history = await loadHistory(tx, { strategy, parameters: {}, symbols, barMs: HOUR_MS }, from);
  const range = { interval: '1h', fromMs: from, toMs: until, symbols, revision: 'seen' } as const;
  const hours = await readCandles(tx, range);
  const bar = emptyBar();
  return symbols.map((symbol) => {
    const bars = new CandleAggregator(strategy.decisionIntervalMs);
    const since = { symbol, intervalMs: HOUR_MS, candles: hours.get(symbol) ?? new CandleSeries() };
    for (const { candles, intervalMs } of [...history.filter((one) => one.symbol === symbol), since])
      for (let at = 0; at < candles.length; at++)
        bars.add(candles.time[at]!, intervalMs, readBar(candles, at, bar));
    bars.closeUntil(until);
    return bars.candles;
  });
}

async function readSeries(
  { db }: BacktestDeps,
  { symbols, interval }: Rule,
  placeOf: (index: number) => CandlePlace,
  untilMs: number,
): Promise<Series> {
  const series: Series = [];
  for (const [index, symbol] of symbols.entries()) {
    const place = placeOf(index);
    if (place.kind === 'practice' && !(await hasPracticeMarket(place.folder)))
      await writePracticeMarket(place.folder);
    series.push({
      spec: ruleSymbolSpec(symbol),
      candles: await readTestCandles(db, { place, symbol, interval, untilMs }),
    });
  }
  return series;
}

function lastBars(candles: Candles, most: number): Candles {
  const first = Math.max(0, candles.length - most);
  const { time, open, high, low, close, volume } = firstBars(candles, candles.length);
  const end = candles.length;
  return {
    length: end - first,
    time: time.slice(first, end),
    open: open.slice(first, end),
    high: high.slice(first, end),
    low: low.slice(first, end),
    close: close.slice(first, end),
    volume: volume.slice(first, end),
  };
}
