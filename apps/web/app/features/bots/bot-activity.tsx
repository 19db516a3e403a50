import type { BotDetail, BotType } from '@botdepot/contract';
import { useState } from 'react';
import { formatDate, formatDateTime } from '../../lib/dates.ts';
import { formatPercent, NO_FIGURE } from '../../lib/numbers.ts';
import { KeyValues } from '../../ui/key-values.tsx';
import { Ledger } from '../../ui/ledger.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Percent } from '../../ui/percent.tsx';
import { RowsSkeleton } from '../../ui/skeleton.tsx';
import classes from './bot-activity.module.css';
import { useBot } from './bots.queries.ts';
import { Protocol } from './protocol.tsx';

type Position = BotDetail['positions'][number];

/** What it holds, what it waits for, and what it did and why. */
export function BotActivity({ botType }: { botType: BotType }) {
  const { data: bot } = useBot(botType);
  return (
    <div id="bot">
      <Panel flush title="Was der Bot gerade tut">
        {bot ? (
          <div className={classes.parts}>
            <Now bot={bot} />
            <Positions positions={bot.positions} />
            <Protocol entries={bot.protocol} />
          </div>
        ) : (
          <RowsSkeleton count={6} />
        )}
      </Panel>
    </div>
  );
}

/** The sentence of the server says it all; without one, the figures do. */
function Now({ bot }: { bot: BotDetail }) {
  if (bot.activity !== null) return <p>{bot.activity}</p>;
  const facts = [
    { label: 'Angelegt', value: formatPercent(bot.investedFraction, { digits: 0 }) },
    {
      label: 'Pausiert bis',
      value: bot.pausedUntil === null ? NO_FIGURE : formatDateTime(bot.pausedUntil),
    },
    {
      label: 'Nächste Entscheidung',
      value: bot.nextDecisionAt === null ? NO_FIGURE : formatDateTime(bot.nextDecisionAt),
    },
  ];
  return (
    <>
      {bot.unavailableReason && <p>{bot.unavailableReason}</p>}
      <KeyValues facts={facts} />
    </>
  );
}

/** Many small positions say less than the few large ones. */
const POSITIONS_AT_FIRST = 6;

function Positions({ positions }: { positions: readonly Position[] }) {
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
      className={classes.positions}
      caption="Offene Positionen, Anteile am Vermögen des Bots"
      head={{ label: 'Position', before: 'Gewicht', amount: 'Unrealisiert' }}
      lines={positions.map(({ symbol, weight, unrealised, since }) => ({
        label: symbol,
        note: `${weight < 0 ? 'leer verkauft ' : ''}seit ${formatDate(since)}`,
        before: formatPercent(weight, { digits: 1 }),
        amount: <Percent fraction={unrealised} tone="delta" />,
      }))}
    />
  );
}
