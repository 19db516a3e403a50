/** What happens to a portfolio as a whole, in German. */
import { BOTS, type BotType } from '@botdepot/contract';
import { formatDate, formatMoment, formatTime } from './german.ts';
import type { ProtocolDraft } from './protocol-draft.ts';

const ofPortfolio = (
  draft: Pick<ProtocolDraft, 'at' | 'kind' | 'title' | 'text' | 'data'>,
): ProtocolDraft => ({
  ...draft,
  symbol: null,
  until: null,
});

export const describeOpening = (botType: BotType, at: number, series: number): ProtocolDraft =>
  ofPortfolio({
    at,
    kind: 'start',
    title: `${BOTS[botType].name} beginnt`,
    text: 'Das Modellportfolio beginnt mit 1,00\u00a0USDT je Anteil.',
    data: { series },
  });

/** The demo's history ends here: everything after it was closed minute by minute while the platform ran. */
export const describeGoingLive = (at: number): ProtocolDraft =>
  ofPortfolio({
    at,
    kind: 'start',
    title: 'Live ab jetzt',
    text: 'Bis hierher war es ein Demo-Vorlauf mit Stundenkursen. Ab jetzt handelt der Bot mit Minutenkursen, und erst ab hier wird gemessen.',
    data: null,
  });

export const describeNewVersion = (at: number, versions: { from: string; to: string }): ProtocolDraft =>
  ofPortfolio({
    at,
    kind: 'start',
    title: 'Neue Fassung der Strategie',
    text: `Der Bot entscheidet ab jetzt nach Fassung ${versions.to}, vorher nach Fassung ${versions.from}.`,
    data: versions,
  });

/** Bars that nobody watched: the bot did not trade then and does not make up for it. */
export function describeGap(from: number, to: number): ProtocolDraft {
  const sameDay = formatDate(from) === formatDate(to);
  const span = sameDay
    ? `Am ${formatDate(from)} von ${formatTime(from)} bis ${formatTime(to)}\u00a0Uhr`
    : `Vom ${formatMoment(from)} bis zum ${formatMoment(to)}`;
  return ofPortfolio({
    at: to,
    kind: 'gap',
    title: 'Handel unterbrochen',
    text: `${span} war die Plattform nicht in Betrieb oder ohne Kurse. Der Bot hat in dieser Zeit nicht gehandelt und holt nichts nach.`,
    data: { from, to },
  });
}
