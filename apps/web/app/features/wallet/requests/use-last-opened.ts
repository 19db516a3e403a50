import { useState } from 'react';

/** Keeps what a drawer shows while it slides out: the address has forgotten it by then. */
export function useLastOpened(id: string | null): string | null {
  const [last, setLast] = useState(id);
  if (id !== null && id !== last) setLast(id);
  return id ?? last;
}
