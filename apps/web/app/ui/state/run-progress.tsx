import { clsx } from 'clsx';
import { formatPercent, NBSP } from '../../lib/format/numbers.ts';
import type { RunProgress } from '../../lib/server/run-stream.ts';
import { Button } from '../form/button.tsx';

const BAR = clsx(
  'appearance-none w-full h-2 border border-control rounded-[4px] bg-surface overflow-hidden',
  '[&::-webkit-progress-bar]:bg-surface [&::-webkit-progress-value]:bg-primary',
  '[&::-moz-progress-bar]:bg-primary',
);

interface RunProgressBarProps {
  progress: RunProgress;
  /** What runs, as a sentence begins: „Der Rücktest“. */
  name: string;
  onCancel: () => void;
}

/** Where a run on the server stands, and the way out of it. */
export function RunProgressBar({ progress, name, onCancel }: RunProgressBarProps) {
  const isRunning = progress.phase === 'running';
  return (
    <>
      <div className="flex justify-between gap-4">
        <p role="status">{isRunning ? `${name} läuft.` : waitingText(name, progress.ahead)}</p>
        <span className="tnum">
          {isRunning ? formatPercent(progress.share, { digits: 0 }) : progress.ahead ? 'wartet' : 'beginnt'}
        </span>
      </div>
      <progress
        className={BAR}
        value={isRunning ? progress.share : undefined}
        max={1}
        aria-label="Fortschritt"
      />
      <div>
        <Button onClick={onCancel}>Abbrechen</Button>
      </div>
    </>
  );
}

function waitingText(name: string, ahead: number | null): string {
  if (!ahead) return `${name} beginnt gleich.`;
  if (ahead === 1) return `Ein anderer Rücktest ist noch vor Ihrem an der${NBSP}Reihe.`;
  return `${ahead} andere Rücktests sind noch vor Ihrem an der${NBSP}Reihe.`;
}
