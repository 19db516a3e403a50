import {
  BOTS,
  type Bot,
  type BotProfile,
  type BotType,
  type Investment,
  type ProtocolEntry,
  type TradingEvent,
} from '@botdepot/contract';
import { fromWire, inUsdt } from '@botdepot/money';
import { clsx } from 'clsx';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { windowText } from '../../../entities/bot/event-windows.ts';
import { ProtocolDays } from '../../../entities/bot/protocol-days.tsx';
import { RiskMark } from '../../../entities/bot/risk-mark.tsx';
import { TermHint } from '../../../entities/term/term-hint.tsx';
import { useNow } from '../../../lib/live/now.ts';
import { useIsPhone } from '../../../lib/page/device.ts';
import { useList } from '../../../lib/server/use-list.ts';
import { oneOf, pageNumber } from '../../../lib/url/url-state.ts';
import { urls } from '../../../lib/url/urls.ts';
import { AllFiguresButton, useAllFigures } from '../../../ui/form/all-figures-button.tsx';
import { Button } from '../../../ui/form/button.tsx';
import { TabLinks } from '../../../ui/form/tabs.tsx';
import { PageHead } from '../../../ui/frame/page-head.tsx';
import { IconPlayerPlay } from '../../../ui/icon/icons.ts';
import { useOpening } from '../../../ui/overlay/dialog.tsx';
import { Panel } from '../../../ui/sheet/panel.tsx';
import { EmptyState } from '../../../ui/state/empty-state.tsx';
import { Notice } from '../../../ui/state/notice.tsx';
import { RowsSkeleton } from '../../../ui/state/skeleton.tsx';
import { FilterSelect } from '../../../ui/table/filters.tsx';
import { PagedRows } from '../../../ui/table/paged-rows.tsx';
import { BacktestPanel } from '../backtest/backtest-panel.tsx';
import { readWish } from '../backtest/backtest-wish.ts';
import { BotActivity } from '../bot-activity.tsx';
import { BOT_VIEWS, type BotView } from '../bot-links.ts';
import { protocolQuery, useAvailable, useBot, useTradingEvents } from '../bots.queries.ts';
import { StartBot } from '../start-bot.tsx';
import { reasonAgainst } from '../start-reason.tsx';
import { nextWindowText, originText } from './event-texts.ts';
import { LiveReplayPanel } from './live-replay-panel.tsx';
import { LivePanel, NavPanel } from './nav-panel.tsx';
import { OutcomesPanel } from './outcomes-panel.tsx';
import { ReportPanel } from './report-panel.tsx';

const TEXTS = clsx(
  'grid grid-cols-2 gap-x-8 gap-y-5 text-[15px]/[23px]',
  '[&_dt]:font-semibold [&_dd]:text-muted max-md:grid-cols-1 max-md:gap-4',
);

/** A bot: how it trades, what it does now, what it has really done, and a place to try it on past prices. */
export function BotPage({ botType }: { botType: BotType }) {
  const profile = BOTS[botType];
  const [isAll] = useAllFigures();
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
          <span className="flex flex-wrap items-center gap-x-4 gap-y-0.5">
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
        inShort={<ReportPanel botType={botType} brief />}
        history={
          <>
            <HowItTrades profile={profile} />
            {isAll && <NavPanel botType={botType} bot={bot} />}
            {isAll && <LiveReplayPanel botType={botType} />}
          </>
        }
        now={
          <>
            {!isAll && <LivePanel botType={botType} bot={bot} />}
            <BotActivity botType={botType} detailed />
            {isAll && bot?.tradesOnEvents && <CalendarPanel next={bot.nextEvent} />}
            {isAll && <OutcomesPanel botType={botType} hasDemoHistory={bot?.demoHistory ?? false} />}
          </>
        }
        protocol={<ProtocolPanel botType={botType} />}
        report={<ReportPanel botType={botType} />}
        backtest={<BacktestPanel botType={botType} />}
      />
      <StartBot
        opening={starting}
        onClose={closeStart}
        bots={bot && [bot]}
        available={available}
        onStarted={setStarted}
      />
    </>
  );
}

interface BotLayoutProps {
  /** What it would have made of the money: stands above all else. */
  inShort: ReactNode;
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
function BotLayout({ inShort, history, now, protocol, report, backtest }: BotLayoutProps) {
  const phone = useIsPhone();
  const [parameters] = useSearchParams();
  const asked = parameters.get(VIEW);
  // The link to a backtest leads to it, whether it names the part or not.
  const first = readWish(parameters) ? 'ruecktest' : 'verlauf';
  const view = BOT_VIEWS.find((one) => one === asked) ?? first;
  return (
    <>
      <div className="relative">
        <TabLinks
          label="Teile der Seite"
          current={view}
          tabs={BOT_VIEWS.map((value) => ({
            value,
            label: VIEW_LABELS[value],
            to: tabLink(parameters, value),
          }))}
        />
        {/* Above all that it opens, so that it stays where it is. */}
        {view !== 'protokoll' && (
          <div className="md:absolute md:right-0 md:-top-1.5">
            <AllFiguresButton />
          </div>
        )}
      </div>
      <div className="stack mt-(--gap)">
        {
          {
            verlauf: phone ? (
              <>
                {inShort}
                {now}
                {history}
              </>
            ) : (
              <div className="grid-aside">
                <div className="stack">
                  {inShort}
                  {history}
                </div>
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

/** The rules in words: the same sentences as everywhere else in the product. */
function HowItTrades({ profile }: { profile: BotProfile }) {
  return (
    <Panel title={`So handelt der ${profile.name}`}>
      <dl className={TEXTS}>
        <div>
          <dt>Was er tut</dt>
          <dd>{profile.summary}</dd>
        </div>
        <div>
          <dt>Wann er verdient</dt>
          <dd>{`Er verdient, ${profile.earnsWhen}`}</dd>
        </div>
        <div>
          <dt>Wann er verliert</dt>
          <dd>{`Er verliert, ${profile.losesWhen}`}</dd>
        </div>
        <div>
          <dt>
            <TermHint id="protection">Schutzregeln</TermHint>
          </dt>
          <dd>{profile.protection}</dd>
        </div>
      </dl>
    </Panel>
  );
}

/** In the order of the list. */
const KINDS: readonly { kind: ProtocolEntry['kind']; label: string; name: string }[] = [
  { kind: 'decision', label: 'Entscheidungen', name: 'entscheidungen' },
  { kind: 'fill', label: 'Ausführungen', name: 'ausfuehrungen' },
  { kind: 'protection', label: 'Schutz', name: 'schutz' },
  { kind: 'gap', label: 'Lücken', name: 'luecken' },
  { kind: 'start', label: 'Beginn und Fassungen', name: 'beginn' },
];
const LIST = {
  kind: oneOf(
    'art',
    KINDS.map(({ kind }) => kind),
    Object.fromEntries(KINDS.map(({ kind, name }) => [kind, name])),
  ),
  page: pageNumber(),
};

/** The whole protocol, page by page, or one kind of lines: what it did, what it left, and why. */
function ProtocolPanel({ botType }: { botType: BotType }) {
  const list = useList(LIST, ({ kind, page }) => protocolQuery({ botType, kind, page }));
  const isEmpty = list.query.data?.total === 0;
  return (
    <div id="protokoll">
      <Panel
        flush
        title="Protokoll"
        note="Was er tat, was er ließ und warum"
        aside={
          (list.isFiltered || !isEmpty) && (
            <FilterSelect
              label="Protokoll nach Art"
              options={KINDS.map(({ kind, label }) => ({ value: kind, label }))}
              value={list.value.kind}
              allLabel="Alle Einträge"
              onChange={(kind) => list.set({ kind })}
            />
          )
        }
      >
        <PagedRows
          list={list}
          noun="Einträge"
          expected={6}
          none={<EmptyState title="Noch keine Einträge">Der Bot hat noch nichts entschieden.</EmptyState>}
          noMatch="Im Protokoll steht kein Eintrag dieser Art."
        >
          {(items) => (
            <div className="px-(--pad) pt-1 pb-5">
              <ProtocolDays entries={items} />
            </div>
          )}
        </PagedRows>
      </Panel>
    </div>
  );
}

const EVENTS = clsx(
  '[&_li]:py-2 [&_li]:border-b [&_li]:border-b-border [&_li]:text-[14px]/5',
  '[&_li:last-child]:border-b-0',
);

const MINUTE_MS = 60_000;
const COMING_AT_FIRST = 4;
const PAST_SHOWN = 4;

/** For a bot that trades in certain windows only: the next one, those after it, and the last ones. */
function CalendarPanel({ next }: { next: Bot['nextEvent'] }) {
  const now = useNow(MINUTE_MS);
  const { data: events } = useTradingEvents();
  const [all, setAll] = useState(false);
  return (
    <Panel flush title="Kalender" note="Er handelt nur in diesen Fenstern">
      <div className="grid grid-cols-1 gap-4 py-5 px-(--pad)">
        <p className="text-md font-semibold">{nextWindowText(next, now)}</p>
        {!events && <RowsSkeleton count={3} />}
        {events && events.coming.length > 0 && (
          <EventList
            label="Kommende Termine"
            events={all ? events.coming : events.coming.slice(0, COMING_AT_FIRST)}
          />
        )}
        {events && events.coming.length > COMING_AT_FIRST && (
          <button type="button" className="link-alone" aria-expanded={all} onClick={() => setAll(!all)}>
            {all ? 'Weniger zeigen' : `Alle ${events.coming.length} Termine zeigen`}
          </button>
        )}
        {events && events.past.length > 0 && (
          <EventList label="Vergangene Termine" events={lastAndFirst(events.past)} />
        )}
      </div>
    </Panel>
  );
}

/** The first window of all stands at the end of the list. */
function lastAndFirst(past: readonly TradingEvent[]): readonly TradingEvent[] {
  return [...past.slice(0, PAST_SHOWN), ...past.slice(PAST_SHOWN).slice(-1)];
}

function EventList({ label, events }: { label: string; events: readonly TradingEvent[] }) {
  return (
    <section aria-label={label}>
      <h3 className="pb-0.5 text-[12px]/4.5 font-550 text-muted">{label}</h3>
      <ul className={EVENTS}>
        {events.map((event) => {
          const origin = originText(event);
          return (
            <li key={event.id}>
              <p>{event.name}</p>
              <p className="text-[12px]/4.5 text-muted tabular-nums">
                {windowText(event)}
                {origin && ` · ${origin}`}
              </p>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
