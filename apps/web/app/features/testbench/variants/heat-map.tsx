import { formatNumber, type SweepAxis } from '@botdepot/trading/browser';
import { clsx } from 'clsx';
import { type KeyboardEvent, useState } from 'react';
import { formatCount, formatDecimal, NO_FIGURE } from '../../../lib/format/numbers.ts';
import { type Field, type FieldGrid, fieldWords, LEAST_TRADES } from './field-grid.ts';
import type { Sweep } from './use-sweep.ts';

/** Beyond so many columns a field has no room for its number; then its colour and the line below have to do. */
const MOST_NUMBERED = 14;
const MOST_NUMBERED_ON_PHONES = 9;
/** Longer heads of columns stand upright on phones. */
const LONGEST_LYING_HEAD = 3;

const FIELD = clsx(
  'grid place-items-center w-full border border-transparent rounded-[4px] cursor-pointer',
  'text-[13px] font-semibold tabular-nums max-md:text-[12px] max-xs:text-[11px] max-xs:font-550 max-xs:tracking-tighter',
  'p-0 whitespace-nowrap',
  'hover:border-text focus-visible:outline-2 focus-visible:outline-primary focus-visible:outline-offset-1',
);
/** The own rule has a closed frame, the highest field one of dashes; the chosen one a line around it. */
const OWN = 'shadow-[inset_0_0_0_2px_var(--text)]';
const HIGHEST = 'border-text! border-dashed!';
const EMPTY = 'border-border! bg-bg font-normal text-muted';

interface HeatMapProps {
  sweep: Sweep;
  grid: FieldGrid;
  chosen: Field | null;
  onChoose: (field: Field) => void;
}

/** Sharpe ratios a year as a table of fields; among the fields one goes with the arrow keys. */
export function HeatMap({ sweep, grid, chosen, onChoose }: HeatMapProps) {
  const { across, up, rows, own } = grid;
  const start = own ?? rows.at(-1)![0]!;
  const [reached, setFocused] = useState({ column: start.column, row: start.row });
  const scale = scaleOf(grid);
  const columns = across.values.length;
  // Of a larger grid before: one field is always reached by the tab key.
  const focused = {
    column: Math.min(reached.column, columns - 1),
    row: Math.min(reached.row, rows.length - 1),
  };
  const isUpright = longestOf(across.values) > LONGEST_LYING_HEAD;
  const move = (event: KeyboardEvent<HTMLTableElement>) => {
    const to = moved(event.key, focused, columns, rows.length);
    if (to === null) return;
    event.preventDefault();
    setFocused(to);
    event.currentTarget.querySelector<HTMLElement>(`[data-field="${to.column}-${to.row}"]`)?.focus();
  };
  return (
    <>
      <p className="flex justify-between gap-3 pb-2 text-xs text-muted">
        <span>{axisWords(up, across)}</span>
        <span className="flex-none">Sharpe im Jahr</span>
      </p>
      <table
        className="w-full table-fixed text-xs border-separate border-spacing-[3px] max-md:border-spacing-0.5 -mx-[3px]"
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a table through which one goes with the arrow keys is a grid
        role="grid"
        onKeyDown={move}
      >
        <caption className="vh">
          {`Sharpe im Jahr für jede Variante: ${axisWords(up, across)} von unten nach oben, ${axisWords(across, up)} von links nach rechts. Mit den Pfeiltasten von Feld zu Feld.`}
        </caption>
        <colgroup>
          <col style={{ width: `calc(${longestOf(up.values)}ch + 8px)` }} />
          <col span={columns} />
        </colgroup>
        <tbody>
          {rows.toReversed().map((fields) => (
            <tr key={fields[0]!.row}>
              <th scope="row" className="pr-1 text-right text-xs font-normal text-muted tabular-nums">
                {formatNumber(up.values[fields[0]!.row]!)}
              </th>
              {fields.map((field) => (
                <td key={field.column} className="p-0">
                  <FieldButton
                    field={field}
                    name={nameOf(field, sweep)}
                    columns={columns}
                    scale={scale}
                    isChosen={chosen?.column === field.column && chosen.row === field.row}
                    isStop={focused.column === field.column && focused.row === field.row}
                    onChoose={() => {
                      setFocused({ column: field.column, row: field.row });
                      onChoose(field);
                    }}
                  />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <td />
            {across.values.map((value) => (
              <th
                key={value}
                scope="col"
                className={clsx(
                  'px-0 py-0.5 text-center text-xs font-normal text-muted tabular-nums whitespace-nowrap max-xs:text-[11px] max-xs:tracking-tighter',
                  columns > MOST_NUMBERED_ON_PHONES || isUpright
                    ? 'max-md:[writing-mode:vertical-rl] max-md:text-left'
                    : undefined,
                  columns > MOST_NUMBERED && '[writing-mode:vertical-rl] text-left',
                )}
              >
                {formatNumber(value)}
              </th>
            ))}
          </tr>
        </tfoot>
      </table>
      <p className="pt-1 text-center text-xs text-muted">{axisWords(across, up)}</p>
      <Legend scale={scale} />
    </>
  );
}

interface FieldButtonProps {
  field: Field;
  name: string;
  columns: number;
  scale: number;
  isChosen: boolean;
  /** The one that the tab key stops at. */
  isStop: boolean;
  onChoose: () => void;
}

function FieldButton({ field, name, columns, scale, isChosen, isStop, onChoose }: FieldButtonProps) {
  const { sharpe, isOwn, isHighest, column, row } = field;
  return (
    <button
      type="button"
      className={clsx(
        FIELD,
        sharpe === null && EMPTY,
        isOwn && OWN,
        isHighest && HIGHEST,
        columns > MOST_NUMBERED ? 'h-7' : 'h-11 max-md:h-9',
        isChosen && 'outline-2 outline-text outline-offset-1',
      )}
      style={sharpe === null ? undefined : { backgroundColor: colourOf(sharpe, scale) }}
      data-field={`${column}-${row}`}
      tabIndex={isStop ? 0 : -1}
      aria-label={name}
      aria-pressed={isChosen}
      onClick={onChoose}
    >
      {sharpe === null ? (
        <span className={hiddenBeyond(columns)}>{withoutRatio(field)}</span>
      ) : (
        <>
          <span className={clsx('max-md:hidden', columns > MOST_NUMBERED && 'hidden')}>
            {formatDecimal(sharpe)}
          </span>
          <span className={clsx('md:hidden', columns > MOST_NUMBERED_ON_PHONES && 'hidden')}>
            {formatDecimal(sharpe, { digits: 1 })}
          </span>
        </>
      )}
    </button>
  );
}

/** What stands in a field instead. */
export const withoutRatio = ({ result, isLost }: Field): string =>
  result === null || isLost ? NO_FIGURE : formatCount(result.trades);

const hiddenBeyond = (columns: number) =>
  columns > MOST_NUMBERED ? 'hidden' : columns > MOST_NUMBERED_ON_PHONES ? 'max-md:hidden' : undefined;

/** All that a field shows, in words. */
function nameOf(field: Field, sweep: Sweep): string {
  const { sharpe, result, problem, isLost, isOwn, isHighest } = field;
  return [
    fieldWords(field, sweep),
    result === null
      ? `keine Regel: ${problem}`
      : sharpe === null && result.trades < LEAST_TRADES
        ? `${tradesText(result.trades)}, zu wenige`
        : isLost
          ? `alles verloren, ${tradesText(result.trades)}`
          : `Sharpe ${formatDecimal(sharpe)}, ${tradesText(result.trades)}`,
    ...(isOwn ? ['Ihre Regel'] : []),
    ...(isHighest ? ['höchstes Feld'] : []),
  ].join(', ');
}

export const tradesText = (count: number): string =>
  count === 1 ? '1 Trade' : `${formatCount(count)} Trades`;

/** Two axes that are called alike differ in what they are at now. */
const axisWords = ({ parameter }: SweepAxis, other: SweepAxis): string =>
  parameter.label === other.parameter.label
    ? `${parameter.label} (jetzt ${formatNumber(parameter.value)})`
    : parameter.label;

const longestOf = (values: readonly number[]): number =>
  Math.max(...values.map((value) => formatNumber(value).length));

/** Both ends of the colours, the same on either side of zero. */
export const scaleOf = ({ valued }: FieldGrid): number =>
  Math.max(0.1, Math.ceil(Math.max(0, ...valued.map(({ sharpe }) => Math.abs(sharpe ?? 0))) * 10) / 10);

/** So much of the colour at the end of the scale that the number on it can still be read. */
const STRONGEST = 46;
const FAINTEST = 6;

export function colourOf(sharpe: number, scale: number): string {
  const share = FAINTEST + (STRONGEST - FAINTEST) * Math.min(1, Math.abs(sharpe) / scale);
  return `color-mix(in srgb, var(${sharpe < 0 ? '--down' : '--up'}) ${share.toFixed(0)}%, var(--surface))`;
}

function Legend({ scale }: { scale: number }) {
  const strong = (colour: string) => `color-mix(in srgb, var(${colour}) ${STRONGEST}%, var(--surface))`;
  return (
    <ul className="flex flex-wrap justify-between gap-x-5 gap-y-1 pt-3.5 text-xs text-muted tabular-nums">
      <li className="flex items-center gap-1.5">
        {formatDecimal(-scale, { digits: 1 })}
        <span
          className="w-24 h-2.5"
          style={{
            background: `linear-gradient(90deg, ${strong('--down')}, var(--surface), ${strong('--up')})`,
          }}
        />
        {formatDecimal(scale, { digits: 1, sign: 'always' })}
      </li>
      <li className="flex items-center gap-1.5">
        <span className={clsx('w-4.5 h-3 rounded-[3px]', OWN)} />
        Ihre Regel
      </li>
      <li className="flex items-center gap-1.5">
        <span className={clsx('w-4.5 h-3 rounded-[3px] border', HIGHEST)} />
        höchstes Feld
      </li>
      <li className="flex items-center gap-1.5">
        <span className={clsx('w-4.5 h-3 rounded-[3px] border', EMPTY)} />
        {`unter ${LEAST_TRADES} Trades: deren Zahl`}
      </li>
    </ul>
  );
}

interface Place {
  column: number;
  row: number;
}

/** Where a key leads from a field; null for other keys, and at the edge. Rows count from the bottom. */
function moved(key: string, { column, row }: Place, columns: number, rows: number): Place | null {
  const to = {
    ArrowLeft: { column: column - 1, row },
    ArrowRight: { column: column + 1, row },
    ArrowUp: { column, row: row + 1 },
    ArrowDown: { column, row: row - 1 },
    Home: { column: 0, row },
    End: { column: columns - 1, row },
  }[key];
  const isInside = to !== undefined && to.row >= 0 && to.row < rows && to.column >= 0 && to.column < columns;
  return isInside ? to : null;
}
