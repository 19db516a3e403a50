import { clsx } from 'clsx';

const RISK = clsx(
  'inline-flex items-center gap-2 text-sm font-semibold whitespace-nowrap',
  '[&_svg]:w-6.5 [&_svg]:h-[15px] [&_svg]:flex-none',
  '[&_rect]:fill-[none] [&_rect]:stroke-control',
  '[&_rect[data-on]]:fill-text [&_rect[data-on]]:stroke-text',
);

interface RiskMarkProps {
  level: 1 | 2 | 3 | 4;
  /** The word from the catalogue, e.g. „Hohes Risiko“. */
  word: string;
}

const BARS = [1, 2, 3, 4] as const;

/** Four bars and a word. Never coloured: risk is neither gain nor loss. */
export function RiskMark({ level, word }: RiskMarkProps) {
  return (
    <span className={RISK}>
      <svg viewBox="0 0 26 15" aria-hidden focusable={false}>
        {BARS.map((bar) => (
          <rect
            key={bar}
            x={(bar - 1) * 7 + 0.5}
            y={15 - (3 + bar * 3) + 0.5}
            width={4}
            height={2 + bar * 3 - 0.5}
            rx={0.5}
            data-on={bar <= level || undefined}
          />
        ))}
      </svg>
      {word}
    </span>
  );
}
