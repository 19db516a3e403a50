import { BOT_TYPES, BOTS, type Bot, type BotType, type Investment } from '@botdepot/contract';
import { formatAmount, inUsdt, type Micros } from '@botdepot/money';
import { IconClock, IconRobot } from '@tabler/icons-react';
import { clsx } from 'clsx';
import { useDeferredValue, useEffect, useId, useState } from 'react';
import { Link } from 'react-router';
import { RiskMark } from '../../entities/bot/risk-mark.tsx';
import { formatCount, NBSP, NO_FIGURE } from '../../lib/format/numbers.ts';
import { useOpening } from '../../lib/page/use-opening.ts';
import { errorCode } from '../../lib/server/api.ts';
import { useLastPage } from '../../lib/server/use-list.ts';
import { useProfile } from '../../lib/session/profile.ts';
import { oneOf, pageNumber, place, useUrlState } from '../../lib/url/url-state.ts';
import { urls } from '../../lib/url/urls.ts';
import { Sparkline } from '../../ui/chart/sparkline.tsx';
import { Button, ButtonLink } from '../../ui/form/button.tsx';
import { PageHead } from '../../ui/frame/page-head.tsx';
import { Panel } from '../../ui/sheet/panel.tsx';
import { LoadFailure } from '../../ui/state/load-failure.tsx';
import { Bone } from '../../ui/state/skeleton.tsx';
import { isHeld, ProtectionState } from './bot-status.tsx';
import { useActiveInvestments, useBots, useStoppedInvestments } from './bots.queries.ts';
import { ActivePanel, StoppedPanel } from './investments/investment-panels.tsx';
import { StopBotDialog } from './investments/stop-bot-dialog.tsx';
import { MeasuredRecord } from './measured-record.tsx';
import { StartBotDialog } from './start-bot-dialog.tsx';
import { reasonAgainst } from './start-reason.tsx';
import { useAvailable } from './use-available.ts';

/** Stands in `urls.stoppedBots`. */
const STOPPED_VIEW = 'beendete';
const BOTS_PAGE = { view: place(oneOf('ansicht', [STOPPED_VIEW])), page: pageNumber() };

/** Own investments and the offer. The switch to the stopped ones is part of the address. */
export function BotsPage() {
  const { value, set } = useUrlState(BOTS_PAGE);
  const { page } = value;
  const showStopped = value.view === STOPPED_VIEW;
  const setPage = (next: number) => set({ page: next });
  const active = useActiveInvestments(showStopped ? 1 : page);
  const stopped = useStoppedInvestments(showStopped ? page : 1);
  useLastPage(showStopped ? stopped : active, (last) => set({ page: last }, { replace: true }));
  const bots = useBots({ throws: false });
  const { available, isRetrying, retry } = useAvailable();
  const { preferredBot } = useProfile();
  const [starting, openStart, closeStart] = useOpening<BotType>();
  const [stopping, openStop, closeStop] = useOpening<Investment>();

  // Rows and cards with their figures and curves: drawn without keeping the browser from reacting, and together.
  const activeList = useDeferredValue(active.data);
  const offer = useDeferredValue(bots.data);
  const [startedId, setStartedId] = useStarted(offer && activeList?.items);
  const failed = [active, stopped, bots].filter(
    ({ isLoadingError, error }) => isLoadingError && errorCode(error) !== 'UNAUTHENTICATED',
  );
  const isNew = active.data?.total === 0 && stopped.data?.total === 0;
  const preferred = isNew ? preferredBot : null;

  return (
    <>
      <PageHead
        title="KI-Bots"
        note={active.data && stopped.data ? countText(active.data.total, stopped.data.total) : '\u00a0'}
        actions={
          showStopped ? (
            <ButtonLink to={urls.bots} icon={IconRobot}>
              Aktive Bots
            </ButtonLink>
          ) : (
            <ButtonLink to={urls.stoppedBots} icon={IconClock}>
              Beendete Bots
            </ButtonLink>
          )
        }
      />
      <div className="stack">
        {failed[0] ? (
          <BotsFailure
            error={failed[0].error}
            onRetry={() => {
              for (const { refetch } of failed) void refetch();
            }}
          />
        ) : showStopped ? (
          <StoppedPanel list={stopped.data} page={page} onPage={setPage} />
        ) : (
          <>
            <ActivePanel
              list={activeList}
              page={page}
              onPage={setPage}
              startedId={startedId}
              onStop={openStop}
              bots={offer}
              available={available}
              preferred={preferredBot}
              onStart={openStart}
            />
            {activeList && offer ? (
              <AvailableBots
                bots={offer}
                available={available}
                isRetrying={isRetrying}
                onRetry={retry}
                preferred={preferred}
                onStart={openStart}
              />
            ) : (
              <AvailableBotsSkeleton />
            )}
          </>
        )}
      </div>
      {starting && (
        <StartBotDialog
          key={starting.key}
          opened={starting.isOpen}
          onClose={closeStart}
          botType={starting.subject}
          bot={bots.data?.find((bot) => bot.botType === starting.subject)}
          available={available ?? undefined}
          onStarted={({ id }) => {
            setStartedId(id);
            // The newest stands first.
            if (page > 1) setPage(1);
          }}
        />
      )}
      {stopping && (
        <StopBotDialog
          key={stopping.key}
          opened={stopping.isOpen}
          onClose={closeStop}
          investment={stopping.subject}
          available={available ?? undefined}
        />
      )}
    </>
  );
}

function BotsFailure({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  return (
    <Panel label="Fehler beim Laden" flush>
      <div role="alert">
        <LoadFailure title="Ihre Bots sind gerade nicht erreichbar" error={error} onRetry={onRetry} />
      </div>
    </Panel>
  );
}

function countText(active: number, stopped: number): string {
  return `${formatCount(active)} aktiv · ${formatCount(stopped)} beendet`;
}

/**
 * Which investment was just started. Its row comes far from the button that was pressed: once the list has it, it is led to and
 * takes the focus, so that it is seen and heard where the money went.
 */
function useStarted(listed: readonly Investment[] | undefined) {
  const [id, setId] = useState<string>();
  const isListed = listed?.some((investment) => investment.id === id) ?? false;
  useEffect(() => {
    if (!isListed) return;
    const row = document.querySelector(`[data-row="${id}"]`);
    // Not at the edge, where the toast lies.
    row?.scrollIntoView({ block: 'center' });
    row?.querySelector<HTMLElement>('[data-row-opener]')?.focus({ preventScroll: true });
  }, [isListed, id]);
  return [id, setId] as const;
}

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

function AvailableBots(props: AvailableBotsProps) {
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
    </section>
  );
}

/**
 * Outlines of the cards, as high as they will be. They cannot be pressed and are exchanged, not filled: where the cards stand
 * is known only with the list above them.
 */
function AvailableBotsSkeleton() {
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

function BotCard({ botType, bot, available, preferred, onStart }: BotCardProps) {
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
