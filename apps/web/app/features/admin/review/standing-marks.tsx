import type { Standing } from '@botdepot/contract';
import { StatusPill } from '../../../ui/state/status-pill.tsx';

/** A line of their own below an address, side by side where there are two. */
const MARKS = 'flex flex-wrap gap-x-1.5 gap-y-1 mt-1';

/** What decides with whether a request can be decided on: a locked account, a held payout. */
export function StandingMarks({ isLocked, heldAt }: Standing) {
  if (!isLocked && heldAt === null) return null;
  return (
    <span className={MARKS}>
      {isLocked && <StatusPill tone="refused">Gesperrt</StatusPill>}
      {heldAt !== null && <StatusPill tone="special">Angehalten</StatusPill>}
    </span>
  );
}
