import {
  DELETED_ACCOUNT,
  RECONCILIATION_HOUR,
  type ReconciliationArea,
  type ReconciliationResult,
  type ReconciliationRun,
} from '@botdepot/contract';
import { formatAmount, fromWire } from '@botdepot/money';
import { formatCount, formatDecimal, NBSP, NO_FIGURE } from '../../../lib/format/numbers.ts';
import type { StatusTone } from '../../../ui/state/status-pill.tsx';

export const AREA_TITLES: Record<ReconciliationArea, string> = {
  ledger: 'Buchungen und Wallets',
  bots: 'Bots',
  team: 'Handlungen des Teams',
  audit: 'Prüfspur',
  'track-record': 'Nachweis der Bots',
};

export const RUN_STATUS: Record<ReconciliationRun['status'], { tone: StatusTone; text: string }> = {
  running: { tone: 'pending', text: 'Läuft' },
  passed: { tone: 'done', text: 'In Ordnung' },
  failed: { tone: 'special', text: 'Abweichung' },
  aborted: { tone: 'cancelled', text: 'Abgebrochen' },
};

/** `Buchungszeilen: 1.284`, which is right for one as well. */
export const comparedText = ({ compared, what }: ReconciliationResult): string =>
  `${what}:${NBSP}${formatCount(compared)}`;

/** A sum as every amount is shown; rules without money have none. */
export const totalText = (wire: string | null): string =>
  wire === null ? NO_FIGURE : formatAmount(fromWire(wire));

/** A difference with every decimal that it has: a millionth is one, too. */
export const differenceText = (wire: string | null): string =>
  wire === null ? NO_FIGURE : formatAmount(fromWire(wire), { exact: true });

/** How many rows break the rule: `3 Fälle`, `mehr als 1.000 Fälle`. */
export function violationsText({ violations, violationsAtLeast }: ReconciliationResult): string {
  if (violationsAtLeast) return `mehr als ${formatCount(violations)} Fälle`;
  return violations === 1 ? 'ein Fall' : `${formatCount(violations)} Fälle`;
}

/** A night on which no server ran is made up for as soon as one does. */
export function triggerText({
  trigger,
  requestedBy,
  startedAt,
}: Pick<ReconciliationRun, 'trigger' | 'requestedBy' | 'startedAt'>): string {
  if (trigger === 'nightly')
    return hourInBerlin(startedAt) === RECONCILIATION_HOUR ? 'Nächtlich' : 'Nachgeholt für die Nacht';
  return requestedBy ?? DELETED_ACCOUNT;
}

const hourInBerlin = (iso: string): number =>
  Number(
    new Intl.DateTimeFormat('en', { hour: 'numeric', hourCycle: 'h23', timeZone: 'Europe/Berlin' }).format(
      new Date(iso),
    ),
  );

/** `0,8 s`, `2 Min. 05 s` */
export function durationText(ms: number): string {
  const seconds = ms / 1000;
  if (seconds < 60) return `${formatDecimal(seconds, { digits: 1 })}${NBSP}s`;
  const whole = Math.round(seconds);
  return `${Math.floor(whole / 60)}${NBSP}Min. ${String(whole % 60).padStart(2, '0')}${NBSP}s`;
}

export function runDuration({ startedAt, finishedAt }: ReconciliationRun): string {
  return finishedAt === null ? NO_FIGURE : durationText(Date.parse(finishedAt) - Date.parse(startedAt));
}

const SAMPLE_LABELS: Readonly<Record<string, string>> = {
  id: 'Kennung',
  seq: 'Zeile',
  position: 'Siegel',
  kind: 'Art',
  status: 'Status',
  user_id: 'Konto',
  chat_id: 'Chat',
  usd_balance: 'Gespeicherter Stand',
  usd_locked_balance: 'Reserviert',
  total: 'Summe',
  entries: 'Zeilen',
  bookings: 'Buchungen',
  bot: 'Bot',
  number: 'Nummer des Bots',
  record: 'Datensatz',
  field: 'Angabe',
  expected: 'Erwartet',
  found: 'Gefunden',
  nav: 'Anteilswert',
  portfolio_id: 'Portfolio',
  balance_before: 'Stand davor',
  previous: 'Stand der vorigen Zeile',
};

/** As the database writes amounts. */
const AMOUNT = /^-?\d+\.\d{6}$/;

const FINDINGS: Readonly<Record<string, string>> = {
  content: 'Inhalt oder Siegel geändert',
  missing: 'Zeile fehlt',
  inserted: 'Zeile ohne Siegel zwischen versiegelten',
  order: 'Siegel fehlt oder steht an falscher Stelle',
  reason: 'Grund geändert',
  head: 'Die Kette endet nicht an ihrem notierten Ende',
  kept: 'Ein früher notiertes Ende ist nicht mehr enthalten',
};

/** One broken case, line by line. Names of columns without a German word stay as they are: they lead to the row. */
export function sampleFacts(name: string, row: Record<string, unknown>): { label: string; value: string }[] {
  return Object.entries(row)
    .filter(([, value]) => value !== null)
    .map(([key, value]) => {
      const text = typeof value === 'object' ? JSON.stringify(value) : String(value);
      if (name === 'audit-chain' && key === 'kind') return { label: 'Befund', value: FINDINGS[text] ?? text };
      const label = SAMPLE_LABELS[key] ?? key;
      return { label, value: AMOUNT.test(text) ? formatAmount(fromWire(text), { exact: true }) : text };
    });
}
