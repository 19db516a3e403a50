import { clsx } from 'clsx';
import { type ReactNode, useEffect, useState, useSyncExternalStore } from 'react';

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

/** Dialogs and drawers that are open, the newest last. */
let open: readonly symbol[] = [];
const listeners = new Set<() => void>();

function change(next: readonly symbol[]): void {
  open = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Whether nothing has been opened above it. Escape reaches every dialog that is open, and should close the uppermost only. */
export function useIsTopDialog(opened: boolean): boolean {
  const [own] = useState(() => Symbol());
  useEffect(() => {
    if (!opened) return;
    change([...open, own]);
    // After the key that closed it has reached those below: they would take it for theirs.
    return () => void setTimeout(() => change(open.filter((one) => one !== own)));
  }, [opened, own]);
  return useSyncExternalStore(
    subscribe,
    () => open.at(-1) === own,
    () => false,
  );
}

/**
 * Whether an overlay is open, at first never: Mantine remembers where the focus was when `opened` changes, so one that
 * began open would not give the focus back.
 */
export function useOpenedAfterMount(opened: boolean): boolean {
  const [shown, setShown] = useState(false);
  useEffect(() => setShown(opened), [opened]);
  return shown;
}

const COLUMNS = clsx(
  'flex-1 grid grid-cols-2 [&>div]:grid [&>div]:grid-cols-1 [&>div]:content-start [&>div]:gap-5',
  '[&>div]:py-5 [&>div]:px-(--pad) [&>div+div]:border-l [&>div+div]:border-l-border',
  'max-md:block max-md:[&>div+div]:border-l-0 max-md:[&>div+div]:border-t',
  'max-md:[&>div+div]:border-t-border',
);

/** Two `div`s beside each other in a wide, `flush` dialog; below each other on phones. */
export function DialogColumns({ children }: { children: ReactNode }) {
  return <div className={COLUMNS}>{children}</div>;
}

/** Keeps what a drawer shows while it slides out: the address has forgotten it by then. */
export function useLastOpened(id: string | null): string | null {
  const [last, setLast] = useState(id);
  if (id !== null && id !== last) setLast(id);
  return id ?? last;
}

/** A dialog gives the focus back to what opened it, which its answer may have removed: then it goes to where the answer stands. */
export function focusIfLost(answer: HTMLElement | null): void {
  const holder = document.activeElement;
  if (holder === document.body || holder?.closest('[role="dialog"]')) answer?.focus();
}
