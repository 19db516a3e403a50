import { IconCheck } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { Icon } from './icon.tsx';
import { IconTile } from './icon-tile.tsx';
import classes from './record-list.module.css';

export interface RecordItem {
  id: string;
  icon: ReactNode;
  title: string;
  note: string;
  amount: ReactNode;
  amountNote?: string | undefined;
  to?: string | undefined;
  onOpen?: (() => void) | undefined;
}

/** What happened last: icon, what and when, amount at the right edge. */
export function RecordList({ label, items }: { label: string; items: readonly RecordItem[] }) {
  return (
    <ul aria-label={label}>
      {items.map((item) => (
        <li key={item.id}>
          <RecordFrame item={item}>
            <IconTile>{item.icon}</IconTile>
            <span className={classes.title}>
              {item.title}
              <span className={classes.note}>{item.note}</span>
            </span>
            <span className={classes.amount}>
              {item.amount}
              {item.amountNote && <span className={classes.note}>{item.amountNote}</span>}
            </span>
          </RecordFrame>
        </li>
      ))}
    </ul>
  );
}

function RecordFrame({ item, children }: { item: RecordItem; children: ReactNode }) {
  if (item.to) {
    return (
      <Link className={classes.item} to={item.to}>
        {children}
      </Link>
    );
  }
  if (item.onOpen) {
    return (
      <button type="button" className={classes.item} onClick={item.onOpen}>
        {children}
      </button>
    );
  }
  return <div className={classes.item}>{children}</div>;
}

export interface ChecklistItem {
  label: string;
  done: boolean;
  action?: ReactNode;
}

/** First steps; what is done steps back. */
export function Checklist({ items }: { items: readonly ChecklistItem[] }) {
  return (
    <ul className={classes.checks}>
      {items.map((item) => (
        <li key={item.label} data-done={item.done || undefined}>
          <span className={classes.box}>{item.done && <Icon as={IconCheck} size={12} stroke={2.4} />}</span>
          {item.label}
          {item.done ? (
            <span className="vh">, erledigt</span>
          ) : (
            <span className={classes.action}>{item.action}</span>
          )}
        </li>
      ))}
    </ul>
  );
}
