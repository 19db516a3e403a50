import { useAllFigures } from '../../lib/page/use-all-figures.ts';
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
