import {
  ADMIN_FIELD_WORDS,
  type Approval,
  type ApprovalKind,
  type ApprovalStatus,
  BOTS,
  FOUR_EYES,
  type FourEyes,
  type ThresholdOf,
} from '@botdepot/contract';
import { fromWire, inUsdt } from '@botdepot/money';
import { NBSP } from '../../../lib/format/numbers.ts';
import type { StatusTone } from '../../../ui/state/status-pill.tsx';

export const KIND_WORDS: Record<ApprovalKind, string> = {
  deposit: 'Einzahlung',
  withdrawal: 'Auszahlung',
  correction: 'Wallet-Korrektur',
  manual_return: 'Manuelle Rendite',
  manual_returns: 'Manuelle Renditen',
  bot_pause: 'Bot anhalten',
  threshold: 'Neue Schwelle',
};

export const STATUS_WORDS: Record<ApprovalStatus, { label: string; tone: StatusTone }> = {
  pending: { label: 'Offen', tone: 'pending' },
  approved: { label: 'Freigegeben', tone: 'done' },
  rejected: { label: 'Abgelehnt', tone: 'refused' },
  withdrawn: { label: 'Zurückgezogen', tone: 'cancelled' },
  expired: { label: 'Verfallen', tone: 'cancelled' },
  failed: { label: 'Gescheitert', tone: 'special' },
};

export const DECISION_TOASTS: Record<ApprovalStatus, string> = {
  pending: 'Zur Freigabe vorgelegt',
  approved: 'Freigegeben und ausgeführt',
  rejected: 'Freigabe abgelehnt',
  withdrawn: 'Vorlage zurückgezogen',
  expired: 'Vorlage verfallen',
  failed: 'Nicht mehr ausführbar, nichts gebucht',
};

/** Whether this admin could be the second one now, or why not. */
export function secondText({ adminField, canAct, tooNew }: FourEyes['admins'][number]): string {
  if (adminField !== 'all') return `gibt nichts frei, Bereich: ${ADMIN_FIELD_WORDS[adminField].label}`;
  if (!canAct) return 'gesperrt oder ohne Anmeldung in zwei Schritten';
  return tooNew ? 'erst seit Kurzem Administrator oder wieder entsperrt' : 'kann freigeben';
}

/** `ab 5.000,00 USDT`, or „aus“ without one. */
export const thresholdText = (wire: string | null): string =>
  wire === null ? 'aus' : `ab ${inUsdt(fromWire(wire))}`;

/** What a threshold is about. */
export const THRESHOLD_WORDS: Record<ThresholdOf, string> = {
  bookings: 'Auszahlungen, Korrekturen, Renditen und das Anhalten von Bots',
  deposits: 'Einzahlungen',
};

/** From when on two are needed, with the sum of a day where something counts with it. Without its full stop. */
export function thresholdSentence({
  thresholdUsd,
  togetherUsd,
}: {
  thresholdUsd: string;
  togetherUsd: string | null;
}): string {
  const from = `${inUsdt(fromWire(thresholdUsd))} braucht es eine zweite Person`;
  if (togetherUsd === null) return `Ab ${from}`;
  return `Zusammen mit Ihren Buchungen der letzten ${FOUR_EYES.movedAloneHours}${NBSP}Stunden: ${inUsdt(fromWire(togetherUsd))}, ab ${from}`;
}

/** As a wire amount; null while there is none. */
export const thresholdOf = (rule: FourEyes, of: ThresholdOf): string | null =>
  of === 'deposits' ? rule.depositThresholdUsd : rule.thresholdUsd;

/** Whether a threshold holds, so that a new one is decided by two. */
export const isInForce = (rule: FourEyes, of: ThresholdOf): boolean =>
  rule.hasSecond && thresholdOf(rule, of) !== null;

/** What a new threshold, as a wire amount or null for none, changes. */
export function thresholdEffect(
  wire: string | null,
  of: ThresholdOf,
  { hasSecond }: Pick<FourEyes, 'hasSecond'>,
): string {
  if (wire === null)
    return of === 'deposits'
      ? 'Jeder Administrator schreibt dann sofort jede Einzahlung allein gut.'
      : 'Jeder Administrator bucht dann sofort jeden Betrag allein.';
  return hasSecond
    ? 'Die neue Schwelle gilt sofort, für alle Administratoren.'
    : 'Die neue Schwelle gilt noch nicht, denn außer Ihnen kann niemand freigeben. Sie gilt, sobald es einen zweiten Administrator gibt, der handeln kann.';
}

/** `F-104 · 2.500,00 USDT` */
export function approvalTitle({ reference, amountUsd }: Approval): string {
  return amountUsd === null ? reference : `${reference} · ${inUsdt(fromWire(amountUsd))}`;
}

/** What it concerns, and whose it is where that is one person. */
export function subjectOf({ kind, lines, threshold, botType }: Approval): {
  what: string | null;
  whose: string | null;
} {
  const [first, ...others] = lines;
  if (botType !== null) return { what: BOTS[botType].name, whose: null };
  if (kind === 'threshold' || !first)
    return {
      what:
        threshold &&
        `${threshold.of === 'deposits' ? 'Einzahlungen: ' : ''}${thresholdText(threshold.before)} → ${thresholdText(threshold.after)}`,
      whose: null,
    };
  if (others.length > 0) return { what: `${lines.length} Anlagen`, whose: null };
  return { what: first.reference, whose: first.email };
}

/** Both in one line. */
export function subjectText(approval: Approval): string {
  const { what, whose } = subjectOf(approval);
  return [what, whose].filter((part) => part !== null).join(' · ');
}

/** What stood before and what stands after it, all lines together; null where nothing is booked. */
export function sumsOf(lines: Approval['lines']): { before: bigint; after: bigint } | null {
  if (lines.length === 0) return null;
  return lines.reduce(
    (sum, line) => ({
      before: sum.before + fromWire(line.before),
      after: sum.after + fromWire(line.after),
    }),
    { before: 0n, after: 0n },
  );
}
