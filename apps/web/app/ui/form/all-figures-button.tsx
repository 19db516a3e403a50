import { useLocalStorage } from '@mantine/hooks';
import { useHydrated } from '../../lib/page/use-hydrated.ts';
import { IconChevronDown, IconChevronUp } from '../icon/icons.ts';
import { Button } from './button.tsx';

/** Where a page says only how it stands: all the rest, on every page, until it is put away again. */
export function AllFiguresButton() {
  const [isAll, setAll] = useAllFigures();
  return (
    <Button
      size="sm"
      icon={isAll ? IconChevronUp : IconChevronDown}
      aria-expanded={isAll}
      onClick={() => setAll(!isAll)}
    >
      {isAll ? 'Weniger Zahlen' : 'Alle Zahlen zeigen'}
    </Button>
  );
}

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
