import type { BotType, Investment } from '@botdepot/contract';
import type { Micros } from '@botdepot/money';
import { fractionOf, type InvestmentValue, valueAt } from '../../../features/bots/investment-value.ts';

export interface ValuedInvestment extends InvestmentValue {
  investment: Investment;
}

/** What all investments come to, at the newest NAVs. */
export interface InvestmentSums {
  active: ValuedInvestment[];
  activeValue: Micros;
  activeProfit: Micros;
  activeTypes: BotType[];
  /** Of all investments, stopped ones included. */
  profit: Micros;
  stoppedProfit: Micros;
  /** Everything that was ever put into a bot. */
  initial: Micros;
  /** Profit per amount put in; null before the first start. */
  returnFraction: number | null;
  /** The deepest fall of a single investment, never positive; null while none is measured. */
  worstDrawdown: number | null;
  firstStartedAt: string | null;
}

export function sumInvestments(
  investments: readonly Investment[],
  navs: Readonly<Record<string, string>>,
): InvestmentSums {
  const valued = investments.map((investment) => ({
    investment,
    ...valueAt(investment, navs[investment.botType] ?? null),
  }));
  const active = valued.filter(({ investment }) => investment.status === 'active');
  const profit = total(valued, (one) => one.profit);
  const activeProfit = total(active, (one) => one.profit);
  // The value less the profit is what was put in, to the micro.
  const initial = total(valued, (one) => one.value - one.profit);
  const drawdowns = investments
    .map((investment) => investment.maxDrawdownFraction)
    .filter((drawdown) => drawdown !== null);
  const starts = investments.map((investment) => investment.startedAt).sort();
  return {
    active,
    activeValue: total(active, (one) => one.value),
    activeProfit,
    activeTypes: [...new Set(active.map(({ investment }) => investment.botType))],
    profit,
    stoppedProfit: profit - activeProfit,
    initial,
    returnFraction: fractionOf(profit, initial),
    worstDrawdown: drawdowns.length === 0 ? null : Math.min(...drawdowns),
    firstStartedAt: starts[0] ?? null,
  };
}

function total<T>(rows: readonly T[], pick: (row: T) => Micros): Micros {
  return rows.reduce((sum, row) => sum + pick(row), 0n);
}
