import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import { Link } from 'react-router';

const NOTE = 'block text-xs font-book text-muted max-xs:whitespace-normal';
const ITEM = clsx(
  'grid grid-cols-[32px_minmax(0,1fr)_auto] gap-x-3 gap-y-0.5 items-center min-h-14 py-3 px-(--pad)',
  'border-b border-border text-sm in-[li:last-child]:border-b-0',
  '[a&]:hover:bg-bg [button&]:hover:bg-bg [button&]:w-full [button&]:text-left [button&]:cursor-pointer',
  'max-xs:grid-cols-[32px_minmax(0,1fr)_fit-content(5rem)]',
);

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
            <span className="font-[560]">
              {item.title}
              <span className={NOTE}>{item.note}</span>
            </span>
            <span className="text-right font-semibold tabular-nums whitespace-nowrap">
              {item.amount}
              {item.amountNote && <span className={NOTE}>{item.amountNote}</span>}
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
      <Link className={ITEM} to={item.to}>
        {children}
      </Link>
    );
  }
  if (item.onOpen) {
    return (
      <button type="button" className={ITEM} onClick={item.onOpen}>
        {children}
      </button>
    );
  }
  return <div className={ITEM}>{children}</div>;
}

/** The icon at the beginning of a row. */
export function IconTile({ children }: { children: ReactNode }) {
  return (
    <span className="inline-flex items-center justify-center size-8 border border-border rounded-control bg-surface text-muted">
      {children}
    </span>
  );
}
