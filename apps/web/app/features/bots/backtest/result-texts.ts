import { type BacktestResult, type Provenance, percentRange, uncertaintyTexts } from '@botdepot/contract';
import { inUsdt, type Micros } from '@botdepot/money';
import {
  formatCount,
  formatDecimal,
  formatPercent,
  NBSP,
  NO_FIGURE,
  shareOfCapital,
} from '../../../lib/format/numbers.ts';
import { formatUtcDay } from '../../../lib/format/plain-days.ts';
import { daysBefore } from './backtest-wish.ts';

export const DIRECTION_WORDS = { long: 'gekauft', short: 'leer verkauft' } as const;

const BAR_WORDS: Record<Provenance['bars'], string> = {
  '1m': 'Minutenkurse',
  '1h': 'Stundenkurse',
  '1d': 'Tageskurse',
};

export const barsText = (bars: Provenance['bars']): string => BAR_WORDS[bars];

/** Whether any price of a run was made up by the simulator. */
export const isSimulated = ({ provenance }: Pick<BacktestResult, 'provenance'>): boolean =>
  provenance.symbols.some(({ source }) => source === 'simulated');

/** What the symbols that lack history mean for the run, or null when none does. */
export function warmUpText({ warmUp, request }: Pick<BacktestResult, 'warmUp' | 'request'>): string | null {
  const { days, lacking } = warmUp;
  if (lacking.length === 0) return null;
  const start = `Die Strategie blickt ${formatCount(days)}${NBSP}Tage zurück.`;
  const longest = Math.max(...lacking.map((one) => one.days));
  const none = 'Dafür wurden keine Kurse erfunden.';
  if (lacking.length === request.symbols.length && lacking.every((one) => one.days === longest))
    return `${start} Vor dem ersten Tag fehlen davon ${dayCount(longest)}, so lange handelt der Bot noch nicht. ${none}`;
  const named = lacking
    .slice(0, NAMED_AT_MOST)
    .map((one) => `${one.symbol} (${dayCount(one.days)})`)
    .join(', ');
  const more = lacking.length - NAMED_AT_MOST;
  const rest = more > 0 ? ` und ${more}${NBSP}weiteren` : '';
  return `${start} Vor dem ersten Tag fehlen Kurse bei ${named}${rest}; dort handelt der Bot erst später. ${none}`;
}

const NAMED_AT_MOST = 4;

const dayCount = (days: number): string => (days === 1 ? `1${NBSP}Tag` : `${formatCount(days)}${NBSP}Tage`);

/** What the break-even factor says about the costs. */
export function breakEvenText({
  breakEvenCostFactor,
  request,
}: Pick<BacktestResult, 'breakEvenCostFactor' | 'request'>): string {
  if (breakEvenCostFactor === null)
    return 'Einen Kostenfaktor, bei dem genau nichts übrig bliebe, gibt es hier nicht: Ohne Handel entstehen keine Kosten, und ein Verlust vor Kosten wird durch sie nur größer.';
  const factor = `${formatDecimal(breakEvenCostFactor)}${NBSP}×`;
  if (breakEvenCostFactor < request.costFactor)
    return `Bei ${factor} der Kosten wäre genau nichts übrig geblieben; gerechnet wurde mit ${request.costFactor}${NBSP}×.`;
  return `Erst bei ${factor} der Kosten wäre von denselben Geschäften nichts übrig geblieben.`;
}

type Series = BacktestResult['series'];

/** The day on which most was missing, in money: what one would have had to bear. Values are those at the ends of days. */
export function worstText({ firstDay, equity, drawdown }: Series, capital: Micros): string {
  const fall = Math.min(0, ...drawdown);
  if (fall === 0) return 'Kein Tag endete unter dem höchsten Stand davor.';
  const index = drawdown.indexOf(fall);
  const high = Math.max(1, ...equity.slice(0, index + 1));
  const missing = shareOfCapital(capital, high) - shareOfCapital(capital, equity[index] ?? 0);
  const day = formatUtcDay(daysBefore(firstDay, -index));
  return `Am schlimmsten Tag, dem ${day}, fehlten ${inUsdt(missing)} zum höchsten Stand davor (${formatPercent(fall)}).`;
}

const COSTS = ['fee', 'spread', 'slippage', 'financing'] as const;

/** Every kind to the cent, so that the sum is that of the lines. */
export const costsOf = (costs: BacktestResult['costs'], capital: Micros): Micros =>
  COSTS.reduce((total, kind) => total + shareOfCapital(capital, costs[kind]), 0n);

export function costsText(costs: BacktestResult['costs'], capital: Micros): string {
  const sum = costsOf(costs, capital);
  if (sum === 0n) return 'Keine: Sie sind nicht mitgerechnet, oder es wurde nicht gehandelt.';
  const held = costs.financing > 0 ? 'Käufe, Verkäufe und gehaltene Positionen' : 'alle Käufe und Verkäufe';
  return `${inUsdt(sum)} für ${held}. Sie sind oben schon abgezogen.`;
}

/** Never what it would have brought without how far it fell. */
export function heldText(
  { totalReturn, maxDrawdown }: Pick<BacktestResult['buyAndHold'], 'totalReturn' | 'maxDrawdown'>,
  capital: Micros,
): string {
  const end = totalReturn === null ? NO_FIGURE : inUsdt(capital + shareOfCapital(capital, totalReturn));
  return `Dieselben Märkte, einmal gekauft und behalten: ${end}, zwischendurch bis zu ${formatPercent(maxDrawdown && -maxDrawdown)} unter dem höchsten Stand.`;
}

/** What one past says about the next: little, and how little. */
export function howSureText(
  figures: Pick<BacktestResult['performance'], 'days'>,
  uncertainty: BacktestResult['uncertainty'],
): string {
  const { missing, cagr } = uncertainty;
  if (missing === 'too-short')
    return `${dayCount(Math.floor(figures.days))}: zu wenig, um etwas über ein Jahr zu sagen.`;
  if (!cagr) return uncertaintyTexts(figures, uncertainty).join(' ');
  const chance = cagr.low < 0 && cagr.high > 0 ? ' Das Ergebnis kann also Zufall sein.' : '';
  return `Dieselben Tage, neu gemischt, bringen in 9 von 10${NBSP}Fällen ${percentRange(cagr)} im Jahr.${chance}`;
}
