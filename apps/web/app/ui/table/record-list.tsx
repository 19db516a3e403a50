import { IconCheck } from '@tabler/icons-react';
import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { Icon } from '../icon/icon.tsx';
import { IconTile } from '../icon/icon-tile.tsx';

const NOTE = 'block text-xs font-book text-muted max-xs:whitespace-normal';
const ITEM = clsx(
  'grid grid-cols-[32px_minmax(0,1fr)_auto] gap-x-3 gap-y-0.5 items-center min-h-14 py-3 px-(--pad)',
  'border-b border-border text-sm in-[li:last-child]:border-b-0',
  '[a&]:hover:bg-bg [button&]:hover:bg-bg [button&]:w-full [button&]:text-left [button&]:cursor-pointer',
  'max-xs:grid-cols-[32px_minmax(0,1fr)_fit-content(5rem)]',
);
const CHECKS = clsx(
  '[&>li]:flex [&>li]:items-center [&>li]:gap-3 [&>li]:min-h-11 [&>li]:px-(--pad)',
  '[&>li]:border-b [&>li]:border-b-border [&>li]:text-[14px]/5',
  '[&>li:last-child]:border-b-0 [&>li[data-done]]:text-muted',
);
/** On paper as well a full circle is what tells done from open. */
const BOX = clsx(
  'inline-flex items-center justify-center flex-none size-5 border-[1.5px] border-control rounded-[50%]',
  '[[data-done]>&]:bg-primary [[data-done]>&]:border-primary [[data-done]>&]:text-on-primary',
  'print:[print-color-adjust:exact]',
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

export interface ChecklistItem {
  label: string;
  done: boolean;
  action?: ReactNode;
}

/** First steps; what is done steps back. */
export function Checklist({ items }: { items: readonly ChecklistItem[] }) {
  return (
    <ul className={CHECKS}>
      {items.map((item) => (
        <li key={item.label} data-done={item.done || undefined}>
          <span className={BOX}>{item.done && <Icon as={IconCheck} size={12} stroke={2.4} />}</span>
          {item.label}
          {item.done ? (
            <span className="vh">, erledigt</span>
          ) : (
            <span className="ml-auto">{item.action}</span>
          )}
        </li>
      ))}
    </ul>
  );
}
