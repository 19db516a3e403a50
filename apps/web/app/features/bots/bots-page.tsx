import type { BotType, Investment } from '@botdepot/contract';
import { IconClock, IconRobot } from '@tabler/icons-react';
import { useDeferredValue, useEffect, useState } from 'react';
import { errorCode } from '../../lib/api.ts';
import { formatCount } from '../../lib/numbers.ts';
import { useProfile } from '../../lib/profile.ts';
import { oneOf, pageNumber, place, useUrlState } from '../../lib/url-state.ts';
import { urls } from '../../lib/urls.ts';
import { useLastPage } from '../../lib/use-list.ts';
import { useOpening } from '../../lib/use-opening.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { LoadFailure } from '../../ui/load-failure.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { Panel } from '../../ui/panel.tsx';
import { AvailableBots, AvailableBotsSkeleton } from './available-bots.tsx';
import { useActiveInvestments, useBots, useStoppedInvestments } from './bots.queries.ts';
import { ActivePanel, StoppedPanel } from './investment-panels.tsx';
import { StartBotDialog } from './start-bot-dialog.tsx';
import { StopBotDialog } from './stop-bot-dialog.tsx';
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
