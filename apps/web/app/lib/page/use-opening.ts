import { useState } from 'react';

/** A dialog that has been opened. */
export interface Opening<Subject> {
  subject: Subject;
  /** Of the element: each opening is a new dialog, without what was typed in and answered to the one before. */
  key: number;
  /** What it was opened for stays while it closes. */
  isOpen: boolean;
}

/** What a dialog was opened for, how to open it, and how to close it. */
export function useOpening<Subject>(): [
  opening: Opening<Subject> | null,
  open: (subject: Subject) => void,
  close: () => void,
] {
  const [opening, setOpening] = useState<Opening<Subject> | null>(null);
  return [
    opening,
    (subject) => setOpening((last) => ({ subject, key: (last?.key ?? 0) + 1, isOpen: true })),
    () => setOpening((last) => last && { ...last, isOpen: false }),
  ];
}
