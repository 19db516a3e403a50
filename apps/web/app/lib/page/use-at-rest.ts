import { useEffect, useState } from 'react';
import { whenIdle } from './when-idle.ts';

/** Whether the page has what it shows first, for what stands beside it; see `whenIdle`. */
export function useAtRest(): boolean {
  const [isAtRest, setAtRest] = useState(false);
  useEffect(() => whenIdle(() => setAtRest(true)), []);
  return isAtRest;
}
