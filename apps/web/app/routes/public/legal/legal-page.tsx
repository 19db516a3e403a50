import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import { SheetSection } from '../../../ui/sheet/sheet-section.tsx';

const TEXT = clsx(
  'max-w-170 [&_h2]:mt-10 [&_h2]:mb-2 [&_h2]:text-[20px]/7 [&_h2]:font-semibold',
  '[&_h2]:tracking-[-0.012em] [&_h2:first-child]:mt-0',
  '[&_p]:mt-2 [&_ul]:mt-2 [&_ul]:pl-5 [&_ul]:[list-style:disc]',
  '[&_li+li]:mt-1 [&_dl]:grid [&_dl]:grid-cols-[minmax(9rem,14rem)_minmax(0,1fr)] [&_dl]:gap-x-6',
  '[&_dl]:gap-y-2.5 [&_dl]:mt-2 [&_dt]:text-muted',
  '[&_dd]:wrap-anywhere max-md:[&_dl]:grid-cols-1 max-md:[&_dl]:gap-0 max-md:[&_dd+dt]:mt-3',
);

interface LegalPageProps {
  title: string;
  lead?: ReactNode;
  /** As of when the text holds, in the margin. */
  asOf: string;
  children: ReactNode;
}

/** A page of running text with headings. */
export function LegalPage({ title, lead, asOf, children }: LegalPageProps) {
  return (
    <SheetSection kind="page" label="Stand" source={asOf} title={title} lead={lead}>
      <div className={TEXT}>{children}</div>
    </SheetSection>
  );
}

/** A fact of the operator, or the plain statement that it is missing. */
export function Stated({ children }: { children: string | null }) {
  if (children === null)
    return (
      <span className="inline-block px-2 border border-dashed border-control rounded-[6px] text-muted">
        Angabe fehlt
      </span>
    );
  return children.split('|').map((line) => (
    <span key={line} className="block">
      {line.trim()}
    </span>
  ));
}
