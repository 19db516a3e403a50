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
  const from = barOf(job.startedAt);
  const filledAt = barOf(job.filledAt);
  const warmUpDays = compileRule(rule, '').warmUpDays({});
  const firstMs = Math.floor(job.startedAt / DAY_MS - warmUpDays) * DAY_MS;
  const candles = await readDecisionBars(db, rule, { firstMs, from, until: filledAt });
  const own = candles[rule.symbols.indexOf(symbol)];
  if (own === undefined || own.length === 0) return null;
  // The bar of the fill may not be over: only where it opened matters.
  const flat = { open: midPrice, high: midPrice, low: midPrice, close: midPrice, volume: 0 };
  own.append(filledAt, flat);
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

/** Of each symbol of a rule, as engines that trade live have them: what was filled in later was not known. */
async function readDecisionBars(
  tx: Tx,
  { symbols, interval }: Rule,
  { firstMs, from, until }: { firstMs: number; from: number; until: number },
): Promise<CandleSeries[]> {
  const read = (step: '1h' | '1d', fromMs: number, toMs: number) =>
    readCandles(tx, { interval: step, symbols, fromMs, toMs, revision: 'seen' });
  if (interval === '1h') {
    const hours = await read('1h', firstMs, until);
    return symbols.map((symbol) => hours.get(symbol) ?? new CandleSeries());
  }
  const [days, hours] = [await read('1d', firstMs, from), await read('1h', from, until)];
  const bar = emptyBar();
  return symbols.map((symbol) => {
    const whole = new CandleAggregator(DAY_MS);
    for (const [candles, ms] of [[days.get(symbol), DAY_MS] as const, [hours.get(symbol), HOUR_MS] as const])
      for (let at = 0; at < (candles?.length ?? 0); at++)
        whole.add(candles!.time[at]!, ms, readBar(candles!, at, bar));
    whole.closeUntil(until);
    return whole.candles;
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
