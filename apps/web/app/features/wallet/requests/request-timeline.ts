import { isLate, REQUEST_STATUS_WORDS, SERVICE_TIMES } from '@botdepot/contract';
import { formatRange, inUsd, inUsdt } from '@botdepot/money';
import { formatDateTimeShort, formatSince } from '../../../lib/format/dates.ts';
import { NBSP } from '../../../lib/format/numbers.ts';
import type { TimelineStep } from '../../../ui/state/status-timeline.tsx';
import { REQUEST_WORDS } from '../wallet-texts.ts';
import type { OwnRequest } from './own-request.ts';

/** How long it usually takes, in words of the catalogue. */
export const USUAL_TIME: Record<OwnRequest['kind'], string> = {
  deposit: `Üblich sind ${formatRange(...SERVICE_TIMES.depositHours)}${NBSP}Stunden.`,
  withdrawal: `Meist innerhalb von ${SERVICE_TIMES.withdrawalHours}${NBSP}Stunden.`,
};

/** What happens while it waits. */
const DONE_MEANWHILE: typeof USUAL_TIME = {
  deposit: 'Jemand aus dem Team sieht sie an und schreibt sie gut. Sie müssen nichts tun.',
  withdrawal: 'Jemand aus dem Team sieht sie an und zahlt sie aus. Sie müssen nichts tun.',
};

/** From the request to its outcome. `nowMs` says how long it has been waiting. */
export function requestTimeline(request: OwnRequest, nowMs: number): TimelineStep[] {
  const { kind, status, decidedAt } = request;
  const words = REQUEST_WORDS[kind];
  const statuses = REQUEST_STATUS_WORDS[kind];
  const opened: TimelineStep = {
    title: words.opened,
    state: 'done',
    time: formatDateTimeShort(request.createdAt),
    note:
      kind === 'deposit'
        ? `${inUsd(request.amount)} in ${request.currency}`
        : `${inUsdt(request.amount)} reserviert`,
  };
  const decided = decidedAt === null ? undefined : formatDateTimeShort(decidedAt);

  if (status === 'pending') {
    return [opened, waiting(request, nowMs), { title: statuses.approved, state: 'upcoming' }];
  }
  if (status === 'approved') {
    return [
      request.isGranted
        ? { ...opened, title: 'Startguthaben', note: 'Ohne Prüfung, einmal für jeden' }
        : opened,
      ...(request.isGranted ? [] : [{ title: 'Geprüft', state: 'done', time: decided } as const]),
      {
        title: statuses.approved,
        state: 'done',
        time: decided,
        note:
          kind === 'deposit'
            ? `${inUsdt(request.amount)} in Ihrem Wallet`
            : `${inUsd(request.amount)} an Ihre Adresse`,
      },
    ];
  }
  const released = kind === 'withdrawal' ? `${inUsdt(request.amount)} sind wieder verfügbar.` : undefined;
  if (status === 'cancelled') {
    return [opened, { title: statuses.cancelled, state: 'done', time: decided, note: released }];
  }
  return [opened, { title: statuses.rejected, state: 'refused', time: decided, note: released }];
}

function waiting({ kind, createdAt, isHeld }: OwnRequest, nowMs: number): TimelineStep {
  const sinceMs = Date.parse(createdAt);
  const late = isLate(kind, createdAt, nowMs);
  return {
    title: 'Wird geprüft',
    state: 'current',
    time: formatSince(sinceMs, nowMs),
    note: isHeld
      ? 'Diese Auszahlung sehen wir uns genauer an, das kann etwas länger dauern. Der Betrag bleibt reserviert, und Sie können sie weiterhin stornieren.'
      : `${DONE_MEANWHILE[kind]} ${USUAL_TIME[kind]}${late ? ' Diesmal dauert es länger.' : ''}`,
  };
}
