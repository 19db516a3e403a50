import { BOTS, type Bot, type BotType } from '@botdepot/contract';
import { formatAmount, type Micros } from '@botdepot/money';
import { clsx } from 'clsx';
import { useId } from 'react';
import { Link } from 'react-router';
import { RiskMark } from '../../entities/bot/risk-mark.tsx';
import { NBSP } from '../../lib/numbers.ts';
import { urls } from '../../lib/urls.ts';
import { Button } from '../../ui/button.tsx';
import { Bone } from '../../ui/skeleton.tsx';
import { Sparkline } from '../../ui/sparkline.tsx';
import { isHeld, ProtectionState } from './bot-status.tsx';
import { MeasuredRecord } from './measured-record.tsx';
import { reasonAgainst } from './start-reason.tsx';

const CARD = clsx(
  'grid row-[span_4] grid-rows-subgrid grid-cols-1 gap-y-3 relative min-w-0 p-5 bg-surface border',
  'border-border rounded-box data-preferred:border-primary',
  'data-preferred:[box-shadow:0_0_0_1px_var(--primary)]',
  'max-md:p-4',
);
/** A tab on the border: the card keeps its lines in common with its neighbours. */
const CHOICE = clsx(
  'absolute top-[-13px] left-[15px] py-0.5 px-2.5 border border-primary rounded-control bg-primary-soft',
  'text-[12px]/5 font-semibold',
);
/** Name left, minimum right, the risk below both: neither wraps in a narrow card. */
const HEAD = clsx(
  'grid grid-cols-[minmax(0,1fr)_auto] items-baseline gap-x-3 gap-y-0.5',
  '[&_h3]:text-[20px]/7 [&_h3]:font-bold [&_h3]:tracking-[-0.01em]',
);
const HISTORY = 'mt-5 [&_p]:pt-1.5 [&_p]:text-[12px]/[17px] [&_p]:text-muted';

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
    <article className={CARD} data-preferred={preferred || undefined}>
      <div>
        {preferred && <p className={CHOICE}>Ihre Wahl</p>}
        <div className={HEAD}>
          <h3>
            <Link className="hover:underline hover:underline-offset-4" to={urls.bot(botType)}>
              {profile.name}
            </Link>
          </h3>
          <p className="text-[14px]/5.5 text-right [&>span:first-child]:text-[12px] [&>span:first-child]:text-muted">
            <span>{`ab${NBSP}`}</span>
            <span className="num">{formatAmount(profile.minimum)}</span>
            <span className="unit">{`${NBSP}USDT`}</span>
          </p>
          <RiskMark level={profile.risk} word={profile.riskLabel} />
        </div>
        <History bot={bot} name={profile.name} />
      </div>
      <MeasuredRecord botType={botType} bot={bot} />
      <div className="text-[14px]/[21px] text-muted [&_p+p]:mt-2 [&_b]:font-semibold [&_b]:text-text">
        {bot?.protection && isHeld(bot) ? (
          <div className="text-text [&+p]:mt-2">
            <ProtectionState protection={bot.protection} />
          </div>
        ) : (
          bot?.activity && (
            <p className="text-text [&+p]:mt-2">
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
      <div className="grid content-end gap-2">
        <p className="text-sm text-muted" id={reasonId}>
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
      <div className={HISTORY}>
        <Bone width="100%" height={79} />
      </div>
    );
  }
  if (bot.sparkline.length < 2)
    return (
      <p className="flex items-center h-[79px] mt-5 border-b border-border text-sm text-muted">
        Noch keine Handelstage
      </p>
    );
  return (
    <div className={HISTORY}>
      <Sparkline
        values={bot.sparkline}
        baseline={bot.sparkline[0]}
        label={`Anteilswert des ${name} seit Beginn des Modellportfolios`}
      />
      <p>{bot.demoHistory ? 'Anteilswert, Demo-Vorlauf eingeschlossen' : 'Anteilswert seit Beginn'}</p>
    </div>
  );
}
