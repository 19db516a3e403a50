/**
 * Backtests on real prices that ship with the product as results: made by `npm run backtest -- --report`, committed under
 * `packages/contract/reports`, shown as „Rücktest auf echten Kursen“. The candles behind them are not ours to ship.
 */
import { z } from 'zod';
import {
  backtestProtection,
  botTypeSchema,
  costFigures,
  dailySeries,
  monthlyReturns,
  performanceFigures,
  provenance,
  randomBots,
  thirtyDayWindows,
  uncertainty,
} from './backtest-figures.ts';
import { fraction } from './shapes.ts';

/** `selection` is the period on which rules and parameters were chosen, `publication` the untouched one that is quoted. */
export const REPORT_PERIODS = ['selection', 'publication'] as const;
export type ReportPeriod = (typeof REPORT_PERIODS)[number];

const comparison = performanceFigures.pick({
  totalReturn: true,
  cagr: true,
  volatility: true,
  sharpe: true,
  maxDrawdown: true,
});

/** The figures without the series: small enough for a public page. */
export const reportSummary = z.object({
  botType: botTypeSchema,
  period: z.enum(REPORT_PERIODS),
  provenance: provenance.omit({ parameters: true, symbols: true }).extend({ symbols: z.array(z.string()) }),
  performance: performanceFigures,
  uncertainty,
  thirtyDays: thirtyDayWindows,
  /** Per year of the period, fractions of the equity: trading costs and financing. */
  costsPerYear: z.object({ trading: z.number(), financing: z.number() }),
  fillsPerYear: z.number(),
  /** CAGR with no costs and with twice the costs. */
  cagrByCostFactor: z.object({ '0': performanceFigures.shape.cagr, '2': performanceFigures.shape.cagr }),
  /** Always long with the same sizing and costs: what the signal is worth beyond the market. */
  alwaysLong: comparison,
  /** Equal parts bought once and held. */
  buyAndHold: comparison,
  /** Null for a year that began with nothing left. */
  years: z.array(z.object({ year: z.number(), return: fraction })),
  protections: z.array(z.object({ kind: z.string(), count: z.number() })),
});
export type ReportSummary = z.infer<typeof reportSummary>;

export const botReport = reportSummary.extend({
  provenance,
  costs: costFigures,
  /** Bots with the same trades at random moments. */
  randomBots,
  series: dailySeries,
  monthly: monthlyReturns,
  /** Drawdown stops, daily losses and settlements; single stops are only counted. */
  protectionLog: z.array(backtestProtection),
});
export type BotReport = z.infer<typeof botReport>;

/** `reports/summary.json`: every bot, both periods. */
export const reportSummaries = z.array(reportSummary);
