/** How a run of an own bot begins, ends and stands still, in German, and where its words are not those of a bot of the house. */
import { type Fixed12, fixed12ToText } from '@botdepot/money';
import { formatNumber } from '../protocol/german.ts';
import type { ProtocolDraft } from '../protocol/protocol-draft.ts';

type Run = { readonly ownVersion: number; readonly series: number };

const FAULT = 'Die Regel ergab keinen gültigen Auftrag.';

const ofRun = (draft: Pick<ProtocolDraft, 'at' | 'title' | 'text' | 'data'>): ProtocolDraft => ({
  ...draft,
  kind: 'start',
  symbol: null,
  until: null,
});

export const describeRunStart = (at: number, { ownVersion: version, series }: Run): ProtocolDraft =>
  ofRun({
    at,
    title: 'Der Bot beginnt',
    text: `Fassung ${version} beginnt mit 1,00\u00a0USDT je Anteil.`,
    data: { series, version },
  });

/** @param holds it ends with open positions, which nobody has to sell: they count at the price of this minute. */
export function describeRunEnd(
  at: number,
  { ownVersion, series }: Run,
  { nav, holds = false }: { nav: Fixed12; holds?: boolean },
): ProtocolDraft {
  const value = formatNumber(Number(fixed12ToText(nav)), 4);
  const positions = holds ? ' Offene Positionen sind zum letzten Kurs darin enthalten.' : '';
  return ofRun({
    at,
    title: 'Der Bot endet',
    text: `Fassung ${ownVersion} endet auf Ihren Auftrag mit ${value}\u00a0USDT je Anteil.${positions}`,
    data: { kind: 'end', series, version: ownVersion },
  });
}

export const describeBrokenRun = (at: number): ProtocolDraft =>
  ofRun({
    at,
    title: 'Wegen eines Fehlers angehalten',
    text: 'Der Bot konnte nicht weiter handeln. Er steht mit seinem letzten Anteilswert still, bis Sie ihn beenden.',
    data: { kind: 'broken' },
  });

/**
 * A line of the engine as it is told of an own bot. A faulted one sells as under a hold, and nobody has held it; one that is used up has
 * no portfolio that begins anew.
 */
export function inWordsOfOwn(line: ProtocolDraft, isFaulted: boolean): ProtocolDraft {
  const { kind, reason } = (line.data ?? {}) as { kind?: string; reason?: string };
  if (kind === 'liquidation')
    return {
      ...line,
      title: 'Der Bot endet',
      text: 'Das Kapital ist aufgebraucht, die Anteile sind wertlos. Einen Fehlbetrag trägt das Haus.',
    };
  if (reason === 'liquidation')
    return { ...line, text: line.text.replace('Vermögen des Modellportfolios', 'Kapital') };
  if (isFaulted && kind === 'operator-pause')
    return {
      ...line,
      title: 'Wegen eines Fehlers angehalten',
      text: `${FAULT} Alles wird zum nächsten Kurs verkauft, und der Bot entscheidet nichts mehr.`,
    };
  return isFaulted && reason === 'operator-pause'
    ? { ...line, text: line.text.replace('Der Betreiber hat den Bot angehalten.', FAULT) }
    : line;
}
