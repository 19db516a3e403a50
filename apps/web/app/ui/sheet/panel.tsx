import { clsx } from 'clsx';
import { type ReactNode, useId } from 'react';

/** What fits on a sheet with ease stays together. */
const PANEL = clsx(
  'min-w-0 bg-surface border border-border rounded-box',
  'print:not-[:has(figure,tr:nth-child(7),li:nth-child(7))]:break-inside-avoid',
);
const HEAD = clsx(
  'flex items-center flex-wrap gap-3 min-h-15 py-3.5 px-(--pad) border-b border-border',
  'max-md:min-h-14 max-md:py-3',
);
/** Keeps the width of a few words; where that leaves the aside too little, it goes to a line of its own. */
const TITLES = 'flex-[1_1_var(--title-room,8rem)] min-w-0';
/** Links and buttons in the head keep the 60-px line although they are 44 px high. A filter fills a line of its own, as in a bar of filters. */
const ASIDE = clsx(
  'max-w-full flex items-center gap-2 text-[14px] text-muted',
  '*:-my-1.5 max-md:has-[select,search]:basis-full max-md:has-[select,search]:*:flex-1',
  'max-md:has-[select,search]:*:my-0',
);

interface PanelProps {
  title?: ReactNode;
  note?: ReactNode;
  /** At the right of the head: a link, a count, a small button. */
  aside?: ReactNode;
  foot?: ReactNode;
  /** Tables and row lists reach the edges. */
  flush?: boolean | undefined;
  /** The name for assistive technology when there is no visible title. */
  label?: string | undefined;
  children?: ReactNode;
}

/** One box, one border, no shadow; never a box in a box. */
export function Panel({ title, note, aside, foot, flush, label, children }: PanelProps) {
  const id = useId();
  return (
    <section
      className={PANEL}
      aria-labelledby={title ? id : undefined}
      aria-label={title ? undefined : label}
    >
      {(title || aside) && (
        <header className={HEAD}>
          <div className={TITLES}>
            {title && (
              <h2 className="text-base font-bold" id={id}>
                {title}
              </h2>
            )}
            {note && <p className="text-sm text-muted">{note}</p>}
          </div>
          {aside && <div className={ASIDE}>{aside}</div>}
        </header>
      )}
      {flush ? children : <div className="px-(--pad) pt-5 pb-(--pad) max-md:pt-4">{children}</div>}
      {foot && (
        <footer className="flex items-center flex-wrap gap-2 py-4 px-(--pad) border-t border-border">
          {foot}
        </footer>
      )}
    </section>
  );
}
