import type { Standing } from '@botdepot/contract';
import { formatDateTime } from '../../../lib/format/dates.ts';
import { Button } from '../../../ui/form/button.tsx';
import { Notice } from '../../../ui/state/notice.tsx';
import { StatusPill } from '../../../ui/state/status-pill.tsx';
import type { ClaimState } from './use-claim.ts';

/** Why nothing can be decided here now, and the way out. */
export function ClaimNotice({ holder, decided, takeOver }: ClaimState) {
  if (decided !== null) {
    return (
      <div role="status">
        <Notice kind="info" title="Schon entschieden">
          {decided}
        </Notice>
      </div>
    );
  }
  if (holder === null) return null;
  return (
    <div role="status">
      <Notice
        kind="info"
        title={
          <>
            Bearbeitet von <bdi>{holder.name}</bdi>
          </>
        }
      >
        <p>
          {`Geöffnet am ${formatDateTime(holder.since)}. Damit nicht zwei zugleich entscheiden, übernehmen Sie den Antrag zuerst.`}
        </p>
        <div className="mt-2">
          <Button
            size="sm"
            onClick={({ currentTarget }) => {
              // The button goes away; the focus stays in the dialog or the pane.
              const around = currentTarget.closest<HTMLElement>('[role="dialog"], section[tabindex]');
              void takeOver().then(() => around?.focus());
            }}
          >
            Übernehmen
          </Button>
        </div>
      </Notice>
    </div>
  );
}

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
