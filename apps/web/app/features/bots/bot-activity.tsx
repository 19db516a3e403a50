import type { BotDetail, BotType, ProtocolEntry } from '@botdepot/contract';
import { useId } from 'react';
import { Link } from 'react-router';
import { Positions } from '../../entities/bot/positions.tsx';
import { ProtocolDays } from '../../entities/bot/protocol-days.tsx';
import { formatDateTime } from '../../lib/format/dates.ts';
import { formatPercent, NO_FIGURE } from '../../lib/format/numbers.ts';
import { urls } from '../../lib/url/urls.ts';
import { useAllFigures } from '../../ui/form/all-figures-button.tsx';
import { KeyValues } from '../../ui/sheet/key-values.tsx';
import { Panel } from '../../ui/sheet/panel.tsx';
import { RowsSkeleton } from '../../ui/state/skeleton.tsx';
import { isHeld, ProtectionState } from './bot-status.tsx';
import { useBot } from './bots.queries.ts';

interface BotActivityProps {
  botType: BotType;
  /** On the bot's own page, where the protocol has a place of its own: the facts stand here instead. */
  detailed?: boolean | undefined;
}

/** What it holds, what it waits for, and what it did and why. */
export function BotActivity({ botType, detailed }: BotActivityProps) {
  const { data: bot } = useBot(botType);
  const [isAll] = useAllFigures();
  const withFigures = !detailed || isAll;
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
          <div className="grid grid-cols-1 gap-5 px-(--pad) pt-5 pb-(--pad) text-md">
            {bot.activity !== null && !isHeld(bot) && <p>{bot.activity}</p>}
            {bot.protection && <ProtectionState protection={bot.protection} />}
            {((detailed && isAll) || bot.activity === null) && <Facts bot={bot} />}
            {withFigures && <Positions positions={bot.positions} />}
            {!detailed && <Protocol botType={botType} entries={bot.protocol} />}
          </div>
        ) : (
          <RowsSkeleton count={withFigures ? 6 : 2} />
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

const SHOWN = 4;

/** The newest lines of what the bot did, did not do and why; the bot's own page has all of them. */
function Protocol({ botType, entries }: { botType: BotType; entries: readonly ProtocolEntry[] }) {
  const headingId = useId();
  return (
    <section aria-labelledby={headingId}>
      <h3 className="pb-1 text-sm font-bold" id={headingId}>
        Protokoll
      </h3>
      {entries.length === 0 ? (
        <p className="small muted">Noch keine Einträge: Der Bot hat noch nichts entschieden.</p>
      ) : (
        <>
          <ProtocolDays entries={entries.slice(0, SHOWN)} />
          <Link className="link-alone" to={urls.botProtocol(botType)}>
            Ganzes Protokoll
          </Link>
        </>
      )}
    </section>
  );
}
