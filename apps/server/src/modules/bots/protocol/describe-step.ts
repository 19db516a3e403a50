/** What one bar did, in German: one line per decision, per fill and per protection that acted. */
import { asSentence, BOTS, type BotType } from '@botdepot/contract';
import type { Decision, Fill, ProtectionEvent, StepReport, SymbolDecision } from '@botdepot/trading';
import type { BotStrategy } from '../strategies.ts';
import {
  counted,
  formatDate,
  formatMoment,
  formatNumber,
  formatPercent,
  formatPrice,
  formatShare,
  formatTime,
  joinGerman,
} from './german.ts';
import type { ProtocolDraft } from './protocol-draft.ts';

type Explain = BotStrategy['explain'];

/**
 * Lines in the order in which they happened: fills at the open come before what was decided at the close.
 * @param findDecision the decision that a fill goes back to; undefined when it is no longer known.
 * @param comment what the strategy adds to the line of a decision.
 * @param operatorReason why an operator holds the bot or lets it go on.
 */
export function describeStep(
  report: StepReport,
  explain: Explain,
  findDecision: (number: number) => Decision | undefined,
  comment: BotStrategy['comment'] = () => '',
  operatorReason?: string,
): ProtocolDraft[] {
  const lines = report.fills.map((fill) => describeFill(fill, explain, findDecision));
  lines.push(...report.protections.map((event) => describeProtection(event, operatorReason)));
  if (report.decision) lines.push(describeDecision(report.decision, comment(report.decision)));
  return lines;
}

function describeDecision(decision: Decision, comment: string): ProtocolDraft {
  const { symbols } = decision;
  const buys = symbols.filter(({ action }) => action === 'buy').map(({ symbol }) => symbol);
  const sells = symbols.filter(({ action }) => action === 'sell').map(({ symbol }) => symbol);
  const held = symbols.filter(({ action }) => action === 'hold').length;
  const out = symbols.filter(({ action }) => action === 'flat').length;
  const base = { at: decision.time, kind: 'decision', symbol: null, until: null, data: decision } as const;
  if (buys.length + sells.length === 0) {
    return {
      ...base,
      title: 'Keine Änderung',
      text: withComment(
        `${counted(symbols.length, 'Markt', 'Märkte')} geprüft: ${held} gehalten, ${out} ohne Position.`,
        comment,
      ),
    };
  }
  const orders = [
    ...(buys.length > 0 ? [`Kauf: ${joinGerman(buys)}.`] : []),
    ...(sells.length > 0 ? [`Verkauf: ${joinGerman(sells)}.`] : []),
  ];
  return {
    ...base,
    title: `Entscheidung: ${counted(buys.length + sells.length, 'Auftrag', 'Aufträge')}`,
    text: withComment(
      `${orders.join(' ')} Ausgeführt wird zum nächsten Kurs des jeweiligen Marktes.`,
      comment,
    ),
  };
}

const withComment = (text: string, comment: string): string => (comment === '' ? text : `${text} ${comment}`);

function describeFill(
  fill: Fill,
  explain: Explain,
  findDecision: (number: number) => Decision | undefined,
): ProtocolDraft {
  const decision = fill.decision === null ? undefined : findDecision(fill.decision);
  const behind = decision?.symbols.find(({ symbol }) => symbol === fill.symbol);
  return {
    at: fill.time,
    kind: 'fill',
    symbol: fill.symbol,
    title: `${fill.symbol} ${verbOf(fill)}`,
    text: [
      behind ? becauseOf(behind, explain) : REASONS[fill.reason],
      `Ausgeführt zu ${formatPrice(fill.symbol, fill.fillPrice)}.`,
    ]
      .filter(Boolean)
      .join(' '),
    until: null,
    data: fill,
  };
}

function becauseOf(behind: SymbolDecision, explain: Explain): string {
  const weights = `Gewicht von ${formatShare(behind.weightBefore)} auf ${formatPercent(behind.weightAfter)}.`;
  const volatility = behind.figures.volatility;
  const resized = behind.adjustment === 'rebalance' && typeof volatility === 'number';
  const calm = resized ? `Angepasst an die Schwankung von ${formatPercent(volatility)} im Jahr.` : '';
  return [explain(behind.reason, behind.figures), calm, weights].filter(Boolean).join(' ');
}

/** Why it was traded where no decision explains it. */
const REASONS: Readonly<Record<Fill['reason'], string>> = {
  entry: '',
  exit: '',
  reverse: '',
  rebalance: '',
  stop: 'Schutzregel: Der Stopp der Position wurde erreicht.',
  'scheduled-close': 'Geplantes Ende der Position.',
  'drawdown-stop': 'Schutzregel: Der Rückgang hat die Grenze erreicht.',
  'daily-loss': 'Schutzregel: Der Verlust des Tages hat die Grenze erreicht.',
  'operator-pause': 'Der Betreiber hat den Bot angehalten.',
  'leverage-cap': 'Schutzregel: Die Positionen wurden auf die Hebelgrenze verkleinert.',
  settlement: 'Zum letzten bekannten Kurs abgerechnet.',
  liquidation: 'Das Vermögen des Modellportfolios ist aufgebraucht.',
  target: 'Das Gewinnziel der Position wurde erreicht.',
  trailing: 'Der nachgezogene Stopp der Position wurde erreicht.',
  time: 'Die längste Haltedauer ist erreicht.',
};

function verbOf({ units, unitsAfter }: Fill): string {
  const before = unitsAfter - units;
  if (unitsAfter === 0) return before > 0 ? 'verkauft' : 'zurückgekauft';
  if (before === 0) return unitsAfter > 0 ? 'gekauft' : 'leer verkauft';
  if (Math.sign(before) !== Math.sign(unitsAfter))
    return unitsAfter > 0 ? 'auf Kauf gedreht' : 'auf Verkauf gedreht';
  return Math.abs(unitsAfter) > Math.abs(before) ? 'aufgestockt' : 'verringert';
}

function describeProtection(event: ProtectionEvent, operatorReason: string | undefined): ProtocolDraft {
  const { kind, symbol, from, until, figures } = event;
  const { title, text } = protectionText(event, operatorReason);
  // What is over has its end in `until`, and that is when the line is due.
  const isOver = (kind === 'stale-price' || kind === 'operator-pause') && until !== null;
  const at = isOver ? until : from;
  return {
    at: kind === 'settlement' ? (until ?? from) : at,
    kind: 'protection',
    symbol,
    title,
    text,
    until: kind === 'drawdown-stop' || kind === 'daily-loss' ? until : null,
    data: { kind, from, until, figures },
  };
}

/**
 * What a protection did, for people.
 * @param operatorReason why an operator holds the bot or lets it go on, as far as that is known.
 */
export function protectionText(
  { kind, symbol, until, figures }: ProtectionEvent,
  operatorReason?: string,
): { title: string; text: string } {
  const figure = (name: string): number => figures[name] ?? 0;
  const market = symbol ?? '';
  switch (kind) {
    case 'drawdown-stop':
      return {
        title: `Pause nach ${formatPercent(figure('drawdown'))} Rückgang`,
        text: `Das Vermögen je Anteil fiel von ${formatNumber(figure('peak'), 4)} auf ${formatNumber(figure('equity'), 4)}, die Grenze liegt bei ${formatPercent(figure('limit'))}. Alle Positionen werden verkauft, jede, sobald ihr Markt offen ist.${againText(until, figure('held'))}`,
      };
    case 'pause-end':
      return {
        title: 'Pause beendet',
        text: `Der Bot handelt wieder; was noch auf seinen Verkauf wartete, darüber entscheidet er neu. Der Rückgang zählt von ${formatNumber(figure('peak'), 4)} je Anteil.`,
      };
    case 'daily-loss':
      return {
        title: `Pause nach ${formatPercent(figure('loss'))} Tagesverlust`,
        text: `Das Vermögen je Anteil fiel an diesem Tag von ${formatNumber(figure('opening'), 4)} auf ${formatNumber(figure('equity'), 4)}, die Grenze liegt bei ${formatPercent(figure('limit'))}. Alle Positionen werden verkauft, jede, sobald ihr Markt offen ist.${againText(until, figure('held'))}`,
      };
    case 'operator-pause':
      return operatorText(until, figure('pausedUntil'), operatorReason);
    case 'leverage-cap':
      return {
        title: 'Hebel begrenzt',
        text: `Die Positionen hätten das ${formatNumber(figure('gross'), 2)}-\u2060Fache des Vermögens erreicht, erlaubt ist das ${formatNumber(figure('limit'), 2)}-\u2060Fache. Sie werden verkleinert.`,
      };
    case 'stop':
      return {
        title: `Stopp bei ${market}`,
        text: `Der Kurs erreichte den Stopp bei ${formatPrice(market, figure('stop'))}. Ausgelöst bei ${formatPrice(market, figure('price'))}, vor Spanne und Slippage.`,
      };
    case 'stale-price':
      return until === null
        ? {
            title: `Pause für ${market}`,
            text: 'Schutzregel: Der letzte Kurs ist zu alt. Bis zum nächsten Kurs gibt es keine neuen Aufträge.',
          }
        : { title: `${market} wieder handelbar`, text: 'Die Kurse sind wieder aktuell.' };
    case 'order-lapsed':
      return {
        title: `Auftrag für ${market} verfallen`,
        text: 'Die Kurse waren veraltet, bis über ihn neu zu entscheiden war. Er wird nicht nachgeholt.',
      };
    case 'strategy-fault':
      return {
        title: 'Entscheidung verworfen',
        text: `Die Regel ergab bei ${market} keinen gültigen Auftrag. Es wurde nichts gehandelt.`,
      };
    case 'settlement':
      return {
        title: `${market} abgerechnet`,
        text: `Seit ${formatNumber(figure('days'), 0)} Tagen liegt kein Kurs vor. Die Position wurde zum letzten Kurs von ${formatPrice(market, figure('price'))} geschlossen.`,
      };
    case 'liquidation':
      return {
        title: 'Modellportfolio aufgelöst',
        text: 'Das Vermögen ist aufgebraucht, die Anteile sind wertlos. Einen Fehlbetrag trägt das Haus. Ein neues Modellportfolio beginnt mit 1,00\u00a0USDT je Anteil.',
      };
  }
}

/** When the bot trades again after a limit was reached; an operator who holds it as well comes first. */
function againText(until: number | null, held: number): string {
  if (until === null) return '';
  const moment = formatMoment(until);
  return held === 0
    ? ` Wieder gehandelt wird ab ${moment}.`
    : ` Wieder gehandelt wird frühestens ab ${moment}, und erst, wenn auch der Betreiber den Bot fortsetzt.`;
}

function operatorText(
  until: number | null,
  pausedUntil: number,
  reason: string | undefined,
): { title: string; text: string } {
  const because = reason === undefined ? '.' : `: ${asSentence(reason)}`;
  if (until === null)
    return {
      title: 'Vom Betreiber angehalten',
      text: `Der Betreiber hat den Bot angehalten${because} Alles wird zum nächsten Kurs verkauft, und bis er ihn fortsetzt, gibt es keine Entscheidungen.`,
    };
  return {
    title: 'Vom Betreiber fortgesetzt',
    text: `Der Betreiber lässt den Bot wieder handeln${because} ${
      pausedUntil <= until
        ? 'Er entscheidet wieder, sobald die nächste Entscheidung ansteht.'
        : `Eine Schutzregel hält ihn noch bis ${formatMoment(pausedUntil)} aus dem Markt.`
    }`,
  };
}

/** What happens to a portfolio as a whole, in German. */

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
