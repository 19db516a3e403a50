import { useEffect, useState } from 'react';

/**
 * Whether an overlay is open, at first never: Mantine remembers where the focus was when `opened` changes, so one that
 * began open would not give the focus back.
 */
export function useOpenedAfterMount(opened: boolean): boolean {
  const [shown, setShown] = useState(false);
  useEffect(() => setShown(opened), [opened]);
  return shown;
}
