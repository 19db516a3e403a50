import type { ThirtyDayWindows } from '@botdepot/contract';
import { formatAmount, type Micros } from '@botdepot/money';
import type { ReactNode } from 'react';
import { shareOfCapital } from '../../lib/format/capital-share.ts';
import { formatCount, formatPercent } from '../../lib/format/numbers.ts';
import { Amount } from '../../ui/sheet/amount.tsx';
import { Percent } from '../../ui/sheet/percent.tsx';
import classes from './outcome-band.module.css';
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

/**
 * What 30 days have brought: the range of all windows, the band that nine in ten lie in, the median, and zero. The table
 * under it says the same in words and figures.
 */
export function OutcomeBand({ windows, amount, source }: OutcomeBandProps) {
  const places = bandPlaces(windows);
  return (
    <div className={classes.outcome}>
      <div
        className={classes.track}
        role="img"
        aria-label={`30 Tage: neun von zehn Zeiträumen lagen zwischen ${percent(windows.low)} und ${percent(windows.high)}, der mittlere bei ${percent(windows.median)}.`}
      >
        <svg viewBox="0 0 1000 32" preserveAspectRatio="none" aria-hidden focusable={false}>
          <rect
            className={classes.range}
            x={places.worst}
            width={places.best - places.worst}
            y={10}
            height={12}
          />
          <rect className={classes.band} x={places.low} width={places.high - places.low} y={10} height={12} />
          <line className={classes.zero} x1={places.zero} x2={places.zero} y1={0} y2={32} />
          <line className={classes.median} x1={places.median} x2={places.median} y1={5} y2={27} />
        </svg>
        <span className={classes.zeroLabel} style={{ left: `${places.zero / 10}%` }} aria-hidden>
          0
        </span>
      </div>
      <table className={classes.table}>
        <caption className="vh">Was 30 Tage gebracht haben</caption>
        <thead>
          <tr>
            <th scope="col">30 Tage</th>
            <th scope="col" className={classes.figure}>
              {amount === undefined ? 'Rendite' : 'Ergebnis'}
              {amount !== undefined && <span className={classes.afterBelow}>Wert danach</span>}
            </th>
            {amount !== undefined && (
              <th scope="col" className={classes.after}>
                Wert danach
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {ROWS.map(({ key, label, note }) => (
            <tr key={key}>
              <th scope="row">
                {label}
                <span className={classes.note}>
                  {amount === undefined ? note : `${percent(windows[key])}, ${note}`}
                </span>
              </th>
              <td className={classes.figure}>
                {amount === undefined ? (
                  <Percent fraction={windows[key]} tone="delta" />
                ) : (
                  <>
                    <Amount value={shareOfCapital(amount, windows[key])} tone="delta" />
                    <span className={classes.afterBelow}>{valueAfter(amount, windows[key])}</span>
                  </>
                )}
              </td>
              {amount !== undefined && <td className={classes.after}>{valueAfter(amount, windows[key])}</td>}
            </tr>
          ))}
        </tbody>
      </table>
      <p className={classes.source}>
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
