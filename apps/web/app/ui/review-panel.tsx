import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { Notice } from './notice.tsx';
import { PlayMoneyMark } from './play-money-bar.tsx';
import classes from './review-panel.module.css';

interface ReviewPanelProps {
  /** „Sie zahlen aus“ */
  lead: string;
  /** At the right of the lead, e.g. the currency. */
  aside?: ReactNode;
  amount: ReactNode;
  target?: { label: string; value: ReactNode } | undefined;
  /** Ledgers: amount and fee, balance before and after. */
  children: ReactNode;
  /** What happens next, in two or three sentences. */
  next: ReactNode;
  /** Verb and amount: „300,00 USDT auszahlen“. */
  confirmLabel: string;
  onConfirm: () => void;
  onBack: () => void;
  confirmDisabled?: boolean | undefined;
  pending?: boolean | undefined;
  problem?: ReactNode;
}

/** The review step inside a `Panel`, before money moves: amount, fee, before and after, what happens next. */
export function ReviewPanel(props: ReviewPanelProps) {
  const { lead, aside, amount, target, children, next, confirmLabel, onConfirm, onBack, pending, problem } =
    props;
  return (
    <div className={classes.review}>
      <div>
        <p className={classes.lead}>
          <span>{lead}</span>
          {aside && <span>{aside}</span>}
        </p>
        <div className={classes.amount}>{amount}</div>
        {target && (
          <dl className={classes.target}>
            <dt>{target.label}</dt>
            <dd className="mono-address">{target.value}</dd>
          </dl>
        )}
      </div>
      {children}
      <Notice title="Was danach geschieht">{next}</Notice>
      {problem}
      <div className={classes.foot}>
        <Button onClick={onBack} disabled={pending}>
          Zurück
        </Button>
        <PlayMoneyMark />
        <Button look="primary" pending={pending} disabled={props.confirmDisabled} onClick={onConfirm}>
          {confirmLabel}
        </Button>
      </div>
    </div>
  );
}
