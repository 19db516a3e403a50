import { clsx } from 'clsx';
import type { ReactNode } from 'react';

export const OVERLAY_FOOT = clsx(
  'sticky bottom-0 flex items-center gap-2 py-4 px-(--pad) border-t border-border bg-surface',
  '[&>button]:flex-1 [&>a]:flex-1 data-confirm:justify-end data-confirm:flex-wrap',
  'data-confirm:[&>button]:flex-none data-confirm:[&>a]:flex-none',
  'data-confirm:[&>:first-child:not(button)]:mr-auto',
  'max-md:data-confirm:[&>button]:flex-auto max-md:data-confirm:[&>a]:flex-auto',
  'max-md:data-confirm:[&>:first-child:not(button)]:flex-[1_1_100%]',
  'max-md:data-confirm:[&>:first-child:not(button)]:text-center',
  'max-md:data-confirm:[&>:first-child:not(button)]:m-0',
);

/** What dialogs and drawers have the same, for Mantine's parts. */
export const OVERLAY_CLASSES = {
  overlay: 'top-(--play-bar-height)',
  header: 'flex-none min-h-15 py-3 pr-3 pl-(--pad) border-b border-border bg-surface',
  close: '[--cb-icon-size:22px] size-11 min-w-11 text-muted',
  body: 'flex-1 p-0 flex flex-col',
};

export function OverlayTitle({ note, children }: { note: ReactNode; children: ReactNode }) {
  return (
    <>
      {children}
      {note && <span className="block text-sm font-book tracking-[0em] text-muted">{note}</span>}
    </>
  );
}
