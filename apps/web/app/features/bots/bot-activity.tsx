import type { BotDetail, BotType } from '@botdepot/contract';
import { useState } from 'react';
import { Link } from 'react-router';
import { formatDate, formatDateTime } from '../../lib/dates.ts';
import { formatPercent, NO_FIGURE } from '../../lib/numbers.ts';
import { urls } from '../../lib/urls.ts';
import { KeyValues } from '../../ui/key-values.tsx';
import { Ledger } from '../../ui/ledger.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Percent } from '../../ui/percent.tsx';
import { RowsSkeleton } from '../../ui/skeleton.tsx';
import classes from './bot-activity.module.css';
import { ProtectionState } from './bot-status.tsx';
import { useBot } from './bots.queries.ts';
import { Protocol } from './protocol.tsx';

type Position = BotDetail['positions'][number];

interface BotActivityProps {
  botType: BotType;
  /** On the bot's own page, where the protocol has a place of its own: the facts stand here instead. */
  detailed?: boolean | undefined;
}

/** What it holds, what it waits for, and what it did and why. */
export function BotActivity({ botType, detailed }: BotActivityProps) {
  const { data: bot } = useBot(botType);
  return (
    <div id="bot">
      <Panel
        flush
        title="Was der Bot gerade tut"
        aside={
          !detailed && (
            <Link className="link" to={urls.bot(botType)}>
              Zum Bot
            </Link>
          )
        }
      >
        {bot ? (
          <div className={classes.parts}>
            {bot.activity !== null && <p>{bot.activity}</p>}
            {bot.protection && <ProtectionState protection={bot.protection} />}
            {(detailed || bot.activity === null) && <Facts bot={bot} />}
            <Positions positions={bot.positions} />
            {!detailed && <Protocol botType={botType} entries={bot.protocol} />}
          </div>
        ) : (
          <RowsSkeleton count={6} />
        )}
      </Panel>
    </div>
  );
}

/** What the sentence of the server says in words, or what there is to say without one. */
function Facts({ bot }: { bot: BotDetail }) {
  const facts = [
    { label: 'Angelegt', value: formatPercent(bot.investedFraction, { digits: 0 }) },
    ...(bot.pausedUntil === null ? [] : [{ label: 'Pausiert bis', value: formatDateTime(bot.pausedUntil) }]),
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
