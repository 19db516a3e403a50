import { useState } from 'react';

interface Opening<Subject> {
  subject: Subject;
  /** The key of the dialog: with every opening it begins anew, with a fresh command key and an empty field. */
  number: number;
  opened: boolean;
}

/** What a dialog is about. The subject stays while the dialog closes, so that it does not go blank on its way out. */
export function useOpening<Subject>() {
  const [current, setCurrent] = useState<Opening<Subject> | null>(null);
  return {
    current,
    open: (subject: Subject) =>
      setCurrent((before) => ({ subject, number: (before?.number ?? 0) + 1, opened: true })),
    close: () => setCurrent((before) => before && { ...before, opened: false }),
  };
}
