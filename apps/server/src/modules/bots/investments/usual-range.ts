import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type BotType, botReport, type UsualRange } from '@botdepot/contract';
import { DAY_MS, rollingReturns } from '@botdepot/trading';

const equities = new Map<BotType, readonly number[]>();
const ranges = new Map<string, UsualRange | null>();

/**
 * What stretches as long as an investment has run brought in the bot's published backtest, on whose period nothing was chosen.
 * Null in the first day and where the backtest is shorter. Computed once for each bot and number of days.
 */
export function usualRangeOf(botType: BotType, startedAt: Date, now: Date): UsualRange | null {
  const days = Math.floor((now.getTime() - startedAt.getTime()) / DAY_MS);
  const key = `${botType}/${days}`;
  const known = ranges.get(key);
  if (known !== undefined) return known;
  const range = days < 1 ? null : rangeOf(botType, days);
  ranges.set(key, range);
  return range;
}

function rangeOf(botType: BotType, days: number): UsualRange | null {
  const returns = rollingReturns(1, equityOf(botType), days);
  if (!returns) return null;
  const { windows, independent, veryLow, low, high, veryHigh } = returns;
  return { days, windows, independent, veryLow, low, high, veryHigh };
}

function equityOf(botType: BotType): readonly number[] {
  const known = equities.get(botType);
  if (known) return known;
  const file = import.meta.resolve(`@botdepot/contract/reports/${botType}-publication.json`);
  const { series } = botReport.parse(JSON.parse(readFileSync(fileURLToPath(file), 'utf8')));
  equities.set(botType, series.equity);
  return series.equity;
}
