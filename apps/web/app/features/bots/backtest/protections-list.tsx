import type { BacktestResult, BotReport } from '@botdepot/contract';
import { useState } from 'react';
import { formatDateTime } from '../../../lib/dates.ts';
import { formatCount } from '../../../lib/numbers.ts';
import classes from './protections-list.module.css';

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
      <p className={classes.text}>
        Kein Schutz hat gegriffen: In diesem Zeitraum gab es keinen Stopp, keine Pause und keine Grenze, die
        den Bot aufgehalten hätte.
      </p>
    );
  }
  const newestFirst = protections.toSorted((a, b) => Date.parse(b.at) - Date.parse(a.at));
  const shown = all ? newestFirst : newestFirst.slice(0, SHOWN_AT_FIRST);
  return (
    <div className={classes.list} data-narrow={narrow || undefined}>
      <ul>
        {shown.map((one) => (
          <li key={`${one.kind} ${one.symbol} ${one.at}`}>
            <time dateTime={one.at}>{formatDateTime(one.at)}</time>
            <div>
              <p className={classes.title}>{one.title}</p>
              <p className={classes.text}>{one.text}</p>
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
        <p className={classes.text}>
          {`Insgesamt griff ein Schutz ${formatCount(count)} Mal; hier stehen die neuesten.`}
        </p>
      )}
    </div>
  );
}
