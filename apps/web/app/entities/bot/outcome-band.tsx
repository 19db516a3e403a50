import type { ThirtyDayWindows } from '@botdepot/contract';
import { formatAmount, type Micros } from '@botdepot/money';
import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import { formatCount, formatPercent, shareOfCapital } from '../../lib/format/numbers.ts';
import { Amount } from '../../ui/sheet/amount.tsx';
import { Percent } from '../../ui/sheet/percent.tsx';
import { TermHint } from '../term/term-hint.tsx';
import { bandPlaces } from './outcome-places.ts';

type Windows = NonNullable<ThirtyDayWindows>;

interface OutcomeBandProps {
  windows: Windows;
  /** With an amount the table says what the windows would have meant for it, in USDT. */
  amount?: Micros | undefined;
  /** Where the windows come from and when: „Rücktest auf echten Kursen, 01.01.2019 bis 08.09.2023, nach Kosten“. */
  source: ReactNode;
}

const ROWS = [
  { key: 'worst', label: 'Schlechtester', note: 'schlechter war keiner' },
  { key: 'low', label: 'Schlecht', note: '5 von 100 waren schlechter' },
  { key: 'median', label: 'Typisch', note: 'die Hälfte war besser, die Hälfte schlechter' },
  { key: 'high', label: 'Gut', note: '5 von 100 waren besser' },
  { key: 'best', label: 'Bester', note: 'besser war keiner' },
] as const satisfies readonly { key: keyof Windows; label: string; note: string }[];

const HEAD = 'px-0 py-2 border-b border-border text-xs font-550 text-muted align-top';
const CELL = 'px-0 py-2.5 border-b border-border leading-5.5 align-top';
const FIGURE = 'pl-3 font-550 text-right whitespace-nowrap';
/** On the narrowest screens the value stands under the result, so that no amount is too long for them. */
const AFTER = 'w-(--amt) pl-2 border-l text-right whitespace-nowrap max-[480px]:hidden';
const AFTER_BELOW = 'block tabular-nums min-[480px]:hidden';

/**
 * What 30 days have brought: the range of all windows, the band that nine in ten lie in, the median, and zero. The table
 * under it says the same in words and figures.
 */
export function OutcomeBand({ windows, amount, source }: OutcomeBandProps) {
  const places = bandPlaces(windows);
  const figure = clsx(FIGURE, amount !== undefined && 'pr-3 max-[480px]:pr-0');
  return (
    <div>
      <div
        className="relative pb-5"
        role="img"
        aria-label={`30 Tage: neun von zehn Zeiträumen lagen zwischen ${percent(windows.low)} und ${percent(windows.high)}, der mittlere bei ${percent(windows.median)}.`}
      >
        <svg
          className="block w-full h-8 *:[vector-effect:non-scaling-stroke]"
          viewBox="0 0 1000 32"
          preserveAspectRatio="none"
          aria-hidden
          focusable={false}
        >
          <rect
            className="fill-bg stroke-border"
            x={places.worst}
            width={places.best - places.worst}
            y={10}
            height={12}
          />
          <rect
            className="fill-border stroke-control"
            x={places.low}
            width={places.high - places.low}
            y={10}
            height={12}
          />
          <line
            className="stroke-control"
            strokeDasharray="3 3"
            x1={places.zero}
            x2={places.zero}
            y1={0}
            y2={32}
          />
          <line className="stroke-text stroke-2" x1={places.median} x2={places.median} y1={5} y2={27} />
        </svg>
        <span
          className="absolute bottom-0 text-[12px]/4.5 text-muted tabular-nums [transform:translateX(-50%)]"
          style={{ left: `${places.zero / 10}%` }}
          aria-hidden
        >
          0
        </span>
      </div>
      <table className="w-full text-[15px]">
        <caption className="vh">Was 30 Tage gebracht haben</caption>
        <thead>
          <tr>
            <th scope="col" className={clsx(HEAD, 'text-left')}>
              30 Tage
            </th>
            <th scope="col" className={clsx(HEAD, figure)}>
              {amount === undefined ? 'Rendite' : 'Ergebnis'}
              {amount !== undefined && <span className={AFTER_BELOW}>Wert danach</span>}
            </th>
            {amount !== undefined && (
              <th scope="col" className={clsx(HEAD, AFTER)}>
                Wert danach
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {ROWS.map(({ key, label, note }) => (
            <tr key={key}>
              <th scope="row" className={clsx(CELL, 'font-550 text-left')}>
                {key === 'median' ? <TermHint id="typical">{label}</TermHint> : label}
                <span className="block text-xs font-book text-muted">
                  {amount === undefined ? note : `${percent(windows[key])}, ${note}`}
                </span>
              </th>
              <td className={clsx(CELL, figure)}>
                {amount === undefined ? (
                  <Percent fraction={windows[key]} tone="delta" />
                ) : (
                  <>
                    <Amount value={shareOfCapital(amount, windows[key])} tone="delta" />
                    <span className={AFTER_BELOW}>{valueAfter(amount, windows[key])}</span>
                  </>
                )}
              </td>
              {amount !== undefined && (
                <td className={clsx(CELL, AFTER, 'font-semibold tabular-nums')}>
                  {valueAfter(amount, windows[key])}
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
      <p className="mt-3 text-[12px]/4.5 text-muted">
        {`${countText(windows)} `}
        {source}
      </p>
    </div>
  );
}

/** Overlapping windows say the same days again and again: only as many tell something of their own as fit one after the other. */
function countText({ count, independent }: Windows): string {
  if (count === 1) return 'Ein einziger Zeitraum von 30 Tagen.';
  return `${formatCount(count)} Zeiträume von je 30 Tagen, die sich überlappen; unabhängig ${independent === 1 ? 'ist nur einer' : `sind etwa ${formatCount(independent)}`}.`;
}

const valueAfter = (amount: Micros, fraction: number) =>
  formatAmount(amount + shareOfCapital(amount, fraction));
const percent = (fraction: number) => formatPercent(fraction, { sign: 'always' });
