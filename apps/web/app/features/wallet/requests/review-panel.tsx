import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import { Button } from '../../../ui/form/button.tsx';
import { PlayMoneyMark } from '../../../ui/frame/play-money-bar.tsx';
import { Notice } from '../../../ui/state/notice.tsx';

const FOOT = clsx(
  'flex items-center justify-end flex-wrap gap-x-3 gap-y-2 -mx-(--pad) mt-1 -mb-(--pad) py-4 px-(--pad)',
  'border-t border-border [&>:first-child]:mr-auto',
  'max-md:[&>span]:-order-1 max-md:[&>span]:flex-[1_1_100%] max-md:[&>span]:text-center',
  'max-md:[&>button]:flex-auto max-md:[&>:first-child]:m-0',
);

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
    <div className="grid grid-cols-1 gap-5">
      <div>
        <p className="flex justify-between gap-3 text-sm text-muted">
          <span>{lead}</span>
          {aside && <span>{aside}</span>}
        </p>
        <div className="[--unit-size:16px] text-3xl tracking-[-0.022em] max-md:text-2xl">{amount}</div>
        {target && (
          <dl className="mt-2 text-sm [&_dt]:text-muted [&_dd]:font-semibold">
            <dt>{target.label}</dt>
            <dd className="mono-address">{target.value}</dd>
          </dl>
        )}
      </div>
      {children}
      <Notice title="Was danach geschieht">{next}</Notice>
      {problem}
      <div className={FOOT}>
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
