import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import { breakBeforeAt } from '../../ui/sheet/email-address.tsx';

const OUTCOMES = clsx(
  'border-t border-border [&>li]:grid [&>li]:grid-cols-[minmax(0,1fr)_auto] [&>li]:gap-x-4',
  '[&>li]:gap-y-0.5 [&>li]:items-baseline [&>li]:py-3 [&>li]:border-b',
  '[&>li]:border-b-border [&>li]:text-[14px]/5',
  '[&_small]:col-span-full [&_small]:text-[14px] [&_small]:text-muted',
);

/** What became of each row of a command for many. */
export function OutcomeList({ children }: { children: ReactNode }) {
  return <ul className={OUTCOMES}>{children}</ul>;
}

interface OutcomeRowProps {
  /** The row as the list had it; without one its id has to do. */
  row: { reference: string; email: string } | undefined;
  id: string;
  /** A status, and what there is to say in `small`. */
  children: ReactNode;
}

export function OutcomeRow({ row, id, children }: OutcomeRowProps) {
  return (
    <li>
      <span className="wrap-anywhere font-580">
        {row ? breakBeforeAt(`${row.reference} · ${row.email}`) : id}
      </span>
      {children}
    </li>
  );
}

/** Whether a row of a bulk command only waits for a second admin. */
export const needsTwo = (outcome: { ok: true } | { ok: false; code: string }): boolean =>
  !outcome.ok && outcome.code === 'SECOND_ADMIN_REQUIRED';
