import type { Figures } from '@botdepot/trading';
import { joinGerman } from './german.ts';

const LOOKBACK = /^change(\d+)d$/;

/** SmartBot's reason for a symbol as a sentence; the lookbacks come from the figures, so they are what was compared. */
export function explainTrend(reason: string, figures: Figures): string {
  if (reason === 'warming-up') return 'Der Kursverlauf ist noch zu kurz.';
  if (reason === 'no-price') return 'Seit mehr als zehn Tagen liegt kein Kurs vor.';
  const changes = Object.entries(figures)
    .flatMap(([name, change]) => {
      const days = LOOKBACK.exec(name)?.[1];
      return days === undefined || change === null ? [] : [{ days: Number(days), rose: change > 0 }];
    })
    .toSorted((a, b) => a.days - b.days);
  const above = changes.filter(({ rose }) => rose).map(({ days }) => days);
  const below = changes.filter(({ rose }) => !rose).map(({ days }) => days);
  if (above.length === 0 && below.length === 0) return '';
  if (below.length === 0) return `Kurs über dem Stand vor ${ago(above)}.`;
  if (above.length === 0) return `Kurs nicht über dem Stand vor ${ago(below)}.`;
  return `Kurs über dem Stand vor ${ago(above)}, nicht über dem vor ${ago(below)}.`;
}

const ago = (days: readonly number[]): string =>
  `${joinGerman(days)} ${days.length === 1 && days[0] === 1 ? 'Tag' : 'Tagen'}`;
