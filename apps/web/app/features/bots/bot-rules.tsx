import { BOTS, type InvestmentDetail } from '@botdepot/contract';
import { Link } from 'react-router';
import { RiskMark } from '../../entities/bot/risk-mark.tsx';
import { formatDateTime } from '../../lib/dates.ts';
import { NO_FIGURE } from '../../lib/numbers.ts';
import { KeyValues } from '../../ui/key-values.tsx';
import { Panel } from '../../ui/panel.tsx';
import { transferLink } from './bot-links.ts';
import classes from './bot-rules.module.css';
import { useBot } from './bots.queries.ts';
import { MeasuredRecord } from './measured-record.tsx';
import { usePriceSource } from './price-source.tsx';

/** By what the bot trades, what it measured, and the bookings of this investment. */
export function BotRules({ investment }: { investment: InvestmentDetail }) {
  const { botType, startedAt, startTransferId, stoppedAt, stopTransferId } = investment;
  const profile = BOTS[botType];
  const { data: bot } = useBot(botType);
  const source = usePriceSource();
  const facts = [
    { label: 'Risiko', value: <RiskMark level={profile.risk} word={profile.riskLabel} /> },
    { label: 'Kursquelle', value: source ?? NO_FIGURE },
    {
      label: 'Gestartet',
      value: <BookedAt at={startedAt} transferId={startTransferId} />,
    },
  ];
  if (stoppedAt !== null)
    facts.push({ label: 'Beendet', value: <BookedAt at={stoppedAt} transferId={stopTransferId} /> });
  return (
    <Panel title="Regeln">
      <div className={classes.parts}>
        <KeyValues facts={facts} />
        <MeasuredRecord botType={botType} bot={bot} />
        <dl className={classes.texts}>
          <dt>Wann er verliert</dt>
          <dd>{`Er verliert, ${profile.losesWhen}`}</dd>
          <dt>Schutzregeln</dt>
          <dd>{profile.protection}</dd>
        </dl>
      </div>
    </Panel>
  );
}

/** The moment opens its booking. What was worth nothing was stopped without one. */
function BookedAt({ at, transferId }: { at: string; transferId: string | null }) {
  if (transferId === null) return formatDateTime(at);
  return (
    <Link className="link" to={transferLink(transferId)}>
      {formatDateTime(at)}
      <span className="vh">, Buchung öffnen</span>
    </Link>
  );
}
