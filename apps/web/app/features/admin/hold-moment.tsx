import { DELETED_ACCOUNT } from '@botdepot/contract';
import { formatDateTimeShort } from '../../lib/format/dates.ts';
import { PAUSE_STEP } from './bots/calendar-columns.tsx';

interface HoldMomentProps {
  at: string;
  by: string | null;
  /** Null or empty where none was given, or it is gone with an account. */
  reason: string | null;
  /** Names the column on phones, where it has no head. */
  does: string;
}

/** When something was held or let go on, by whom and why. */
export function HoldMoment({ at, by, reason, does }: HoldMomentProps) {
  return (
    <span className={PAUSE_STEP}>
      <span>
        <span data-room="list">{`${does} `}</span>
        {`${formatDateTimeShort(at)}, ${by ?? DELETED_ACCOUNT}`}
      </span>
      {reason && <span className="max-w-[24rem] text-muted wrap-anywhere list:max-w-none">{reason}</span>}
    </span>
  );
}
