import type { BacktestResult, BotReport } from '@botdepot/contract';
import { clsx } from 'clsx';
import { useState } from 'react';
import { formatDateTime } from '../../../lib/format/dates.ts';
import { formatCount } from '../../../lib/format/numbers.ts';

const LIST = clsx(
  '[&_li]:grid [&_li]:grid-cols-[11rem_minmax(0,1fr)] [&_li]:gap-x-4 [&_li]:gap-y-0.5 [&_li]:py-2.5',
  '[&_li]:border-b [&_li]:border-b-border [&_li]:text-[14px]/5',
  '[&_li:last-child]:border-b-0 [&_time]:text-muted [&_time]:tabular-nums',
  'data-narrow:[&_li]:grid-cols-1 max-md:[&_li]:grid-cols-1',
);

type Protection = BacktestResult['protections'][number] | BotReport['protectionLog'][number];

const SHOWN_AT_FIRST = 5;

interface ProtectionsListProps {
  protections: readonly Protection[];
  /** More acted than are listed. */
  count?: number | undefined;
  /** Half a page wide: the time stands above. */
  narrow?: boolean | undefined;
}

/** When a protection stepped in and why, newest first. */
export function ProtectionsList({ protections, count = protections.length, narrow }: ProtectionsListProps) {
  const [all, setAll] = useState(false);
  if (protections.length === 0) {
    return (
      <p className="text-sm text-muted">
        Kein Schutz hat gegriffen: In diesem Zeitraum gab es keinen Stopp, keine Pause und keine Grenze, die
        den Bot aufgehalten hätte.
      </p>
    );
  }
  const newestFirst = protections.toSorted((a, b) => Date.parse(b.at) - Date.parse(a.at));
  const shown = all ? newestFirst : newestFirst.slice(0, SHOWN_AT_FIRST);
  return (
    <div className={LIST} data-narrow={narrow || undefined}>
      <ul>
        {shown.map((one) => (
          <li key={`${one.kind} ${one.symbol} ${one.at}`}>
            <time dateTime={one.at}>{formatDateTime(one.at)}</time>
            <div>
              <p className="font-semibold">{one.title}</p>
              <p className="text-sm text-muted">{one.text}</p>
            </div>
          </li>
        ))}
      </ul>
      {protections.length > SHOWN_AT_FIRST && (
        <button type="button" className="link-alone" aria-expanded={all} onClick={() => setAll(!all)}>
          {all ? 'Weniger zeigen' : `Alle ${formatCount(protections.length)} zeigen`}
        </button>
      )}
      {count > protections.length && (
        <p className="text-sm text-muted">
          {`Insgesamt griff ein Schutz ${formatCount(count)} Mal; hier stehen die neuesten.`}
        </p>
      )}
    </div>
  );
}
