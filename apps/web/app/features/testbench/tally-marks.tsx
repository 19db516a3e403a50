import { formatCount } from '../../lib/format/numbers.ts';

const STROKE = 5;
const GROUP_PX = 22;
/** More are told by their number alone. */
const MOST_DRAWN = 60;

/** Every try is a stroke, five to a bundle, and none is ever rubbed out. */
export function TallyMarks({ count }: { count: number }) {
  const drawn = Math.min(count, MOST_DRAWN);
  const groups = Array.from({ length: Math.ceil(drawn / 5) }, (_, index) => Math.min(5, drawn - index * 5));
  return (
    <span className="inline-grid justify-items-end gap-0.5">
      {drawn > 0 && (
        <svg
          className="max-w-full h-3.5 text-text"
          viewBox={`0 0 ${groups.length * GROUP_PX} 14`}
          width={groups.length * GROUP_PX}
          height={14}
          fill="none"
          stroke="currentColor"
          strokeWidth={1.5}
          aria-hidden="true"
        >
          {groups.map((strokes, group) => {
            const x = group * GROUP_PX + 2;
            const upright = Array.from(
              { length: Math.min(4, strokes) },
              (_, index) => `M${x + index * 4 + 1} 1v12`,
            );
            return (
              <path key={x} d={[...upright, ...(strokes === STROKE ? [`M${x - 1} 11l16-8`] : [])].join('')} />
            );
          })}
        </svg>
      )}
      <span className="text-sm font-550">{triesText(count)}</span>
    </span>
  );
}

export const triesText = (count: number): string =>
  count === 1 ? '1 Versuch' : `${formatCount(count)} Versuche`;
