import type { Standing } from '@botdepot/contract';
import { StatusPill } from '../../../ui/status-pill.tsx';
import classes from './standing-marks.module.css';

/** What decides with whether a request can be decided on: a locked account, a held payout. */
export function StandingMarks({ isLocked, heldAt }: Standing) {
  if (!isLocked && heldAt === null) return null;
  return (
    <span className={classes.marks}>
      {isLocked && <StatusPill tone="refused">Gesperrt</StatusPill>}
      {heldAt !== null && <StatusPill tone="special">Angehalten</StatusPill>}
    </span>
  );
}
