import type { BotDetail } from '@botdepot/contract';
import { clsx } from 'clsx';
import { useState } from 'react';
import { formatDate } from '../../lib/format/dates.ts';
import { formatPercent } from '../../lib/format/numbers.ts';
import { Ledger } from '../../ui/sheet/ledger.tsx';
import { Percent } from '../../ui/sheet/percent.tsx';
import { TermHint } from '../term/term-hint.tsx';

const POSITIONS = clsx(
  "[&_th]:tabular-nums [&_th[scope='row']]:pr-2",
  '[&_td:last-child]:w-[4.75rem] [&_th:last-child]:w-[4.75rem]',
  '[&_td:nth-child(2)]:w-[4rem] [&_th:nth-child(2)]:w-[4rem]',
);

type Position = BotDetail['positions'][number];

/** Many small positions say less than the few large ones. */
const POSITIONS_AT_FIRST = 6;

/** What a bot holds, the largest positions first. Nothing where it holds nothing. */
export function Positions({ positions }: { positions: readonly Position[] }) {
  const [all, setAll] = useState(false);
  if (positions.length === 0) return null;
  const largestFirst = positions.toSorted((a, b) => Math.abs(b.weight) - Math.abs(a.weight));
  const shown = all ? largestFirst : largestFirst.slice(0, POSITIONS_AT_FIRST);
  return (
    <div>
      <PositionLedger positions={shown} />
      {positions.length > POSITIONS_AT_FIRST && (
        <button type="button" className="link-alone" aria-expanded={all} onClick={() => setAll(!all)}>
          {all ? 'Nur die größten zeigen' : `Alle ${positions.length} Positionen zeigen`}
        </button>
      )}
    </div>
  );
}

function PositionLedger({ positions }: { positions: readonly Position[] }) {
  return (
    <Ledger
      compact
      className={POSITIONS}
      caption="Offene Positionen, Anteile am Vermögen des Bots"
      head={{
        label: <TermHint id="position">Position</TermHint>,
        before: 'Gewicht',
        amount: 'Unrealisiert',
      }}
      lines={positions.map(({ symbol, weight, unrealised, since }) => ({
        label: symbol,
        note: `${weight < 0 ? 'leer verkauft ' : ''}seit ${formatDate(since)}`,
        before: formatPercent(weight, { digits: 1 }),
        amount: <Percent fraction={unrealised} tone="delta" />,
      }))}
    />
  );
}
