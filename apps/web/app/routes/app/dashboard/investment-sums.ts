import type { BotType, Investment } from '@botdepot/contract';
import type { Micros } from '@botdepot/money';
import {
  bookedByHand,
  type InvestmentValue,
  valueAt,
} from '../../../features/bots/investments/investment-value.ts';
import { type Navs, navOf } from '../../../lib/live/live-prices.ts';

export interface ValuedInvestment extends InvestmentValue {
  investment: Investment;
  /** Of the profit: what was booked by hand. */
  manual: Micros;
}

/** What all investments come to, at the newest NAVs. */
export interface InvestmentSums {
  active: ValuedInvestment[];
  activeValue: Micros;
  activeTypes: BotType[];
  /** Of all investments, stopped ones included. */
  profit: Micros;
  /** Of that: what was booked by hand. */
  manual: Micros;
  /** Everything that was ever put into a bot. */
  initial: Micros;
}

export function sumInvestments(investments: readonly Investment[], navs: Navs): InvestmentSums {
  const valued = investments.map((investment) => ({
    investment,
    manual: bookedByHand(investment),
    ...valueAt(investment, navOf(investment, navs)),
  }));
  const active = valued.filter(({ investment }) => investment.status === 'active');
  const profit = total(valued, (one) => one.profit);
  // The value less the profit is what was put in, to the micro.
  const initial = total(valued, (one) => one.value - one.profit);
  return {
    active,
    activeValue: total(active, (one) => one.value),
    activeTypes: [...new Set(active.map(({ investment }) => investment.botType))],
    profit,
    manual: total(valued, (one) => one.manual),
    initial,
  };
}

function total<T>(rows: readonly T[], pick: (row: T) => Micros): Micros {
  return rows.reduce((sum, row) => sum + pick(row), 0n);
}
