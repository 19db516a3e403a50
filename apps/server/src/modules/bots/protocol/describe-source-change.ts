import { counted, joinGerman } from './german.ts';
import type { ProtocolDraft } from './protocol-draft.ts';

type Change = { readonly symbol: string; readonly from: string; readonly to: string };

const NAMES: Readonly<Record<string, string>> = { kraken: 'Kraken', twelvedata: 'Twelve Data' };
/** More symbols than this are counted instead of named. */
const MOST_NAMED = 4;

/**
 * Why positions were closed and the measurement begins anew, in German.
 * @param at ms UTC. @param closed how many positions were closed.
 */
export function describeSourceChange(at: number, changes: readonly Change[], closed: number): ProtocolDraft {
  const groups = Map.groupBy(changes, ({ from, to }) => `${from} ${to}`);
  const sentences = [...groups.values()].map(sentenceOf);
  const positions =
    closed === 0
      ? 'Positionen waren davon nicht betroffen.'
      : `${counted(closed, 'Position wurde', 'Positionen wurden')} zum letzten alten Kurs geschlossen.`;
  return {
    at,
    kind: 'protection',
    symbol: null,
    title: 'Neue Kursquelle',
    text: `${sentences.join(' ')} ${positions} Die Messung beginnt neu.`,
    until: null,
    data: { changes, closed },
  };
}

function sentenceOf(group: readonly Change[]): string {
  const [first] = group;
  if (!first) return '';
  const names = group.map(({ symbol }) => symbol);
  const subject =
    names.length > MOST_NAMED
      ? `Die Kurse von ${counted(names.length, 'Markt', 'Märkten')}`
      : `Die Kurse von ${joinGerman(names)}`;
  const now =
    first.to === 'simulated' ? 'sind ab jetzt simuliert' : `kommen ab jetzt von ${nameOf(first.to)}`;
  const before = first.from === 'simulated' ? 'waren sie simuliert' : `kamen sie von ${nameOf(first.from)}`;
  return `${subject} ${now}, bisher ${before}.`;
}

const nameOf = (source: string): string => NAMES[source] ?? source;
