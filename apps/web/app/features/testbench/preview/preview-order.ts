import { candleFileUrl, type OwnBotSetup } from '@botdepot/contract';
import type { Rule } from '@botdepot/trading/browser';
import { dayLater } from '../../../lib/format/dates.ts';
import { ownCandlesPlace, type PriceSource } from '../own-candles/own-candles.ts';
import type { PreviewOrder } from './preview-messages.ts';

/** What a rule names and its prices do not have; a file of one's own is one market, whatever its name. */
export function lackingSymbols({ symbols, interval }: Rule, source: PriceSource): string[] {
  if (!source.intervals.includes(interval)) return [...symbols];
  if (source.source === 'own') return symbols.slice(1);
  return symbols.filter((symbol) => !source.symbols.some((one) => one.symbol === symbol));
}

/** A run over the bars before the test period; null while the source has no candles. */
export function orderOf(
  rule: Rule,
  source: PriceSource,
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
      url: urlOf(source, symbol, rule.interval),
    })),
    from: from === null ? null : Date.parse(from),
    until: until === null ? cut : Math.min(cut, Date.parse(until)),
    costFactor,
    chartSymbol,
  };
}

/** An address, or where the browser keeps it. */
function urlOf(source: PriceSource, symbol: string, interval: Rule['interval']): string {
  if (source.source === 'own') return source.file === null ? '' : ownCandlesPlace(source.file, interval);
  const until = source.lastDay === null ? undefined : dayLater(source.lastDay, 1);
  return candleFileUrl(source.source, symbol, interval, until);
}
