import { BOT_TYPES, BOTS, type BotType, type Profile, type Wallet } from '@botdepot/contract';
import { fromWire, inUsdt } from '@botdepot/money';
import { useEffect } from 'react';
import { RiskMark } from '../../../entities/bot/risk-mark.tsx';
import { useBots } from '../../../features/bots/bots.queries.ts';
import { firstStart } from '../../../features/bots/investments/first-start.ts';
import { StartBot } from '../../../features/bots/start-bot.tsx';
import { urls } from '../../../lib/url/urls.ts';
import { Button, ButtonLink } from '../../../ui/form/button.tsx';
import { focusPageTitle } from '../../../ui/frame/page-focus.ts';
import { IconPlayerPlay } from '../../../ui/icon/icons.ts';
import { useOpening } from '../../../ui/overlay/dialog.tsx';
import { Amount } from '../../../ui/sheet/amount.tsx';
import { Panel } from '../../../ui/sheet/panel.tsx';
import { ONE_CARD } from './overview-skeleton.tsx';

const BALANCE = '[--unit-size:16px] text-3xl tracking-[-0.022em] max-md:text-2xl';
const LINE = 'grid gap-x-4 gap-y-0.5 py-3 border-b border-border lg:grid-cols-[7rem_minmax(0,1fr)_9.5rem]';

/** The dashboard of a customer who has money and has never started a bot: what the bots are in three lines, and the start. */
export function FirstBot({ profile, wallet }: { profile: Profile; wallet: Wallet }) {
  const { data: bots } = useBots({ throws: false });
  const [starting, openStart, closeStart] = useOpening<BotType>();
  const available = fromWire(wallet.available);
  // With the first bot another page takes this one's place, and the dialog, which held the focus, goes with it.
  useEffect(
    () => () => {
      if (document.activeElement === document.body) focusPageTitle();
    },
    [],
  );
  const start = bots && firstStart(bots, profile.preferredBot, available);
  return (
    <>
      <Panel label="Erster Bot">
        <div className={ONE_CARD}>
          <h2>Ihr Spielgeld ist da</h2>
          <div className={BALANCE}>
            <Amount value={available} unit="USDT" to={urls.wallet} opensLabel="Wallet öffnen" />
          </div>
          <p>Jetzt kann ein Bot damit handeln. Sie beenden ihn, wann Sie wollen.</p>
          <div className="flex flex-wrap gap-2 max-md:w-full max-md:*:w-full">
            {start?.isCovered && (
              <Button look="primary" icon={IconPlayerPlay} onClick={() => openStart(start.bot.type)}>
                {`${start.bot.name} starten`}
              </Button>
            )}
            <ButtonLink to={start?.isCovered === false ? urls.deposits : urls.bots}>
              {start?.isCovered === false ? 'Mehr Spielgeld einzahlen' : 'Bots vergleichen'}
            </ButtonLink>
          </div>
          <ul className="w-full border-t border-border [&>li:last-child]:border-b-0">
            {BOT_TYPES.map((type) => (
              <li key={type} className={LINE}>
                <b>{BOTS[type].name}</b>
                <span className="text-muted">
                  {`${BOTS[type].line} `}
                  <span className="nowrap">{`Ab ${inUsdt(BOTS[type].minimum)}.`}</span>
                </span>
                <RiskMark level={BOTS[type].risk} word={BOTS[type].riskLabel} />
              </li>
            ))}
          </ul>
        </div>
      </Panel>
      <StartBot opening={starting} onClose={closeStart} bots={bots} available={available} />
    </>
  );
}
