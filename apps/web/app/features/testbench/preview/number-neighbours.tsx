import type { Operand, Rule } from '@botdepot/trading/browser';
import { formatNumber } from '@botdepot/trading/browser';
import { clsx } from 'clsx';
import { useMemo } from 'react';
import { formatCount, formatDecimal, NO_FIGURE } from '../../../lib/format/numbers.ts';
import type { PreviewOrder } from './preview-messages.ts';
import { useNeighbours } from './use-preview.ts';

const NEIGHBOUR = clsx(
  'grid place-items-center min-h-11 min-w-0 py-1 px-1 text-sm text-center rounded-control cursor-pointer hover:bg-bg',
  'aria-[current=true]:text-primary aria-[current=true]:font-620',
);

interface NumberNeighboursProps {
  order: PreviewOrder | null;
  /** What the number is compared with. */
  beside: Operand;
  value: number;
  ruleWith: (value: number) => Rule;
  onChoose: (value: number) => void;
}

/** Where the number lies among the values beside it, and how many positions its neighbours would open. */
export function NumberNeighbours({ order, beside, value, ruleWith, onChoose }: NumberNeighboursProps) {
  const step = stepOf(value);
  const values = [-2, -1, 0, 1, 2].map((steps) => Number((value + steps * step).toFixed(6)));
  const found = useNeighbours(order, beside, values.map(ruleWith));
  const histogram = found?.histogram ?? null;
  const most = useMemo(() => Math.max(1, ...(histogram?.counts ?? [])), [histogram]);
  return (
    <div className="grid grid-cols-1 gap-3">
      {histogram !== null && (
        <figure>
          <div className="flex items-end gap-px h-12 border-b border-lineal" aria-hidden>
            {histogram.counts.map((count, index) => {
              const middle =
                histogram.from + ((index + 0.5) / histogram.counts.length) * (histogram.to - histogram.from);
              return (
                <span
                  key={middle}
                  className={clsx('flex-1', middle < value ? 'bg-text' : 'bg-border')}
                  style={{ height: `${(count / most) * 100}%` }}
                />
              );
            })}
          </div>
          <figcaption className="flex justify-between text-xs text-muted tabular-nums">
            <span>{formatDecimal(histogram.from, { digits: digitsOf(histogram.to - histogram.from) })}</span>
            <span>wie oft der Wert vorkam</span>
            <span>{formatDecimal(histogram.to, { digits: digitsOf(histogram.to - histogram.from) })}</span>
          </figcaption>
        </figure>
      )}
      <ul className="grid grid-cols-5 gap-1" aria-label="Andere Zahlen und ihre Käufe">
        {values.map((one, index) => (
          <li key={one}>
            <button
              type="button"
              className={clsx(NEIGHBOUR, 'w-full')}
              aria-current={one === value || undefined}
              onClick={() => onChoose(one)}
            >
              <span className="text-xs text-muted">{formatNumber(one)}</span>
              <span className="tabular-nums font-620">
                {found?.entries[index] === undefined ? NO_FIGURE : formatCount(found.entries[index])}
                <span className="vh"> Einstiege</span>
              </span>
            </button>
          </li>
        ))}
      </ul>
      <p className="text-xs text-muted">
        Einstiege bei dieser Zahl und bei ihren Nachbarn. Sie allein zählen nicht als Versuch.
      </p>
    </div>
  );
}

/** A step that changes something: about a fiftieth of the number, at least one in its last digit. */
function stepOf(value: number): number {
  const size = Math.abs(value);
  if (size >= 1000) return 10 ** (Math.floor(Math.log10(size)) - 1);
  if (size >= 10) return 1;
  if (size >= 1) return 0.1;
  return size === 0 ? 1 : 0.01;
}

const digitsOf = (span: number): number => (span >= 20 ? 0 : span >= 2 ? 1 : span >= 0.2 ? 2 : 4);
