import { BOTS, type BotType, type Investment } from '@botdepot/contract';
import { fromWire, inUsdt } from '@botdepot/money';
import { IconPlayerPlay } from '@tabler/icons-react';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { RiskMark } from '../../../entities/bot/risk-mark.tsx';
import { useIsPhone } from '../../../lib/media.ts';
import { urls } from '../../../lib/urls.ts';
import { useOpening } from '../../../lib/use-opening.ts';
import { Button } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { PageHead } from '../../../ui/page-head.tsx';
import { TabLinks } from '../../../ui/tabs.tsx';
import { BacktestPanel } from '../backtest/backtest-panel.tsx';
import { readWish } from '../backtest/backtest-wish.ts';
import { BotActivity } from '../bot-activity.tsx';
import { BOT_VIEWS, type BotView } from '../bot-links.ts';
import { useBot } from '../bots.queries.ts';
import { StartBotDialog } from '../start-bot-dialog.tsx';
import { reasonAgainst } from '../start-reason.tsx';
import { useAvailable } from '../use-available.ts';
import classes from './bot-page.module.css';
import { CalendarPanel } from './calendar-panel.tsx';
import { HowItTrades } from './how-it-trades.tsx';
import { LiveReplayPanel } from './live-replay-panel.tsx';
import { NavPanel } from './nav-panel.tsx';
import { OutcomesPanel } from './outcomes-panel.tsx';
import { ProtocolPanel } from './protocol-panel.tsx';
import { ReportPanel } from './report-panel.tsx';

/** A bot: how it trades, what it does now, what it has really done, and a place to try it on past prices. */
export function BotPage({ botType }: { botType: BotType }) {
  const profile = BOTS[botType];
  const { data: bot } = useBot(botType);
  const { available, isRetrying, retry } = useAvailable();
  const [starting, openStart, closeStart] = useOpening<BotType>();
  const [started, setStarted] = useState<Investment>();
  const reasonId = useId();
  const reason = bot && available !== undefined && reasonAgainst(bot, profile.minimum, available);
  const ready = bot !== undefined && available !== undefined && !reason;
  return (
    <>
      <PageHead
        back={{ to: urls.bots, label: 'KI-Bots' }}
        title={profile.name}
        note={
          <span className={classes.note}>
            <RiskMark level={profile.risk} word={profile.riskLabel} />
            <span>{`ab ${inUsdt(profile.minimum)}`}</span>
            <span id={reasonId}>{reason}</span>
            {available === null && (
              <Button size="sm" pending={isRetrying} onClick={retry}>
                Erneut versuchen
              </Button>
            )}
          </span>
        }
        actions={
          <Button
            look="primary"
            icon={IconPlayerPlay}
            disabled={!ready}
            aria-describedby={reason ? reasonId : undefined}
            onClick={() => openStart(botType)}
          >
            {`${profile.name} starten`}
          </Button>
        }
      />
      {started && <StartedNotice investment={started} />}
      <BotLayout
        history={
          <>
            <HowItTrades profile={profile} />
            <NavPanel botType={botType} bot={bot} />
            <LiveReplayPanel botType={botType} />
          </>
        }
        now={
          <>
            <BotActivity botType={botType} detailed />
            {bot?.tradesOnEvents && <CalendarPanel next={bot.nextEvent} />}
            <OutcomesPanel botType={botType} hasDemoHistory={bot?.demoHistory ?? false} />
          </>
        }
        protocol={<ProtocolPanel botType={botType} />}
        report={<ReportPanel botType={botType} />}
        backtest={<BacktestPanel botType={botType} />}
      />
      {starting && (
        <StartBotDialog
          key={starting.key}
          opened={starting.isOpen}
          onClose={closeStart}
          botType={starting.subject}
          bot={bot}
          available={available ?? undefined}
          onStarted={setStarted}
        />
      )}
    </>
  );
}

interface BotLayoutProps {
  history: ReactNode;
  now: ReactNode;
  protocol: ReactNode;
  report: ReactNode;
  backtest: ReactNode;
}

const VIEW_LABELS: Record<BotView, string> = {
  verlauf: 'Verlauf',
  protokoll: 'Protokoll',
  ruecktest: 'Rücktest',
};

/** One part at a time: together they would be a dozen screens. What it does now stands beside its history. */
function BotLayout({ history, now, protocol, report, backtest }: BotLayoutProps) {
  const phone = useIsPhone();
  const [parameters] = useSearchParams();
  const asked = parameters.get(VIEW);
  // The link to a backtest leads to it, whether it names the part or not.
  const first = readWish(parameters) ? 'ruecktest' : 'verlauf';
  const view = BOT_VIEWS.find((one) => one === asked) ?? first;
  return (
    <>
      <TabLinks
        label="Teile der Seite"
        current={view}
        tabs={BOT_VIEWS.map((value) => ({
          value,
          label: VIEW_LABELS[value],
          to: tabLink(parameters, value),
        }))}
      />
      <div className={`stack ${classes.view}`}>
        {
          {
            verlauf: phone ? (
              <>
                {now}
                {history}
              </>
            ) : (
              <div className="grid-aside">
                <div className="stack">{history}</div>
                <div className="stack">{now}</div>
              </div>
            ),
            protokoll: protocol,
            ruecktest: (
              <>
                {backtest}
                {report}
              </>
            ),
          }[view]
        }
      </div>
    </>
  );
}

const VIEW = 'ansicht';

/** A backtest that was asked for stays asked for. */
function tabLink(parameters: URLSearchParams, view: BotView): string {
  const after = new URLSearchParams(parameters);
  after.set(VIEW, view);
  return `?${after}`;
}

/** The way to what was just started, on a page that does not list it. Takes the focus. */
function StartedNotice({ investment }: { investment: Investment }) {
  const { id, reference, botType, usdInitialAmount } = investment;
  const link = useRef<HTMLAnchorElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another one is another start.
  useEffect(() => link.current?.focus(), [id]);
  return (
    <Notice kind="info" title="Ihre neue Anlage">
      <p>
        {`${inUsdt(fromWire(usdInitialAmount))} sind im ${BOTS[botType].name} angelegt. `}
        <Link ref={link} className="link" to={urls.investment(id)}>
          {`Anlage ${reference} ansehen`}
        </Link>
      </p>
    </Notice>
  );
}
