import { clsx } from 'clsx';
import { formatCount, NBSP } from '../../lib/format/numbers.ts';

const BUNDLE = 5;
/** In the head of a page, and on a panel of their own. */
const MOST_IN_HEAD = 150;
const MOST_DRAWN = 600;

interface TallyMarksProps {
  /** Undefined while nobody knows: its place is kept. */
  count: number | undefined;
  /** How many of them have just come. */
  fresh?: number | undefined;
  /** On a panel of their own, from the left. */
  large?: boolean;
  /** So many are drawn at most; more are told by their number alone. */
  most?: number;
}

/** Every try is a stroke, five to a bundle, and none is ever rubbed out. What is new has the colour of ink that is still wet. */
export function TallyMarks({ count, fresh = 0, large = false, most }: TallyMarksProps) {
  const known = count ?? 0;
  const drawn = known > (most ?? (large ? MOST_DRAWN : MOST_IN_HEAD)) ? 0 : known;
  const bundles = Array.from({ length: Math.ceil(drawn / BUNDLE) }, (_, index) => index * BUNDLE);
  return (
    <span
      className={clsx(
        'inline-grid gap-1 max-w-full',
        large ? 'justify-items-start' : 'justify-items-end max-md:justify-items-start',
      )}
    >
      {(drawn > 0 || !large) && (
        <span
          className={clsx('flex flex-wrap gap-x-1.5 gap-y-1 max-w-92', !large && 'min-h-3.5 md:justify-end')}
        >
          {bundles.map((before) => {
            const strokes = Math.min(BUNDLE, drawn - before);
            const old = Math.min(strokes, Math.max(0, known - fresh - before));
            return (
              <svg
                key={before}
                className="h-3.5 text-text"
                viewBox="0 0 18 14"
                width={18}
                height={14}
                fill="none"
                stroke="currentColor"
                strokeWidth={1.5}
                aria-hidden="true"
              >
                {old > 0 && <path d={strokesOf(0, old)} />}
                {strokes > old && (
                  <path className="text-primary" stroke="currentColor" d={strokesOf(old, strokes)} />
                )}
              </svg>
            );
          })}
        </span>
      )}
      <span className="text-sm font-550">{count === undefined ? NBSP : triesText(count)}</span>
    </span>
  );
}

/** Four upright, and the fifth across them. */
const strokesOf = (from: number, until: number): string =>
  Array.from({ length: until - from }, (_, index) =>
    from + index < BUNDLE - 1 ? `M${(from + index) * 4 + 3} 1v12` : 'M1 11l16-8',
  ).join('');

export const triesText = (count: number): string =>
  count === 1 ? '1 Versuch' : `${formatCount(count)} Versuche`;
