import { BOT_TYPES, BOTS, type Bot, type BotType } from '@botdepot/contract';
import { formatAmount, fromWire, inUsdt, type Micros } from '@botdepot/money';
import { clsx } from 'clsx';
import { useId, useState } from 'react';
import { Link } from 'react-router';
import { RiskMark } from '../../entities/bot/risk-mark.tsx';
import { NBSP, NO_FIGURE, shareOfCapital } from '../../lib/format/numbers.ts';
import { urls } from '../../lib/url/urls.ts';
import { Sparkline } from '../../ui/chart/sparkline.tsx';
import { useAllFigures } from '../../ui/form/all-figures-button.tsx';
import { Button } from '../../ui/form/button.tsx';
import { Amount } from '../../ui/sheet/amount.tsx';
import { Ledger } from '../../ui/sheet/ledger.tsx';
import { Bone } from '../../ui/state/skeleton.tsx';
import { isHeld, ProtectionState } from './bot-status.tsx';
import { LiveRules, MeasuredRecord } from './measured-record.tsx';
import { reasonAgainst } from './start-reason.tsx';

/** Head, record, text and foot of neighbouring cards share their lines. */
const GRID = 'grid grid-cols-[repeat(auto-fit,minmax(17rem,1fr))] gap-(--gap) has-[[data-preferred]]:pt-2';
/** The words are there for their height. */
const OUTLINES = '[&_article_*]:invisible [&_article_[data-bone]]:visible';

interface AvailableBotsProps {
  bots: readonly Bot[] | undefined;
  /** Undefined while it loads, null when it cannot be had. */
  available: Micros | null | undefined;
  /** Another attempt to have it is under way. */
  isRetrying: boolean;
  onRetry: () => void;
  /** The choice of sign-up, as long as nothing was ever invested: it stands first. */
  preferred: BotType | null;
  onStart: (botType: BotType) => void;
}

export function AvailableBots(props: AvailableBotsProps) {
  const { bots, available, isRetrying, onRetry, preferred, onStart } = props;
  const order = preferred ? [preferred, ...BOT_TYPES.filter((type) => type !== preferred)] : BOT_TYPES;
  return (
    <section aria-labelledby="verfuegbare-bots">
      <div className="pb-4 [&_h2]:text-[20px]/7 [&_h2]:font-bold [&_h2]:tracking-[-0.01em] [&_p]:text-[14px]/5 [&_p]:text-muted">
        <h2 id="verfuegbare-bots">Verfügbare Bots</h2>
        {available === undefined ? (
          <Bone width={208} height={20} />
        ) : (
          <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
            <p>{`Frei zum Anlegen: ${available === null ? NO_FIGURE : inUsdt(available)}`}</p>
            {available === null && (
              <Button size="sm" pending={isRetrying} onClick={onRetry}>
                Erneut versuchen
              </Button>
            )}
          </div>
        )}
      </div>
      <div className={GRID}>
        {order.map((botType) => (
          <BotCard
            key={botType}
            botType={botType}
            bot={bots?.find((bot) => bot.botType === botType)}
            available={available}
            preferred={botType === preferred}
            onStart={() => onStart(botType)}
          />
        ))}
      </div>
      <p className="mt-3 text-[12px]/4.5 text-muted">
        {`Aus den Rücktests auf echten Kursen, nach Kosten. Typisch: Die Hälfte der Zeiträume von 30${NBSP}Tagen war besser. Schlecht: 5 von 100 waren schlechter. Live: `}
        <LiveRules />
      </p>
    </section>
  );
}

/**
 * Outlines of the cards, as high as they will be. They cannot be pressed and are exchanged, not filled: where the cards stand
 * is known only with the list above them.
 */
export function AvailableBotsSkeleton() {
  return (
    <div className={OUTLINES} inert>
      <AvailableBots
        bots={undefined}
        available={undefined}
        isRetrying={false}
        onRetry={noPress}
        preferred={null}
        onStart={noPress}
      />
    </div>
  );
}

const noPress = () => undefined;

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
const MORE = clsx(
  '[&>summary]:min-h-11 [&>summary]:py-2.5 [&>summary]:text-[14px] [&>summary]:font-550 [&>summary]:cursor-pointer',
  '[&>*+*]:mt-3 [&>summary+*]:mt-1',
);
const HISTORY = '[&_p]:pt-1.5 [&_p]:text-[12px]/[17px] [&_p]:text-muted';

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

function BotCard({ botType, bot, available, preferred, onStart }: BotCardProps) {
  const profile = BOTS[botType];
  const [isAll] = useAllFigures();
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
        <p className="mt-3 text-[14px]/[21px] text-muted">{profile.line}</p>
        {bot?.protection && isHeld(bot) && (
          <div className="mt-2 text-[14px]/[21px]">
            <ProtectionState protection={bot.protection} />
          </div>
        )}
      </div>
      <MonthOfHundred botType={botType} />
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
      <More key={String(isAll)} botType={botType} bot={bot} isAll={isAll} />
    </article>
  );
}

const HUNDRED = fromWire('100');

/** What a typical and a bad stretch of 30 days in the published backtest made of 100 USDT. */
function MonthOfHundred({ botType }: { botType: BotType }) {
  const month = import.meta.env.OUTCOMES.bots[botType].find(({ days }) => days === 30);
  if (!month) return null;
  const after = (fraction: number) => (
    <Amount
      value={HUNDRED + shareOfCapital(HUNDRED, fraction)}
      to={urls.botReport(botType)}
      opensLabel="Rücktest öffnen"
    />
  );
  return (
    <Ledger
      compact
      caption={`${BOTS[botType].name}: was 30 Tage aus 100 USDT machten`}
      head={{ label: `Aus 100${NBSP}USDT in 30${NBSP}Tagen`, amount: 'USDT' }}
      lines={[
        { label: 'Typisch', amount: after(month.median) },
        { label: 'Schlecht', amount: after(month.low) },
      ]}
    />
  );
}

interface MoreProps {
  botType: BotType;
  bot: Bot | undefined;
  /** Open from the start. */
  isAll: boolean;
}

/** Drawn and asked for when somebody opens it. */
function More({ botType, bot, isAll }: MoreProps) {
  const profile = BOTS[botType];
  const [isOpen, setOpen] = useState(isAll);
  return (
    <details className={MORE} open={isAll} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{`Mehr über den ${profile.name}`}</summary>
      {isOpen && (
        <>
          <History bot={bot} name={profile.name} />
          <MeasuredRecord botType={botType} bot={bot} rules={false} />
          <div className="text-[14px]/[21px] text-muted [&_p+p]:mt-2 [&_b]:font-semibold [&_b]:text-text">
            {bot?.activity && !isHeld(bot) && (
              <p className="text-text">
                <b>Gerade:</b> {bot.activity}
              </p>
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
        </>
      )}
    </details>
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
      <p className="flex items-center h-[79px] border-b border-border text-sm text-muted">
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
