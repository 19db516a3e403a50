import { backtestFigures, firstIndexAt, type RoundTrip } from '@botdepot/trading';
import type { Run } from './run-call.ts';

export type OutcomeTrade = {
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
};

export type Outcome = ReturnType<typeof outcomeOf>;

/** What the command prints as JSON; `usage.ts` says what each field means. */
export function outcomeOf({ call, market, result }: Run) {
  const { provenance, account, decisions, liquidated } = result;
  const { performance, uncertainty } = backtestFigures(result, market.series);
  const trades = result.trades.map(tradeOf);
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
    returnPct: percent(performance.totalReturn),
    buyAndHoldPct: percent(buyAndHold(result.provenance, market)),
    tradeCount: trades.length,
    winRatePct: percent(performance.winRate),
    bestTradePct: best(returns, Math.max),
    worstTradePct: best(returns, Math.min),
    maxDrawdownPct: percent(performance.maxDrawdown),
    profitFactor: performance.profitFactor,
    expectancyPct:
      returns.length === 0 ? null : returns.reduce((sum, value) => sum + value, 0) / returns.length,
    sqn: performance.sqn,
    sharpe: performance.sharpe,
    sortino: performance.sortino,
    calmar: performance.calmar,
    cagrPct: percent(performance.cagr),
    ratiosMissing: uncertainty.missing,
    sharpeInterval: uncertainty.sharpe,
    cagrPctInterval: uncertainty.cagr && {
      low: uncertainty.cagr.low * 100,
      high: uncertainty.cagr.high * 100,
    },
    dependentDays: uncertainty.dependent,
    volatilityPct: percent(performance.volatility),
    exposurePct: percent(performance.timeInMarket),
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

function tradeOf(trade: RoundTrip): OutcomeTrade {
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

const percent = (fraction: number | null): number | null => (fraction === null ? null : fraction * 100);
const iso = (time: number): string => new Date(time).toISOString();

/** Not by spreading the values into a call: there may be more of them than a call takes. */
function best(values: readonly number[], choose: (a: number, b: number) => number): number | null {
  return values.length === 0 ? null : values.reduce((chosen, value) => choose(chosen, value));
}
