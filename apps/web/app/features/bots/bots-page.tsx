import type { BotType, Investment } from '@botdepot/contract';
import { useDeferredValue, useEffect, useState } from 'react';
import { BotsTabs } from '../../entities/bot/bots-tabs.tsx';
import { formatCount } from '../../lib/format/numbers.ts';
import { useAtRest } from '../../lib/page/when-idle.ts';
import { errorCode } from '../../lib/server/api.ts';
import { useLastPage } from '../../lib/server/use-list.ts';
import { useProfile } from '../../lib/session/profile.ts';
import { oneOf, pageNumber, place, useUrlState } from '../../lib/url/url-state.ts';
import { urls } from '../../lib/url/urls.ts';
import { Button, ButtonLink } from '../../ui/form/button.tsx';
import { PageHead } from '../../ui/frame/page-head.tsx';
import { IconClock, IconRobot } from '../../ui/icon/icons.ts';
import { useOpening } from '../../ui/overlay/dialog.tsx';
import { Panel } from '../../ui/sheet/panel.tsx';
import { LoadFailure } from '../../ui/state/load-failure.tsx';
import { AvailableBots, AvailableBotsSkeleton } from './bot-cards.tsx';
import { useActiveInvestments, useAvailable, useBots, useStoppedInvestments } from './bots.queries.ts';
import { ActivePanel, StoppedPanel } from './investments/investment-panels.tsx';
import { StopBot } from './investments/stop-bot.tsx';
import { OwnBotsNote } from './own-bots-note.tsx';
import { StartBot } from './start-bot.tsx';

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
  // How many there are, of those that are not shown.
  const isAtRest = useAtRest();
  const stopped = useStoppedInvestments(showStopped ? page : 1, { enabled: showStopped || isAtRest });
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
        note={
          active.data && stopped.data ? (
            <>
              {countText(active.data.total, stopped.data.total)}
              <OwnBotsNote />
            </>
          ) : (
            '\u00a0'
          )
        }
        actions={
          showStopped ? (
            <ButtonLink to={urls.bots} icon={IconRobot}>
              Aktive Bots
            </ButtonLink>
          ) : (
            <ToStopped count={stopped.data?.total} />
          )
        }
      />
      <BotsTabs current="house" />
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
      <StartBot
        opening={starting}
        onClose={closeStart}
        bots={bots.data}
        available={available}
        onStarted={({ id }) => {
          setStartedId(id);
          // The newest stands first.
          if (page > 1) setPage(1);
        }}
      />
      <StopBot opening={stopping} onClose={closeStop} available={available} />
    </>
  );
}

/** Nothing leads to an empty list; as long as nobody knows, its room is kept. */
function ToStopped({ count }: { count: number | undefined }) {
  if (count === 0) return null;
  const words = 'Beendete Bots';
  return count === undefined ? (
    <Button className="invisible" icon={IconClock} disabled>
      {words}
    </Button>
  ) : (
    <ButtonLink to={urls.stoppedBots} icon={IconClock}>
      {words}
    </ButtonLink>
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
  const running = active === 0 ? 'Kein Bot aktiv' : `${formatCount(active)} aktiv`;
  return stopped === 0 ? running : `${running} · ${formatCount(stopped)} beendet`;
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
