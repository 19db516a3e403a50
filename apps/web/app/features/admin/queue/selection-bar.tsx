import { LIMITS } from '@botdepot/contract';
import { inUsd } from '@botdepot/money';
import { formatCount } from '../../../lib/numbers.ts';
import { REQUEST_UNIT } from '../../../lib/units.ts';
import { Amount } from '../../../ui/amount.tsx';
import { Button } from '../../../ui/button.tsx';
import type { Decision } from '../admin-texts.ts';
import { type OpenRequest, sumOf } from '../review/open-request.ts';
import type { Selection } from '../use-selection.ts';
import classes from './queue.module.css';

interface SelectionBarProps {
  selection: Selection<OpenRequest>;
  /** How many there are on all pages of the list. */
  total: number;
  loadingAll: boolean;
  onChooseAll: () => void;
  onDecide: (decision: Decision) => void;
}

/** What is chosen, on other pages too, and what can be done with it. */
export function SelectionBar({ selection, total, loadingAll, onChooseAll, onDecide }: SelectionBarProps) {
  const { rows } = selection;
  const sum = sumOf(rows);
  const most = Math.min(total, LIMITS.decisionsAtOnce);
  return (
    <div className={classes.bar}>
      <div className={classes.chosen}>
        <strong role="status">{`${formatCount(rows.length)} ausgewählt`}</strong>
        {rows.length < most && (
          <Button size="sm" look="quiet" pending={loadingAll} onClick={onChooseAll}>
            {most < total ? `Die ersten ${formatCount(most)} wählen` : `Alle ${formatCount(most)} wählen`}
          </Button>
        )}
        <Button size="sm" look="quiet" onClick={selection.clear} aria-keyshortcuts="Escape">
          Aufheben
        </Button>
      </div>
      <span className={classes.sum}>
        <Amount value={sum} unit={REQUEST_UNIT} />
      </span>
      <div className={classes.decide}>
        <Button size="sm" onClick={() => onDecide('reject')}>
          Ablehnen<span className="vh">: Auswahl</span>
        </Button>
        <Button size="sm" look="primary" onClick={() => onDecide('approve')}>
          {`${inUsd(sum)} genehmigen`}
        </Button>
      </div>
    </div>
  );
}
