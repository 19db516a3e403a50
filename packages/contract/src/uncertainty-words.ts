/** What the length and the spread of a record allow to say, for people who know nothing of trading. */
import { MINUS } from '@botdepot/money';
import type { PerformanceFigures, Uncertainty } from './backtest-figures.ts';
import { EVIDENCE_DAYS } from './limits.ts';

type Interval = NonNullable<Uncertainty['sharpe']>;

const NBSP = '\u00a0';

/** `−0,25 bis 1,43` */
export const ratioRange = ({ low, high }: Interval): string => `${decimal(low, 2)} bis ${decimal(high, 2)}`;

/** `−1,5 bis 7,4 %` of fractions. */
export const percentRange = ({ low, high }: Interval): string =>
  `${decimal(low * 100, 1)} bis ${decimal(high * 100, 1)}${NBSP}%`;

/**
 * Sentences, in the order in which they matter: too few days for ratios, or few of them; the intervals and what they mean;
 * that they are too narrow.
 */
export function uncertaintyTexts(
  { days }: Pick<PerformanceFigures, 'days'>,
  uncertainty: Uncertainty,
): string[] {
  const { missing, sharpe, cagr, dependent } = uncertainty;
  if (missing === 'too-short') return [tooShort(days)];
  const texts = days < EVIDENCE_DAYS.little ? [little(days)] : [];
  if (missing === 'flat') texts.push('Kein Tag war anders als der andere, deshalb gibt es keine Sharpe.');
  if (missing === 'undefined') texts.push('Das Kapital war aufgebraucht. Auf nichts gibt es keine Rendite.');
  if (sharpe && cagr)
    texts.push(
      `Setzt man die Tage dieses Zeitraums neu zusammen, liegt in 9 von 10${NBSP}Fällen die Rendite im Jahr bei ${percentRange(cagr)} und die Sharpe bei ${ratioRange(sharpe)}.`,
      ...(sharpe.low < 0 && sharpe.high > 0
        ? ['Gewinn und Verlust sind beide darunter: Das Ergebnis kann Zufall sein.']
        : []),
      'Die Rechnung wiederholt nur diese Vergangenheit und kennt keine andere.',
    );
  if (dependent) texts.push('Die Tage hängen zusammen, die Unsicherheit ist größer als gezeigt.');
  return texts;
}

function tooShort(days: number): string {
  const count = days === 1 ? `1${NBSP}Tag sagt` : `${days}${NBSP}Tage sagen`;
  return `Rendite im Jahr, Sharpe, Sortino und Calmar stehen erst ab ${EVIDENCE_DAYS.ratios}${NBSP}Tagen hier: ${count} nichts über ein Jahr.`;
}

/** Nine in ten records of independent days without any edge have a Sharpe within this of 0: 1.645 / √years. */
function little(days: number): string {
  const chance = decimal(1.645 / Math.sqrt(days / 365), 1);
  return `${days}${NBSP}Tage sind wenig: Auch wer auf Dauer nichts verdient, kommt in dieser Zeit durch Zufall leicht auf eine Sharpe von ${MINUS}${chance} bis ${chance}.`;
}

/** A negative zero is a zero. */
function decimal(value: number, digits: number): string {
  const text = Math.abs(value).toLocaleString('de-DE', {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
  return value < 0 && /[1-9]/.test(text) ? `${MINUS}${text}` : text;
}
