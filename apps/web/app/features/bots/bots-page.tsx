import type { BotType, Investment } from '@botdepot/contract';
import { IconClock, IconRobot } from '@tabler/icons-react';
import { useDeferredValue } from 'react';
import { useSearchParams } from 'react-router';
import { errorCode } from '../../lib/api.ts';
import { formatCount } from '../../lib/numbers.ts';
import { useLastPageInstead, usePageParameter } from '../../lib/page-parameter.ts';
import { useProfile } from '../../lib/profile.ts';
import { urls } from '../../lib/urls.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { LoadFailure } from '../../ui/load-failure.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { Panel } from '../../ui/panel.tsx';
import { AvailableBots, AvailableBotsSkeleton } from './available-bots.tsx';
import { useActiveInvestments, useBots, useStoppedInvestments } from './bots.queries.ts';
import { ActivePanel, StoppedPanel } from './investment-panels.tsx';
import { useOpening } from './opening.ts';
import { StartBotDialog } from './start-bot-dialog.tsx';
import { StopBotDialog } from './stop-bot-dialog.tsx';
import { useAvailable } from './use-available.ts';
import { useStarted } from './use-started.ts';

/** Stands in `urls.stoppedBots`. */
const STOPPED_VIEW = 'beendete';

/** Own investments and the offer. The switch to the stopped ones is part of the address. */
export function BotsPage() {
  const [parameters] = useSearchParams();
  const showStopped = parameters.get('ansicht') === STOPPED_VIEW;
  const [page, setPage] = usePageParameter('seite');
  const active = useActiveInvestments(showStopped ? 1 : page);
  const stopped = useStoppedInvestments(showStopped ? page : 1);
  useLastPageInstead(showStopped ? stopped.data : active.data, setPage);
  const bots = useBots({ throws: false });
  const { available, isRetrying, retry } = useAvailable();
  const { preferredBot } = useProfile();
  const starting = useOpening<BotType>();
  const stopping = useOpening<Investment>();

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
              onStop={stopping.open}
              bots={offer}
              available={available}
              preferred={preferredBot}
              onStart={starting.open}
            />
            {activeList && offer ? (
              <AvailableBots
                bots={offer}
                available={available}
                isRetrying={isRetrying}
                onRetry={retry}
                preferred={preferred}
                onStart={starting.open}
              />
            ) : (
              <AvailableBotsSkeleton />
            )}
          </>
        )}
      </div>
      {starting.current && (
        <StartBotDialog
          key={starting.current.number}
          opened={starting.current.opened}
          onClose={starting.close}
          botType={starting.current.subject}
          bot={bots.data?.find((bot) => bot.botType === starting.current?.subject)}
          available={available ?? undefined}
          onStarted={({ id }) => {
            setStartedId(id);
            // The newest stands first.
            if (page > 1) setPage(1);
          }}
        />
      )}
      {stopping.current && (
        <StopBotDialog
          key={stopping.current.number}
          opened={stopping.current.opened}
          onClose={stopping.close}
          investment={stopping.current.subject}
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
