import type { BotType, Investment } from '@botdepot/contract';
import { BOTS } from '@botdepot/contract/catalogue';
import { fromWire } from '@botdepot/money';
import { IconClock, IconRobot } from '@tabler/icons-react';
import { useSearchParams } from 'react-router';
import { formatCount } from '../../lib/numbers.ts';
import { useProfile } from '../../lib/profile.ts';
import { urls } from '../../lib/urls.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { AvailableBots } from './available-bots.tsx';
import { useActiveInvestments, useBots, useStoppedInvestments, useWallet } from './bots.queries.ts';
import { ActivePanel, StoppedPanel } from './investment-panels.tsx';
import { useOpening } from './opening.ts';
import { useLastPageInstead, usePageParameter } from './page-parameter.ts';
import { StartBotDialog } from './start-bot-dialog.tsx';
import { StopBotDialog } from './stop-bot-dialog.tsx';

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
  const bots = useBots();
  const wallet = useWallet();
  const { preferredBot } = useProfile();
  const starting = useOpening<BotType>();
  const stopping = useOpening<Investment>();

  const available = wallet.data && fromWire(wallet.data.available);
  const isNew = active.data?.total === 0 && stopped.data?.total === 0;
  const preferred = isNew ? preferredBot : null;
  const startable = bots.data?.filter((bot) => bot.startable).map((bot) => bot.botType) ?? [];
  const suggestion = startable.find((botType) => botType === preferredBot) ?? startable[0];

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
        {showStopped ? (
          <StoppedPanel list={stopped.data} page={page} onPage={setPage} />
        ) : (
          <ActivePanel
            list={active.data}
            page={page}
            onPage={setPage}
            onStop={stopping.open}
            bots={bots.data}
            available={available}
            suggestion={suggestion && BOTS[suggestion]}
            onStart={starting.open}
          />
        )}
        {!showStopped && (
          <AvailableBots
            bots={bots.data}
            available={available}
            preferred={preferred}
            onStart={starting.open}
          />
        )}
      </div>
      {starting.current && (
        <StartBotDialog
          key={starting.current.number}
          opened={starting.current.opened}
          onClose={starting.close}
          botType={starting.current.subject}
          bot={bots.data?.find((bot) => bot.botType === starting.current?.subject)}
          available={available}
        />
      )}
      {stopping.current && (
        <StopBotDialog
          key={stopping.current.number}
          opened={stopping.current.opened}
          onClose={stopping.close}
          investment={stopping.current.subject}
          available={available}
        />
      )}
    </>
  );
}

function countText(active: number, stopped: number): string {
  return `${formatCount(active)} aktiv · ${formatCount(stopped)} beendet`;
}
