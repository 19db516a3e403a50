import { BOTS, type Bot, type BotType } from '@botdepot/contract';
import { formatAmount, type Micros } from '@botdepot/money';
import { useId } from 'react';
import { Link } from 'react-router';
import { RiskMark } from '../../entities/bot/risk-mark.tsx';
import { NBSP } from '../../lib/numbers.ts';
import { urls } from '../../lib/urls.ts';
import { Button } from '../../ui/button.tsx';
import { Bone } from '../../ui/skeleton.tsx';
import { Sparkline } from '../../ui/sparkline.tsx';
import classes from './bot-card.module.css';
import { isHeld, ProtectionState } from './bot-status.tsx';
import { MeasuredRecord } from './measured-record.tsx';
import { reasonAgainst } from './start-reason.tsx';

interface BotCardProps {
  botType: BotType;
  /** Absent while loading: what the catalogue says stands at once. */
  bot: Bot | undefined;
  /** Undefined while it loads, null when it cannot be had. */
  available: Micros | null | undefined;
  /** The choice made at sign-up. */
  preferred?: boolean | undefined;
  onStart: () => void;
}

export function BotCard({ botType, bot, available, preferred, onStart }: BotCardProps) {
  const profile = BOTS[botType];
  const reasonId = useId();
  const reason = bot && available !== undefined && reasonAgainst(bot, profile.minimum, available);
  const ready = bot !== undefined && available !== undefined && !reason;
  return (
    <article className={classes.card} data-preferred={preferred || undefined}>
      <div>
        {preferred && <p className={classes.choice}>Ihre Wahl</p>}
        <div className={classes.head}>
          <h3>
            <Link className={classes.name} to={urls.bot(botType)}>
              {profile.name}
            </Link>
          </h3>
          <p className={classes.minimum}>
            <span>{`ab${NBSP}`}</span>
            <span className="num">{formatAmount(profile.minimum)}</span>
            <span className="unit">{`${NBSP}USDT`}</span>
          </p>
          <RiskMark level={profile.risk} word={profile.riskLabel} />
        </div>
        <History bot={bot} name={profile.name} />
      </div>
      <MeasuredRecord botType={botType} bot={bot} />
      <div className={classes.text}>
        {bot?.protection && isHeld(bot) ? (
          <div className={classes.activity}>
            <ProtectionState protection={bot.protection} />
          </div>
        ) : (
          bot?.activity && (
            <p className={classes.activity}>
              <b>Gerade:</b> {bot.activity}
            </p>
          )
        )}
        <p>{profile.summary}</p>
        <p>
          <b>Verliert,</b> {profile.losesWhen}
        </p>
        <p>
          <Link className="link" to={urls.bot(botType)}>
            {`${profile.name} ansehen und testen`}
          </Link>
        </p>
      </div>
      <div className={classes.foot}>
        <p className={classes.reason} id={reasonId}>
          {reason}
        </p>
        <Button
          look={ready ? 'primary' : 'default'}
          wide
          disabled={!ready}
          aria-describedby={reason ? reasonId : undefined}
          onClick={onStart}
        >
          {`${profile.name} starten`}
        </Button>
      </div>
    </article>
  );
}

function History({ bot, name }: { bot: Bot | undefined; name: string }) {
  if (!bot) {
    return (
      <div className={classes.history}>
        <Bone width="100%" height={79} />
      </div>
    );
  }
  if (bot.sparkline.length < 2) return <p className={classes.noHistory}>Noch keine Handelstage</p>;
  return (
    <div className={classes.history}>
      <Sparkline
        values={bot.sparkline}
        baseline={bot.sparkline[0]}
        label={`Anteilswert des ${name} seit Beginn des Modellportfolios`}
      />
      <p>{bot.demoHistory ? 'Anteilswert, Demo-Vorlauf eingeschlossen' : 'Anteilswert seit Beginn'}</p>
    </div>
  );
}
