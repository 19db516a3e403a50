import type { Approval, ApprovalKind, ApprovalStatus, FourEyes } from '@botdepot/contract';
import { fromWire, inUsdt } from '@botdepot/money';
import type { StatusTone } from '../../../ui/status-pill.tsx';

export const KIND_WORDS: Record<ApprovalKind, string> = {
  withdrawal: 'Auszahlung',
  correction: 'Wallet-Korrektur',
  manual_return: 'Manuelle Rendite',
  manual_returns: 'Manuelle Renditen',
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
export function secondText({ canAct, tooNew }: FourEyes['admins'][number]): string {
  if (!canAct) return 'gesperrt oder ohne zweiten Faktor';
  return tooNew ? 'erst seit Kurzem Administrator oder wieder entsperrt' : 'kann freigeben';
}

/** `ab 5.000,00 USDT`, or „aus“ without one. */
export const thresholdText = (wire: string | null): string =>
  wire === null ? 'aus' : `ab ${inUsdt(fromWire(wire))}`;

/** What a new threshold, as a wire amount or null for none, changes. */
export function thresholdEffect(wire: string | null, { hasSecond }: Pick<FourEyes, 'hasSecond'>): string {
  if (wire === null) return 'Jeder Administrator bucht dann sofort jeden Betrag allein.';
  return hasSecond
    ? 'Die neue Schwelle gilt sofort, für alle Administratoren.'
    : 'Die neue Schwelle gilt noch nicht, denn außer Ihnen kann niemand freigeben. Sie gilt, sobald es einen zweiten Administrator gibt, der handeln kann.';
}

/** `F-104 · 2.500,00 USDT` */
export function approvalTitle({ reference, amountUsd }: Approval): string {
  return amountUsd === null ? reference : `${reference} · ${inUsdt(fromWire(amountUsd))}`;
}

/** What it concerns, and whose it is where that is one person. */
export function subjectOf({ kind, lines, threshold }: Approval): {
  what: string | null;
  whose: string | null;
} {
  const [first, ...others] = lines;
  if (kind === 'threshold' || !first)
    return {
      what: threshold && `${thresholdText(threshold.before)} → ${thresholdText(threshold.after)}`,
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

/** What stood before and what stands after it, all lines together; null for a change of the threshold. */
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
