import type { Investment } from '@botdepot/contract';
import { useEffect, useState } from 'react';

/**
 * Which investment was just started. Its row comes far from the button that was pressed: once the list has it, it is led to and
 * takes the focus, so that it is seen and heard where the money went.
 */
export function useStarted(listed: readonly Investment[] | undefined) {
  const [id, setId] = useState<string>();
  const isListed = listed?.some((investment) => investment.id === id) ?? false;
  useEffect(() => {
    if (!isListed) return;
    const row = document.querySelector(`[data-row="${id}"]`);
    // Not at the edge, where the toast lies.
    row?.scrollIntoView({ block: 'center' });
    row?.querySelector<HTMLElement>('[data-row-opener]')?.focus({ preventScroll: true });
  }, [isListed, id]);
  return [id, setId] as const;
}
