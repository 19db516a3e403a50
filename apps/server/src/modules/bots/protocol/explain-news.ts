/** NewsBot's reasons in German, made from the figures of its decisions. Times are those of Berlin. */
import { formatRange } from '@botdepot/money';
import type { Decision, Figures } from '@botdepot/trading';
import { counted, formatDate, formatNumber, formatPercent, formatTime, joinGerman } from './german.ts';

/** Prices in a sentence that does not know its symbol: enough digits for a currency pair, few for an index. */
const formatLevel = (price: number): string => formatNumber(price, price < 10 ? 4 : 2);

/** NewsBot's reason for a market as a sentence. */
export function explainNews(reason: string, figures: Figures): string {
  const level = (name: string): string => {
    const price = figures[name];
    return typeof price === 'number' ? formatLevel(price) : '–';
  };
  switch (reason) {
    case 'breakout-up':
      return `Stundenschluss ${level('close')} über dem Hoch der ersten Stunde von ${level('high')}. Stopp bei ${level('stop')}, geplantes Ende mit dem Zeitfenster.`;
    case 'breakout-down':
      return `Stundenschluss ${level('close')} unter dem Tief der ersten Stunde von ${level('low')}. Stopp bei ${level('stop')}, geplantes Ende mit dem Zeitfenster.`;
    default:
      return WHY_NOT[reason] === undefined ? '' : `${WHY_NOT[reason]}.`;
  }
}

/** Why a market is not entered, after its name and a colon. */
const WHY_NOT: Readonly<Record<string, string>> = {
  'inside-range': 'Spanne der ersten Stunde noch nicht verlassen',
  'range-not-left': 'Spanne der ersten Stunde nicht verlassen',
  'range-known': 'Spanne der ersten Stunde steht fest',
  'window-too-short': 'Zeitfenster zu kurz',
  holding: 'Position läuft',
  'already-traded': 'Einstieg dieses Termins schon gehandelt',
  'missing-bars': 'Kurse fehlen',
  'closes-early': 'Markt schließt vor dem Ende des Zeitfensters',
};

/**
 * What a decision of NewsBot found, market by market, and the window it belongs to; the rest of the line says what is
 * ordered.
 */
export function commentNews({ figures, symbols }: Decision): string {
  const { startsAt, endsAt, markets, plannedRisk } = figures;
  const window =
    typeof startsAt === 'number' && typeof endsAt === 'number'
      ? `Termin am ${formatDate(startsAt)}, ${formatRange(formatTime(startsAt), formatTime(endsAt))}\u00a0Uhr.`
      : '';
  const byReason = new Map<string, string[]>();
  for (const { symbol, reason } of symbols) {
    const text = WHY_NOT[reason];
    if (text !== undefined) byReason.set(text, [...(byReason.get(text) ?? []), symbol]);
  }
  const why = [...byReason].map(([text, names]) => `${text}: ${joinGerman(names)}.`);
  const risk =
    typeof plannedRisk === 'number' && plannedRisk > 0
      ? `Geplantes Risiko dieser Aufträge: ${formatPercent(plannedRisk)} des Vermögens.`
      : '';
  const share = typeof markets === 'number' ? `${counted(markets, 'Markt', 'Märkte')} im Termin.` : '';
  return [window, share, ...why, risk].filter(Boolean).join(' ');
}
