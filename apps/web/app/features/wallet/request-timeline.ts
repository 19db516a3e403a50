import { isLate, SERVICE_TIMES } from '@botdepot/contract';
import { formatAmount, formatRange } from '@botdepot/money';
import { formatDateTimeShort, formatSince } from '../../lib/dates.ts';
import { NBSP } from '../../lib/numbers.ts';
import { REQUEST_UNIT, WALLET_UNIT } from '../../lib/units.ts';
import type { TimelineStep } from '../../ui/status-timeline.tsx';
import type { MoneyRequest } from './money-request.ts';
import { REQUEST_WORDS } from './wallet-texts.ts';

/** How long it usually takes, in words of the catalogue. */
export const USUAL_TIME: Record<MoneyRequest['kind'], string> = {
  deposit: `Üblich sind ${formatRange(...SERVICE_TIMES.depositHours)}${NBSP}Stunden.`,
  withdrawal: `Meist innerhalb von ${SERVICE_TIMES.withdrawalHours}${NBSP}Stunden.`,
};

/** From the request to its outcome. `nowMs` says how long it has been waiting. */
export function requestTimeline(request: MoneyRequest, nowMs: number): TimelineStep[] {
  const { kind, status, decidedAt } = request;
  const words = REQUEST_WORDS[kind];
  const amount = formatAmount(request.amount);
  const opened: TimelineStep = {
    title: words.opened,
    state: 'done',
    time: formatDateTimeShort(request.createdAt),
    note:
      kind === 'deposit'
        ? `${amount}${NBSP}${REQUEST_UNIT} in ${request.currency}`
        : `${amount}${NBSP}${WALLET_UNIT} reserviert`,
  };
  const decided = decidedAt === null ? undefined : formatDateTimeShort(decidedAt);

  if (status === 'pending') {
    return [opened, waiting(request, nowMs), { title: words.statuses.approved, state: 'upcoming' }];
  }
  if (status === 'approved') {
    return [
      opened,
      { title: 'Geprüft', state: 'done', time: decided },
      {
        title: words.statuses.approved,
        state: 'done',
        time: decided,
        note:
          kind === 'deposit'
            ? `${amount}${NBSP}${WALLET_UNIT} in Ihrem Wallet`
            : `${amount}${NBSP}${REQUEST_UNIT} an Ihre Adresse`,
      },
    ];
  }
  const released =
    kind === 'withdrawal' ? `${amount}${NBSP}${WALLET_UNIT} sind wieder verfügbar.` : undefined;
  if (status === 'cancelled') {
    return [opened, { title: words.statuses.cancelled, state: 'done', time: decided, note: released }];
  }
  return [opened, { title: words.statuses.rejected, state: 'refused', time: decided, note: released }];
}

function waiting({ kind, createdAt }: MoneyRequest, nowMs: number): TimelineStep {
  const sinceMs = Date.parse(createdAt);
  const late = isLate(kind, createdAt, nowMs);
  return {
    title: 'Wird geprüft',
    state: 'current',
    time: formatSince(sinceMs, nowMs),
    note: late ? `${USUAL_TIME[kind]} Diesmal dauert es länger.` : USUAL_TIME[kind],
  };
}
