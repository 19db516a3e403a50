import type { ReactNode } from 'react';
import { formatCount } from '../../lib/format/numbers.ts';
import { Button } from '../form/button.tsx';
import classes from './data-table.module.css';

interface PagerProps {
  page: number;
  pageSize: number;
  total: number;
  /** The plural of what is listed: „Buchungen“. */
  noun: string;
  onPage: (page: number) => void;
  /** Before the buttons, e.g. the CSV link on phones. */
  children?: ReactNode;
}

/** What is shown at its left edge, the ways on at its right one. */
export function PagerBar({ label, children }: { label: string; children: ReactNode }) {
  return (
    <nav className={classes.pager} aria-label={label}>
      {children}
    </nav>
  );
}

export function Pager({ page, pageSize, total, noun, onPage, children }: PagerProps) {
  const first = total === 0 ? 0 : (page - 1) * pageSize + 1;
  const last = Math.min(total, page * pageSize);
  const pages = Math.max(1, Math.ceil(total / pageSize));
  return (
    <PagerBar label={`Seiten, ${noun}`}>
      {pages > 1 ? (
        <span>
          {`${noun} `}
          <span className="nowrap">
            {`${formatCount(first)}–${formatCount(last)} von ${formatCount(total)}`}
          </span>
        </span>
      ) : (
        <span>{`${formatCount(total)} ${noun}`}</span>
      )}
      {children}
      {pages > 1 && (
        <>
          <Button look="quiet" size="sm" disabled={page <= 1} onClick={() => onPage(page - 1)}>
            Zurück
          </Button>
          <Button look="quiet" size="sm" disabled={page >= pages} onClick={() => onPage(page + 1)}>
            Weiter
          </Button>
        </>
      )}
    </PagerBar>
  );
}
