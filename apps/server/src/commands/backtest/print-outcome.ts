import { percentRange, ratioRange, uncertaintyTexts } from '@botdepot/contract';
import { backtestFigures, type Candles, firstIndexAt, type RoundTrip } from '@botdepot/trading';
import type { Format } from './arguments.ts';
import type { Run } from './make-report.ts';

const COLUMNS: readonly (keyof OutcomeTrade)[] = [
  'symbol',
  'entryTime',
  'exitTime',
  'side',
  'units',
  'entryPrice',
  'exitPrice',
  'costs',
  'profit',
  'returnPct',
  'reason',
];

/** The outcome as text that ends with a line break. */
export function printOutcome(outcome: Outcome, format: Format): string {
  if (format === 'json') return `${JSON.stringify(outcome, null, 2)}\n`;
  if (format === 'csv') return csv(outcome.trades);
  return `${table(outcome).join('\n')}\n`;
}

const csv = (trades: readonly OutcomeTrade[]): string =>
  [COLUMNS, ...trades.map((trade) => COLUMNS.map((column) => trade[column]))]
    .map((cells) => `${cells.join(',')}\n`)
    .join('');

function table(outcome: Outcome): string[] {
  const { sharpeInterval, cagrPctInterval } = outcome;
  const cagrInterval = cagrPctInterval && {
    low: cagrPctInterval.low / 100,
    high: cagrPctInterval.high / 100,
  };
  const rows: [name: string, value: string][] = [
    [
      'Zeitraum',
      `${outcome.firstBar.slice(0, 16)} bis ${outcome.end.slice(0, 16)}, ${outcome.days === 1 ? '1 Tag' : `${outcome.days} Tage`}`,
    ],
    ['Endvermögen', number(outcome.finalEquity)],
    ['Ergebnis', percent(outcome.returnPct)],
    ['Kaufen und Halten', percent(outcome.buyAndHoldPct)],
    ['Ergebnis im Jahr', `${percent(outcome.cagrPct)}${among(cagrInterval && percentRange(cagrInterval))}`],
    ['Größter Rückgang', percent(outcome.maxDrawdownPct)],
    ['Schwankung im Jahr', percent(outcome.volatilityPct)],
    ['Sharpe', `${number(outcome.sharpe)}${among(sharpeInterval && ratioRange(sharpeInterval))}`],
    ['Sortino', number(outcome.sortino)],
    ['Calmar', number(outcome.calmar)],
    ['Geschäfte', String(outcome.tradeCount)],
    ['Gewonnen', percent(outcome.winRatePct)],
    ['Bestes Geschäft', percent(outcome.bestTradePct)],
    ['Schlechtestes Geschäft', percent(outcome.worstTradePct)],
    ['Mittel je Geschäft', percent(outcome.expectancyPct)],
    ['Profit-Faktor', number(outcome.profitFactor)],
    ['SQN', number(outcome.sqn)],
    ['Zeit im Markt', percent(outcome.exposurePct)],
    ['Kosten', number(Object.values(outcome.costs).reduce((sum, cost) => sum + cost, 0))],
    ['Datenstand', outcome.dataHash],
  ];
  const width = Math.max(...rows.map(([name]) => name.length));
  return [
    `${outcome.strategy} ${JSON.stringify(outcome.parameters)}`,
    ...rows.map(([name, value]) => `  ${name.padEnd(width)}  ${value}`),
    ...uncertaintyTexts(outcome, {
      missing: outcome.ratiosMissing,
      sharpe: sharpeInterval,
      cagr: cagrInterval,
      dependent: outcome.dependentDays,
    }),
  ];
}

/** The range that nine of ten resampled records lie in. */
const among = (range: string | null): string => (range === null ? '' : `  (9 von 10: ${range})`);

const FORMAT = new Intl.NumberFormat('de-DE', { minimumFractionDigits: 2, maximumFractionDigits: 2 });
const number = (value: number | null): string => (value === null ? '–' : FORMAT.format(value));
const percent = (value: number | null): string => (value === null ? '–' : `${FORMAT.format(value)}\u00a0%`);

type OutcomeTrade = {
  symbol: string;
  entryTime: string;
  exitTime: string;
  side: 'long' | 'short';
  units: number;
  entryPrice: number;
  exitPrice: number;
  costs: number;
  profit: number;
  returnPct: number;
  reason: string;
  entryBar: number;
  exitBar: number;
};

type Outcome = ReturnType<typeof outcomeOf>;

/** What the command prints as JSON; `arguments.ts` says what each field means. */
export function outcomeOf({ call, market, result }: Run) {
  const { provenance, account, decisions, liquidated } = result;
  const { performance, uncertainty } = backtestFigures(result, market.series);
  const candlesOf = new Map(market.series.map(({ spec, candles }) => [spec.symbol, candles]));
  const trades = result.trades.map((trade) => tradeOf(trade, candlesOf.get(trade.symbol)));
  const returns = trades.map(({ returnPct }) => returnPct);
  return {
    strategy: call.strategy,
    strategyVersion: provenance.strategyVersion,
    engineVersion: provenance.engineVersion,
    parameters: provenance.parameters,
    cash: call.cash,
    costFactor: call.costFactor,
    barMs: provenance.baseIntervalMs,
    firstBar: iso(provenance.from),
    end: iso(provenance.until),
    days: performance.days,
    finalEquity: account.equity,
    returnPct: inPercent(performance.totalReturn),
    buyAndHoldPct: inPercent(buyAndHold(result.provenance, market)),
    tradeCount: trades.length,
    winRatePct: inPercent(performance.winRate),
    bestTradePct: best(returns, Math.max),
    worstTradePct: best(returns, Math.min),
    maxDrawdownPct: inPercent(performance.maxDrawdown),
    profitFactor: performance.profitFactor,
    expectancyPct:
      returns.length === 0 ? null : returns.reduce((sum, value) => sum + value, 0) / returns.length,
    sqn: performance.sqn,
    sharpe: performance.sharpe,
    sortino: performance.sortino,
    calmar: performance.calmar,
    cagrPct: inPercent(performance.cagr),
    ratiosMissing: uncertainty.missing,
    sharpeInterval: uncertainty.sharpe,
    cagrPctInterval: uncertainty.cagr && {
      low: uncertainty.cagr.low * 100,
      high: uncertainty.cagr.high * 100,
    },
    dependentDays: uncertainty.dependent,
    volatilityPct: inPercent(performance.volatility),
    exposurePct: inPercent(performance.timeInMarket),
    meanGross: performance.meanGross,
    decisions,
    liquidated,
    costs: {
      fees: account.fees,
      spread: account.spread,
      slippage: account.slippage,
      financing: account.financing,
    },
    symbols: provenance.symbols.map(({ symbol, costs, bars, firstBar, lastBar }) => ({
      symbol,
      bars,
      firstBar: firstBar === null ? null : iso(firstBar),
      lastBar: lastBar === null ? null : iso(lastBar),
      feeBps: costs.feeBps,
      halfSpreadBps: costs.halfSpreadBps,
      slippageBps: costs.slippageBps * provenance.costRule.slippageFactor,
      financingPerYear: provenance.costRule.financed ? costs.financingPerYear : 0,
    })),
    events: provenance.events,
    openPositions: result.openPositions,
    dataHash: provenance.dataHash,
    gaps: market.gaps.map(({ symbol, from, until, missing }) => ({
      symbol,
      from: iso(from),
      until: iso(until),
      missing,
    })),
    trades,
  };
}

/** @param candles of its symbol. */
function tradeOf(trade: RoundTrip, candles: Candles | undefined): OutcomeTrade {
  const barAt = (time: number) => (candles ? firstIndexAt(candles, time + 1) - 1 : -1);
  return {
    symbol: trade.symbol,
    entryTime: iso(trade.openedAt),
    exitTime: iso(trade.closedAt),
    side: trade.direction,
    units: trade.units,
    entryPrice: trade.entryPrice,
    exitPrice: trade.exitPrice,
    costs: trade.costs,
    profit: trade.net,
    returnPct: (trade.net / (trade.units * trade.entryPrice)) * 100,
    reason: trade.reason,
    entryBar: barAt(trade.openedAt),
    exitBar: barAt(trade.closedAt),
  };
}

/** Mean over the symbols of last close ÷ first close of the traded period − 1; those without a bar in it are left out. */
function buyAndHold({ from, until }: Run['result']['provenance'], { series }: Run['market']): number {
  const changes = series.flatMap(({ candles }) => {
    const first = firstIndexAt(candles, from);
    const end = firstIndexAt(candles, until);
    return first === end ? [] : [candles.close[end - 1]! / candles.close[first]! - 1];
  });
  return changes.reduce((sum, change) => sum + change, 0) / changes.length;
}

const inPercent = (fraction: number | null): number | null => (fraction === null ? null : fraction * 100);
const iso = (time: number): string => new Date(time).toISOString();

/** Not by spreading the values into a call: there may be more of them than a call takes. */
function best(values: readonly number[], choose: (a: number, b: number) => number): number | null {
  return values.length === 0 ? null : values.reduce((chosen, value) => choose(chosen, value));
}
