import { useLocalStorage } from '@mantine/hooks';
import { useHydrated } from './use-hydrated.ts';

/**
 * Whether pages show all of their figures, or the few that say how it stands. One choice for all pages, kept on this device and
 * followed in its other tabs. Pages that are written at build time begin with the few.
 */
export function useAllFigures(): [isAll: boolean, setAll: (isAll: boolean) => void] {
  const hydrated = useHydrated();
  const [kept, keep] = useLocalStorage({
    key: 'botdepot-all-figures',
    defaultValue: false,
    getInitialValueInEffect: false,
  });
  return [hydrated && kept === true, keep];
}
