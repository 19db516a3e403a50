import { type DeskChat, SERVICE_TIMES } from '@botdepot/contract';
import { formatRange } from '@botdepot/money';
import { clsx } from 'clsx';
import { formatDayMonthTime, formatElapsed } from '../../../lib/format/dates.ts';
import { NBSP } from '../../../lib/format/numbers.ts';
import { Icon } from '../../../ui/icon/icon.tsx';
import { IconAlertTriangle, IconClock } from '../../../ui/icon/icons.ts';
import { isOverdue } from './desk-texts.ts';

const WAITING = clsx(
  'inline-flex items-start gap-1 text-muted tabular-nums',
  '[&_svg]:flex-none [&_svg]:mt-0.5 data-overdue:font-620 data-overdue:text-text data-overdue:[&_svg]:text-down',
);
const WAITING_LINE = clsx(
  'flex flex-wrap gap-x-2 gap-y-0 text-sm text-muted',
  "[&>:not(:last-child)]:after:content-['·'] [&>:not(:last-child)]:after:ml-1",
);

const PROMISED = `${formatRange(...SERVICE_TIMES.humanReplyMinutes)}${NBSP}Min.`;

interface WaitingProps {
  chat: DeskChat;
  now: number;
}

/** „wartet 12 Min.“, or „überfällig, 45 Min.“ with another icon: never the colour alone. Nothing when nobody waits. */
export function WaitingMark({ chat, now }: WaitingProps) {
  if (chat.waitingSince === null) return null;
  const since = Date.parse(chat.waitingSince);
  const overdue = isOverdue(since, now);
  return (
    <span className={WAITING} data-overdue={overdue || undefined}>
      <Icon as={overdue ? IconAlertTriangle : IconClock} size={14} stroke={1.8} />
      {overdue ? 'überfällig, ' : 'wartet '}
      {formatElapsed(since, now)}
    </span>
  );
}

/** How long this customer waits against what was promised, or that nobody waits. */
export function WaitingLine({ chat, now }: WaitingProps) {
  return (
    <p className={WAITING_LINE}>
      {chat.waitingSince === null ? (
        <span>{calmLine(chat)}</span>
      ) : (
        <>
          <WaitingMark chat={chat} now={now} />
          <span>zugesagt {PROMISED}</span>
        </>
      )}
    </p>
  );
}

function calmLine({ status, resolvedAt, firstHumanReplyAt }: DeskChat): string {
  if (resolvedAt !== null) return `Gelöst am ${formatDayMonthTime(resolvedAt)}`;
  return status === 'active' && firstHumanReplyAt === null ? 'Der Assistent antwortet' : 'Beantwortet';
}
