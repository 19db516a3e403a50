import type { AdminBot, BotType } from '@botdepot/contract';
import { formatDateTime, formatTime } from '../../../lib/format/dates.ts';
import { NBSP } from '../../../lib/format/numbers.ts';
import type { StatusTone } from '../../../ui/state/status-pill.tsx';

/** The one that trades in the windows of the calendar only. */
export const CALENDAR_BOT: BotType = 'newsbot';

export interface BotState {
  tone: StatusTone;
  /** One to three words. */
  word: string;
  /** What is behind the word; null where the bot's own sentence says it. */
  text: string | null;
}

export interface Surroundings {
  /** Whether ticks reach this page; while it has no connection at all nobody knows better. */
  ticks: 'arriving' | 'late' | 'unknown';
  /** Start of the window that runs or comes next, ms UTC; null for none, undefined while that is not known. */
  nextWindowAt: number | null | undefined;
  /** ms UTC */
  now: number;
}

/** A bar a minute; after this long without one the bot does not trade, though prices come. */
const BARS_MISSED_MS = 3 * 60_000;

/** Whether the bot trades, and if not, why. What an operator did goes before the limits, and these before the prices. */
export function botState(bot: AdminBot, { ticks, nextWindowAt, now }: Surroundings): BotState {
  const { portfolio, pause, protection } = bot;
  if (pause)
    return pause.effectiveAt === null
      ? { tone: 'special', word: 'Wird angehalten', text: 'Wird zum nächsten Kurs ausgeführt.' }
      : { tone: 'cancelled', word: 'Angehalten', text: null };
  if (!portfolio)
    return { tone: 'pending', word: 'Noch nicht gestartet', text: 'Es gibt noch kein Modellportfolio.' };
  if (protection?.state === 'paused' && protection.until !== null) {
    const limit = protection.cause === 'daily_loss' ? 'Tagesverlustgrenze' : 'Rückgangsgrenze';
    return {
      tone: 'special',
      word: 'Schutz aktiv',
      text: `${limit} erreicht, Verkauf aller Positionen ausgelöst. Kauft nichts bis ${formatDateTime(protection.until)}.`,
    };
  }
  return (
    waitsForPrices(bot, ticks) ??
    standsStill(bot) ??
    waitsForWindow(bot, nextWindowAt, now) ??
    inItsMarkets(bot)
  );
}

function waitsForPrices({ portfolio, markets }: AdminBot, ticks: Surroundings['ticks']): BotState | null {
  const noneIsFresh = !markets.some(({ state }) => state === 'fresh');
  const why =
    portfolio?.lastBarAt === null
      ? 'Noch keine Minute gehandelt.'
      : ticks === 'late'
        ? 'Es kommen keine Kurse an.'
        : noneIsFresh && markets.some(({ state }) => state === 'stale')
          ? 'Alle offenen Märkte haben veraltete Kurse.'
          : null;
  return why === null ? null : { tone: 'pending', word: 'Wartet auf Kurse', text: why };
}

/** By the times of the answer alone, so that the clock of this computer does not matter. */
function standsStill({ portfolio, markets, ledSince }: AdminBot): BotState | null {
  const newest = Math.max(
    ...markets.flatMap(({ state, at }) => (state === 'fresh' && at !== null ? [Date.parse(at)] : [])),
  );
  if (!portfolio?.lastBarAt || newest - Date.parse(portfolio.lastBarAt) <= BARS_MISSED_MS) return null;
  if (ledSince !== null && newest - Date.parse(ledSince) <= BARS_MISSED_MS)
    return {
      tone: 'pending',
      word: 'Läuft an',
      text: `Der Server handelt erst wieder seit ${formatTime(ledSince)}${NBSP}Uhr, gezählt wird ab der nächsten vollen Minute.`,
    };
  return {
    tone: 'special',
    word: 'Steht still',
    text: `Kurse kommen an, aber seit ${formatTime(portfolio.lastBarAt)}${NBSP}Uhr wurde keine Minute mehr gehandelt.`,
  };
}

function waitsForWindow(
  { botType, positions }: AdminBot,
  nextWindowAt: number | null | undefined,
  now: number,
): BotState | null {
  if (botType !== CALENDAR_BOT || positions.length > 0 || nextWindowAt === undefined) return null;
  const isOutside = nextWindowAt === null || nextWindowAt > now;
  return isOutside ? { tone: 'pending', word: 'Wartet auf Termin', text: null } : null;
}

function inItsMarkets({ markets }: AdminBot): BotState {
  const allClosed = markets.length > 0 && markets.every(({ state }) => state === 'closed');
  return allClosed
    ? { tone: 'pending', word: 'Märkte geschlossen', text: 'Er handelt, sobald der erste wieder öffnet.' }
    : { tone: 'done', word: 'Handelt', text: null };
}
