import { type AdminBot, BOT_TYPES, BOTS } from '@botdepot/contract';
import { clsx } from 'clsx';
import { type LiveStatus, useLiveStatus } from '../../../lib/live.tsx';
import { useNow } from '../../../lib/now.ts';
import { useMay } from '../../../lib/profile.ts';
import { useOpening } from '../../../lib/use-opening.ts';
import { NotLoaded } from '../../../ui/not-loaded.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { RowsSkeleton } from '../../../ui/skeleton.tsx';
import { BotPanel } from './bot-panel.tsx';
import type { Surroundings } from './bot-state.ts';
import { useAdminBots, useNextWindow } from './bots.queries.ts';
import { HoldDialog } from './hold-dialog.tsx';
import type { HoldStep } from './hold-effects.ts';

/** A title of one word leaves the badge beside it more room. */
const CARDS = clsx(
  '[--title-room:5rem] grid grid-cols-[repeat(auto-fit,minmax(min(100%,18rem),1fr))] gap-(--gap)',
  'items-start',
);

const TICKS: Record<LiveStatus['state'], Surroundings['ticks']> = {
  live: 'arriving',
  simulated: 'arriving',
  stale: 'late',
  connecting: 'unknown',
  disconnected: 'unknown',
};

/** The bots beside each other, each with the way to hold it or let it go on. */
export function BotsState() {
  const { data, isError, refetch } = useAdminBots();
  const nextWindow = useNextWindow();
  const { state, staleMarkets } = useLiveStatus();
  const now = useNow(1_000);
  const [hold, show, close] = useOpening<{ bot: AdminBot; step: HoldStep }>();
  const canHold = useMay()('admin.pauseBot');

  if (!data && isError) {
    return (
      <Panel label="Zustand der Bots" flush>
        <NotLoaded onRetry={() => void refetch()}>
          Der Zustand der Bots konnte nicht geladen werden. An ihrem Handel ändert das nichts.
        </NotLoaded>
      </Panel>
    );
  }
  if (!data) {
    return (
      <div className={CARDS}>
        {BOT_TYPES.map((type) => (
          <Panel key={type} title={BOTS[type].name} flush>
            <RowsSkeleton count={10} />
          </Panel>
        ))}
      </div>
    );
  }
  const surroundings: Surroundings = {
    // With some markets only, each says it for itself.
    ticks: state === 'stale' && staleMarkets > 0 ? 'arriving' : TICKS[state],
    nextWindowAt: nextWindow && Date.parse(nextWindow.startsAt),
    now,
  };
  return (
    <>
      <div className={CARDS}>
        {data.items.map((bot) => (
          <BotPanel
            key={bot.botType}
            bot={bot}
            surroundings={surroundings}
            nextWindow={nextWindow}
            onHold={canHold ? (step) => show({ bot, step }) : undefined}
          />
        ))}
      </div>
      {hold && (
        <HoldDialog
          key={hold.key}
          opened={hold.isOpen}
          step={hold.subject.step}
          bot={data.items.find(({ botType }) => botType === hold.subject.bot.botType) ?? hold.subject.bot}
          onClose={close}
        />
      )}
    </>
  );
}
