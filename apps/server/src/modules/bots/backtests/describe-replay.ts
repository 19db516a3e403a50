/** Why a replay and what was recorded may differ, in German. Times are ms UTC. */
import { counted, formatMoment, formatNumber, formatPrice } from '../protocol/german.ts';
import type { FillPair } from './compare-fills.ts';

export type ReplayNote = { readonly at: number; readonly title: string; readonly text: string };

/** Before this moment the way is not known: another version traded, or the minutes are no longer kept. */
export const describeLaterStart = (from: number): ReplayNote => ({
  at: from,
  title: 'Verglichen wird ab hier',
  text: `Nachgerechnet wird ab ${formatMoment(from)}. Vorher handelte eine andere Fassung, oder Stand und Minutenkurse von damals liegen nicht mehr vor.`,
});

export const describeNoStart = (liveSince: number): ReplayNote => ({
  at: liveSince,
  title: 'Noch kein Vergleich',
  text: 'Der Stand, von dem aus nachgerechnet wird, liegt noch nicht vor. Er wird jeden Tag um 0:00\u00a0Uhr UTC festgehalten.',
});

export const describeLateCandles = ({ count, at }: { count: number; at: number }): ReplayNote => ({
  at,
  title: 'Kurse nachträglich ergänzt',
  text: `${counted(count, 'Minutenkurs kam', 'Minutenkurse kamen')} erst später hinzu oder ${count === 1 ? 'wurde' : 'wurden'} berichtigt. Der Bot kannte sie nicht, und auch hier wird ohne sie gerechnet.`,
});

/** The first bar whose fills are not the same. What comes after it follows from it. */
export function describeDifference({ at, pair }: { at: number; pair: FillPair }): ReplayNote {
  const { expected, actual } = pair;
  const symbol = expected?.symbol ?? actual?.symbol ?? '';
  const wanted = expected ? fillText(symbol, expected.units, expected.fillPrice) : 'keine Ausführung';
  const found = actual
    ? fillText(symbol, actual.side === 'buy' ? actual.quantity : -actual.quantity, actual.price)
    : 'keine Ausführung';
  return {
    at,
    title: `Erste Abweichung: ${symbol}`,
    text: `Erwartet: ${wanted}. Aufgezeichnet: ${found}. Spätere Abweichungen können Folgen davon sein.`,
  };
}

const fillText = (symbol: string, units: number, price: number): string =>
  `${units > 0 ? 'Kauf' : 'Verkauf'} von ${formatNumber(Math.abs(units), 6)} zu ${formatPrice(symbol, price)}`;
