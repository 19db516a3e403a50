import { type AdminBot, BOTS } from '@botdepot/contract';
import { formatCount, NBSP } from '../../../lib/format/numbers.ts';

export type HoldStep = 'pause' | 'resume';

/**
 * What happens once the button is pressed, a sentence each.
 * @param needsSecond whether a second admin has to release it first.
 * @param ends the request to a second admin that is not needed any more: `F-104`.
 */
export function holdEffects(
  bot: AdminBot,
  step: HoldStep,
  { needsSecond, ends }: { needsSecond: boolean; ends?: string | undefined },
): string[] {
  const { name } = BOTS[bot.botType];
  const told = toldText(bot.investors.customers);
  if (step === 'resume')
    return [
      ...keptText(bot),
      `Der ${name} entscheidet und handelt wieder, ab seiner nächsten Entscheidung. Was verkauft wurde, kauft er nicht sofort zurück.`,
      'Läuft noch eine Pause seiner Schutzregeln, wartet er, bis auch sie vorbei ist.',
      told,
    ];
  return [
    ...(needsSecond
      ? [
          `Bis zur Freigabe handelt der ${name} weiter. Seine Schutzregeln und die Sperre bei veralteten Kursen greifen von selbst.`,
        ]
      : []),
    saleText(bot),
    'Bis ihn jemand fortsetzt, entscheidet und handelt er nicht.',
    told,
    'Anlagen laufen weiter. Kunden können sie beenden und auch neue starten; vor einem Start werden sie gewarnt.',
    ...(ends ? [`Die Vorlage ${ends} endet damit.`] : []),
  ];
}

function saleText(bot: AdminBot): string {
  const { name } = BOTS[bot.botType];
  const held = bot.positions.length;
  if (held === 0)
    return `Der ${name} hält gerade keine Positionen. Was bis dahin dazukommt, verkauft er zum nächsten Kurs.`;
  const later = inClosedMarkets(bot);
  const wait =
    later === 0 ? '' : ` In geschlossenen Märkten (${positionsText(later)}) erst, sobald sie öffnen.`;
  return `Der ${name} verkauft zum nächsten Kurs alles, was er hält: ${positionsText(held)}. Das kostet Gebühren und Spanne.${wait}`;
}

/** Letting it go calls off the sales that wait for their markets. */
function keptText(bot: AdminBot): string[] {
  const held = bot.positions.length;
  if (held === 0) return [];
  return [
    `Noch nicht verkauft: ${positionsText(held)}. Fortsetzen hebt diesen Verkauf auf; der Bot entscheidet darüber wieder selbst, außer eine seiner Schutzregeln verlangt ihn.`,
  ];
}

/** What of a held bot is not sold yet, and why; null once all is. */
export function unsoldText(bot: AdminBot): string | null {
  const held = bot.positions.length;
  if (held === 0) return null;
  return inClosedMarkets(bot) === held
    ? `${positionsText(held)} in geschlossenen Märkten: Verkauft wird, sobald sie öffnen.`
    : `Noch nicht verkauft: ${positionsText(held)}.`;
}

/** How many of its positions have no price to be sold at now. */
function inClosedMarkets({ positions, markets }: AdminBot): number {
  const closed = new Set(markets.flatMap(({ symbol, state }) => (state === 'closed' ? [symbol] : [])));
  return positions.filter(({ symbol }) => closed.has(symbol)).length;
}

export const positionsText = (count: number): string =>
  count === 1 ? `1${NBSP}Position` : `${formatCount(count)}${NBSP}Positionen`;

function toldText(customers: number): string {
  if (customers === 0) return 'Zurzeit hat kein Kunde in ihn investiert; es wird niemand benachrichtigt.';
  return customers === 1
    ? '1 Kunde erfährt es mit dem Grund, in der App und per E-Mail, je nach seinen Einstellungen.'
    : `${formatCount(customers)} Kunden erfahren es mit dem Grund, in der App und per E-Mail, je nach ihren Einstellungen.`;
}
