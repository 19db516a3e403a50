import { type CandleSource, candleFileUrl, type OwnBotSetup } from '@botdepot/contract';
import type { Rule } from '@botdepot/trading/browser';
import { dayLater } from '../../../lib/format/dates.ts';
import type { PreviewOrder } from './preview-messages.ts';

/** What a rule names and its prices do not have. */
export const lackingSymbols = ({ symbols, interval }: Rule, source: CandleSource): string[] =>
  source.intervals.includes(interval)
    ? symbols.filter((symbol) => !source.symbols.some((one) => one.symbol === symbol))
    : [...symbols];

/** A run over the bars before the test period; null while the source has no candles. */
export function orderOf(
  rule: Rule,
  source: CandleSource,
  setup: OwnBotSetup,
  chartSymbol: string | null,
): PreviewOrder | null {
  const { from, until, costFactor } = setup;
  if (source.testPeriodFrom === null) return null;
  const cut = Date.parse(source.testPeriodFrom);
  return {
    rule,
    files: rule.symbols.map((symbol) => ({
      symbol,
      url: candleFileUrl(
        source.source,
        symbol,
        rule.interval,
        source.lastDay === null ? undefined : dayLater(source.lastDay, 1),
      ),
    })),
    from: from === null ? null : Date.parse(from),
    until: until === null ? cut : Math.min(cut, Date.parse(until)),
    costFactor,
    chartSymbol,
  };
}
