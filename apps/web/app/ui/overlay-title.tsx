import type { ReactNode } from 'react';
import classes from './overlay.module.css';

/** What dialogs and drawers have the same, for Mantine's parts. */
export const OVERLAY_CLASSES = {
  overlay: classes.overlay ?? '',
  header: classes.header ?? '',
  close: classes.close ?? '',
  body: classes.body ?? '',
};

export function OverlayTitle({ note, children }: { note: ReactNode; children: ReactNode }) {
  return (
    <>
      {children}
      {note && <span className={classes.note}>{note}</span>}
    </>
  );
}
