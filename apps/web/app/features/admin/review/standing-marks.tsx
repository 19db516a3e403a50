import type { Standing } from '@botdepot/contract';
import { StatusPill } from '../../../ui/state/status-pill.tsx';

/** A line of their own below an address, side by side where there are two. */
const MARKS = 'flex flex-wrap gap-x-1.5 gap-y-1 mt-1';

interface StandingMarksProps extends Standing {
  needsSecond?: boolean;
}

/** What decides with whether a request can be decided on: a locked account, a held payout, an amount that takes two. */
export function StandingMarks({ isLocked, heldAt, needsSecond = false }: StandingMarksProps) {
  if (!isLocked && heldAt === null && !needsSecond) return null;
  return (
    <span className={MARKS}>
      {isLocked && <StatusPill tone="refused">Gesperrt</StatusPill>}
      {heldAt !== null && <StatusPill tone="special">Angehalten</StatusPill>}
      {needsSecond && <StatusPill tone="special">Zweite Person nötig</StatusPill>}
    </span>
  );
}
