import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import { Link } from 'react-router';

/** Narrower than this the buttons move below the title. */
const TITLES = 'flex-[1_1_16rem] min-w-0 mr-auto';
const BACK = clsx(
  'inline-flex items-center min-h-8 text-[14px] font-550 text-muted',
  'hover:text-text hover:underline hover:underline-offset-4',
  'print:hidden',
);
const ACTIONS = clsx(
  'flex flex-none gap-2 max-md:grid max-md:grid-flow-col max-md:auto-cols-[minmax(0,1fr)] max-md:mt-4',
  'max-md:[&>:is(a,button)]:gap-1.5 max-md:[&>:is(a,button)]:py-0 max-md:[&>:is(a,button)]:px-1',
  'max-md:[&>:is(a,button)]:text-[14px] max-md:[&>:is(a,button)]:whitespace-nowrap',
  'max-[380px]:[&_svg]:hidden print:hidden',
);

interface PageHeadProps {
  title: ReactNode;
  note?: ReactNode;
  /** The page above, e.g. „KI-Bots“ over a single bot. */
  back?: { to: string; label: string } | undefined;
  /** Buttons; the first may be primary. */
  actions?: ReactNode;
}

/** The head of an app page. The document title comes from the route's `meta` with `pageTitle`. */
export function PageHead({ title, note, back, actions }: PageHeadProps) {
  return (
    <header className="flex items-end flex-wrap gap-4 mb-6 max-md:block max-md:mb-4">
      <div className={TITLES}>
        {back && (
          <Link className={BACK} to={back.to}>
            {back.label}
          </Link>
        )}
        <h1 className="text-xl font-bold tracking-[-0.012em] max-md:text-lg">{title}</h1>
        {note && <p className="mt-0.5 text-sm text-muted">{note}</p>}
      </div>
      {actions && <div className={ACTIONS}>{actions}</div>}
    </header>
  );
}
