import type { ReactNode } from 'react';

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
