import { clsx } from 'clsx';
import { formatPercent, NBSP } from '../../../lib/numbers.ts';
import { Button } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/notice.tsx';
import type { BacktestState } from './use-backtest.ts';

const BOX = 'grid grid-cols-1 gap-3 px-(--pad) pt-4 pb-5 border-t border-border text-md';
const BAR = clsx(
  'appearance-none w-full h-2 border border-control rounded-[4px] bg-surface overflow-hidden',
  '[&::-webkit-progress-bar]:bg-surface [&::-webkit-progress-value]:bg-primary',
  '[&::-moz-progress-bar]:bg-primary',
);

interface BacktestProgressViewProps {
  state: BacktestState;
  onCancel: () => void;
  onRetry: () => void;
}

/** Where the run stands, and the way out of it. */
export function BacktestProgressView({ state, onCancel, onRetry }: BacktestProgressViewProps) {
  switch (state.phase) {
    case 'idle':
    case 'done':
      return null;
    case 'cancelled':
      return (
        <div className={BOX} role="status">
          <Notice title="Abgebrochen">Der Rücktest wurde abgebrochen und nichts davon aufgehoben.</Notice>
        </div>
      );
    case 'failed':
      return (
        <div className={BOX} role="alert">
          <Notice kind="warning" title={state.title}>
            {state.text}
          </Notice>
          <div>
            <Button onClick={onRetry}>Erneut versuchen</Button>
          </div>
        </div>
      );
    case 'waiting':
      return (
        <Running text={waitingText(state.ahead)} share={undefined} onCancel={onCancel}>
          {state.ahead ? 'wartet' : 'beginnt'}
        </Running>
      );
    case 'running':
      return (
        <Running text="Der Rücktest läuft." share={state.share} onCancel={onCancel}>
          {formatPercent(state.share, { digits: 0 })}
        </Running>
      );
  }
}

interface RunningProps {
  text: string;
  /** Undefined while nothing is known. */
  share: number | undefined;
  onCancel: () => void;
  children: string;
}

function Running({ text, share, onCancel, children }: RunningProps) {
  return (
    <div className={BOX}>
      <div className="flex justify-between gap-4">
        <p role="status">{text}</p>
        <span className="tnum">{children}</span>
      </div>
      <progress className={BAR} value={share} max={1} aria-label="Fortschritt des Rücktests" />
      <div>
        <Button onClick={onCancel}>Abbrechen</Button>
      </div>
    </div>
  );
}

function waitingText(ahead: number | null): string {
  if (!ahead) return 'Der Rücktest beginnt gleich.';
  if (ahead === 1) return `Ein anderer Rücktest ist noch vor Ihrem an der${NBSP}Reihe.`;
  return `${ahead} andere Rücktests sind noch vor Ihrem an der${NBSP}Reihe.`;
}
