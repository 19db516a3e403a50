import type { AdminOwnBot, OwnBotHold, OwnBotRunState } from '@botdepot/contract';
import { formatDayMonth, formatDayMonthTime, formatTime } from '../../../lib/format/dates.ts';
import { formatCount, formatDecimal, NBSP, NO_FIGURE } from '../../../lib/format/numbers.ts';
import type { StatusTone } from '../../../ui/state/status-pill.tsx';

const STATES: Record<OwnBotRunState, { tone: StatusTone; word: string }> = {
  live: { tone: 'done', word: 'Läuft' },
  faulted: { tone: 'special', word: 'Regelfehler' },
  broken: { tone: 'special', word: 'Steht still' },
  liquidated: { tone: 'refused', word: 'Aufgebraucht' },
  stopped: { tone: 'cancelled', word: 'Beendet' },
};

/** What a run is doing, with what an operator has done about it. */
export const runState = ({ state, held }: Pick<AdminOwnBot, 'state' | 'held'>) =>
  state === 'live' && held !== null ? { tone: 'pending' as const, word: 'Angehalten' } : STATES[state];

/** What has gone wrong with a run, for whoever looks at it; null where nothing has. */
export function faultText(state: OwnBotRunState): string | null {
  if (state === 'faulted')
    return 'Die Regel ergab keinen gültigen Auftrag. Der Bot verkauft, was er hält, und entscheidet nichts mehr. Sein Besitzer kann ihn beenden.';
  return state === 'broken'
    ? 'Der Bot ließ sich nicht weiterrechnen und steht bei seinem letzten Anteilswert. Warum, sagt das Protokoll des Servers. Sein Besitzer kann ihn beenden.'
    : null;
}

const DAY_MS = 86_400_000;

const isOfLastDay = (at: string, nowMs: number): boolean => nowMs - Date.parse(at) < DAY_MS;

/** `Stand 14:32`, and with its day where that is not the last one. */
export const asOf = (at: string, nowMs: number): string =>
  `Stand ${isOfLastDay(at, nowMs) ? formatTime(at) : formatDayMonthTime(at, nowMs)}`;

/** The same for a column: `Stand 24.11.` */
export const asOfShort = (at: string, nowMs: number): string =>
  `Stand ${isOfLastDay(at, nowMs) ? formatTime(at) : formatDayMonth(at)}`;

/** `GOLD`, and of several how many. */
export const marketsText = (symbols: readonly string[]): string =>
  symbols.length === 1 ? symbols.join() : `${formatCount(symbols.length)}${NBSP}Märkte`;

/** How long a minute of a run keeps the server busy: `0,04 ms`. */
export const stepText = (micros: number | null): string =>
  micros === null ? NO_FIGURE : `${formatDecimal(micros / 1_000, { digits: 2 })}${NBSP}ms`;

export const minutesText = (count: number): string =>
  `${formatCount(count)}${NBSP}${count === 1 ? 'Minute' : 'Minuten'}`;

/** `9,8 kB`, `1,2 MB` */
export function bytesText(bytes: number): string {
  return bytes < 1_000_000
    ? `${formatDecimal(bytes / 1_000, { digits: 1 })}${NBSP}kB`
    : `${formatDecimal(bytes / 1_000_000, { digits: 1 })}${NBSP}MB`;
}

/** What a run's rows take on a day; null before it has run for one. */
export function bytesPerDay(bytes: number, startedAt: string, untilMs: number): number | null {
  const days = (untilMs - Date.parse(startedAt)) / DAY_MS;
  return days < 1 ? null : bytes / days;
}

export const numberText = (number: number): string => `Eigener Bot${NBSP}${number}`;

/** What is or was held. */
export const holdSubject = ({ number }: Pick<OwnBotHold, 'number'>): string =>
  number === null ? 'Alle eigenen Bots' : numberText(number);

export const runsText = (runs: number): string =>
  runs === 1 ? `1${NBSP}Bot` : `${formatCount(runs)}${NBSP}Bots`;
export const peopleText = (people: number): string =>
  people === 1 ? `1${NBSP}Person` : `${formatCount(people)}${NBSP}Personen`;
export const startsText = (orders: number): string =>
  orders === 0
    ? 'kein Start wartet'
    : orders === 1
      ? `1${NBSP}Start wartet`
      : `${formatCount(orders)}${NBSP}Starts warten`;

export type HoldStep = 'hold' | 'release';

/** Whom a hold concerns: one bot, or all with how many that is. Whether it runs is null where that is not known. */
export type Concerned =
  | {
      botId: string;
      number: number;
      isRunning: boolean | null;
      allHeld: boolean;
      /** Whose it is and what it is worth, where that is known. */
      run?: Pick<AdminOwnBot, 'owner' | 'valueUsd'>;
    }
  | { botId: null; runs: number; people: number; orders: number };

/** What a dialog is asked for. */
export interface HoldRequest {
  step: HoldStep;
  concerned: Concerned;
  /** The hold of them that lasts. */
  hold: OwnBotHold | null;
}

const COSTS = 'Das kostet Gebühren und Spanne. In geschlossenen Märkten erst, sobald sie öffnen.';
const NOT_BACK = 'Was verkauft wurde, wird nicht sofort zurückgekauft.';

/** What happens once the button is pressed, a sentence each. */
export function holdEffects(step: HoldStep, concerned: Concerned): string[] {
  if (concerned.botId === null) {
    const { runs, people, orders } = concerned;
    const told = people + orders > 0 ? TOLD_ALL : 'Zurzeit läuft keiner; es wird niemand benachrichtigt.';
    return step === 'release'
      ? [`Eigene Bots entscheiden bei ihrer nächsten Kerze wieder. ${NOT_BACK}`, ALONE_STAYS, told]
      : [
          sellAllText(runs),
          'Bis jemand sie fortsetzt, entscheiden sie nichts, und Starts warten.',
          told,
          ENDABLE,
        ];
  }
  const { isRunning, allHeld } = concerned;
  if (step === 'release')
    return allHeld
      ? ['Alle eigenen Bots sind angehalten. Auch dieser handelt erst wieder, wenn das endet.']
      : [`Der Bot entscheidet bei seiner nächsten Kerze wieder. ${NOT_BACK}`, toldText(isRunning)];
  return [
    `Der Bot verkauft zum nächsten Kurs alles, was er hält. ${COSTS}`,
    'Bis ihn jemand fortsetzt, entscheidet er nichts, und ein neuer Start wartet.',
    toldText(isRunning),
    ENDABLE,
  ];
}

const TOLD_ALL =
  'Alle Besitzer erfahren es mit dem Grund, in der App und per E-Mail, je nach ihren Einstellungen.';
const ALONE_STAYS = 'Wer einzeln angehalten ist, bleibt es.';
const ENDABLE = 'Beenden lässt sich ein Bot jederzeit, auch angehalten.';

function sellAllText(runs: number): string {
  if (runs === 0) return 'Zurzeit läuft kein eigener Bot.';
  const sell =
    runs === 1
      ? 'verkauft zum nächsten Kurs alles, was er hält.'
      : 'verkaufen zum nächsten Kurs alles, was sie halten.';
  return `${runsText(runs)} ${sell} ${COSTS}`;
}

const toldText = (isRunning: boolean | null): string =>
  `${isRunning ? 'Sein Besitzer erfährt es' : 'Läuft der Bot oder wartet sein Start, erfährt es sein Besitzer'} mit dem Grund, in der App und per E-Mail, je nach seinen Einstellungen.`;
