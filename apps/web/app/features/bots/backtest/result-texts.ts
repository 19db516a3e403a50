import type { BacktestResult, Provenance } from '@botdepot/contract';
import { formatCount, formatDecimal, NBSP } from '../../../lib/format/numbers.ts';

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
