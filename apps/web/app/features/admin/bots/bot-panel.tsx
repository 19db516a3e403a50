import { type AdminBot, BOTS, type BotMarket, type BotPause, type CalendarEntry } from '@botdepot/contract';
import { fromWire, inUsdt } from '@botdepot/money';
import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { Positions } from '../../../entities/bot/positions.tsx';
import { ProtocolDays } from '../../../entities/bot/protocol-days.tsx';
import {
  formatAge,
  formatDate,
  formatDateTime,
  formatDayMonthTime,
  formatTime,
} from '../../../lib/format/dates.ts';
import { formatCount, formatDecimal, formatPercent, NBSP, NO_FIGURE } from '../../../lib/format/numbers.ts';
import { priceSourcesText } from '../../../lib/format/price-sources.ts';
import { useNavs, usePrices } from '../../../lib/live/live.tsx';
import type { LivePrices } from '../../../lib/live/live-prices.ts';
import { useIsPhone } from '../../../lib/page/device.ts';
import { urls } from '../../../lib/url/urls.ts';
import { Button } from '../../../ui/form/button.tsx';
import { IconPlayerPause, IconPlayerPlay } from '../../../ui/icon/icons.ts';
import { type KeyValue, KeyValues } from '../../../ui/sheet/key-values.tsx';
import { Panel } from '../../../ui/sheet/panel.tsx';
import { Notice } from '../../../ui/state/notice.tsx';
import { StatusPill } from '../../../ui/state/status-pill.tsx';
import { useFourEyesCheck, useWaitingPause } from '../four-eyes/four-eyes.queries.ts';
import { WaitingNotice } from '../four-eyes/four-eyes-notice.tsx';
import { ApprovalLink } from '../four-eyes/waiting-state.tsx';
import { botState, CALENDAR_BOT, type Surroundings } from './bot-state.ts';
import { type HoldStep, positionsText, unsoldText } from './hold-effects.ts';

const DETAILS = 'text-sm [&_summary]:min-h-11 [&_summary]:py-3 [&_summary]:cursor-pointer';

interface BotPanelProps {
  bot: AdminBot;
  surroundings: Surroundings;
  /** See `useNextWindow`. */
  nextWindow: CalendarEntry | null | undefined;
  /** Absent where it is not in the field of this admin. */
  onHold: ((step: HoldStep) => void) | undefined;
}

const LINES_SHOWN = 3;

/** One bot: whether it trades, the button that holds it, and what an operator looks at next. */
export function BotPanel({ bot, surroundings, nextWindow, onHold }: BotPanelProps) {
  const { botType, pause, activity, positions, protocol, markets } = bot;
  const { name } = BOTS[botType];
  const live = useNavs()[botType]?.nav;
  const { tone, word, text } = botState(bot, surroundings);
  const asked = useWaitingPause(botType);
  const waiting = pause ? undefined : asked;
  const check = useFourEyesCheck('pauses', waiting ? [fromWire(bot.investors.value)] : null);
  // Where one is enough by now, nobody has to wait.
  const takesTwo = check?.needsSecond[0] !== false;
  return (
    <Panel title={name} aside={<StatusPill tone={tone}>{word}</StatusPill>} flush>
      <div className="grid grid-cols-1 gap-4 px-(--pad) pt-4 pb-5">
        <div className="grid gap-1 text-sm empty:hidden">
          {pause && <Hold pause={pause} unsold={unsoldText(bot)} />}
          {waiting && (
            <WaitingNotice approval={waiting} title="Anhalten wartet auf zweite Person">
              Grund: <bdi>{waiting.reason}</bdi>
            </WaitingNotice>
          )}
          {!pause && text !== null && <p>{text}</p>}
          {!pause && activity !== null && <p className="muted">{activity}</p>}
        </div>
        {waiting && takesTwo ? (
          <ApprovalLink wide size="md" approval={waiting} />
        ) : (
          onHold && (
            <Button
              wide
              icon={pause ? IconPlayerPlay : IconPlayerPause}
              onClick={() => onHold(pause ? 'resume' : 'pause')}
            >
              {pause ? `${name} fortsetzen` : `${name} anhalten`}
            </Button>
          )
        )}
        <KeyValues
          facts={[
            { label: 'Anteilswert', value: <span className="tnum">{navText(live ?? bot.nav)}</span> },
            ...riskFacts(bot),
            ...comingFacts(bot, nextWindow),
            ...investorFacts(bot),
          ]}
        />
        <Part title="Positionen" of={name} folded={positions.length > 0 && positionsText(positions.length)}>
          {positions.length > 0 ? (
            <Positions positions={positions} />
          ) : (
            <p className="small muted">Keine, alles in Geld.</p>
          )}
        </Part>
        <BotMarkets name={name} markets={markets} now={surroundings.now} />
        <Part title="Protokoll" of={name} folded={protocol.length > 0 && 'Neueste Einträge'}>
          {protocol.length > 0 ? (
            <ProtocolDays entries={protocol.slice(0, LINES_SHOWN)} />
          ) : (
            <p className="small muted">Noch keine Einträge.</p>
          )}
          <Link className="link-alone" to={urls.botProtocol(botType)}>
            {`Ganzes Protokoll des ${name}`}
          </Link>
        </Part>
        <PortfolioFacts bot={bot} now={surroundings.now} />
      </div>
    </Panel>
  );
}

interface PartProps {
  title: string;
  /** Whose it is, for those who hear the page. */
  of: string;
  /** What stands for it on phones until it is asked for: three bots below each other are a long way. */
  folded: string | false;
  children: ReactNode;
}

function Part({ title, of, folded, children }: PartProps) {
  const phone = useIsPhone();
  return (
    <section aria-label={`${title} des ${of}`}>
      <h3 className="pb-1 text-sm font-bold">{title}</h3>
      {phone && folded !== false ? (
        <details className={DETAILS}>
          <summary>{folded}</summary>
          {children}
        </details>
      ) : (
        children
      )}
    </section>
  );
}

function Hold({ pause, unsold }: { pause: BotPause; unsold: string | null }) {
  const { pausedBy, pausedAt, reason, effectiveAt } = pause;
  return (
    <Notice kind="warning" title={`Angehalten seit ${formatDateTime(pausedAt)}`}>
      <p className="wrap-anywhere">
        {`Von ${pausedBy ?? 'einem gelöschten Konto'}: `}
        <bdi>{reason}</bdi>
      </p>
      <p>
        {effectiveAt === null
          ? 'Wird zum nächsten Kurs ausgeführt.'
          : `Ausgeführt nach der Minute bis ${formatTime(effectiveAt)}${NBSP}Uhr.`}
      </p>
      {effectiveAt !== null && unsold !== null && <p>{unsold}</p>}
    </Notice>
  );
}

const navText = (nav: string | null) =>
  nav === null ? NO_FIGURE : formatDecimal(Number(nav), { digits: 6 });

function riskFacts({ protection, investedFraction }: AdminBot): KeyValue[] {
  return [
    {
      label: 'Rückgang',
      value: protection
        ? `${formatPercent(Math.abs(protection.drawdownFraction))}, Grenze ${formatPercent(Math.abs(protection.drawdownLimit), { digits: 0 })}`
        : NO_FIGURE,
    },
    { label: 'Angelegt', value: formatPercent(investedFraction, { digits: 0 }) },
  ];
}

/** A held bot decides nothing; its next window stays in the calendar. */
function comingFacts(
  { botType, nextDecisionAt }: AdminBot,
  next: CalendarEntry | null | undefined,
): KeyValue[] {
  return [
    {
      label: 'Entscheidet',
      value: nextDecisionAt === null ? NO_FIGURE : `${formatDayMonthTime(nextDecisionAt)}${NBSP}Uhr`,
    },
    ...(botType === CALENDAR_BOT
      ? [
          {
            label: 'Termin',
            value: (
              <Link className="link" to={urls.adminCalendar}>
                {next
                  ? `${formatDayMonthTime(next.startsAt)}${NBSP}Uhr`
                  : next === null
                    ? 'keiner'
                    : NO_FIGURE}
              </Link>
            ),
          },
        ]
      : []),
  ];
}

function investorFacts({ botType, investors }: AdminBot): KeyValue[] {
  const { customers, investments, value } = investors;
  const people = customers === 1 ? `1${NBSP}Kunde` : `${formatCount(customers)}${NBSP}Kunden`;
  const stakes = investments === 1 ? `1${NBSP}Anlage` : `${formatCount(investments)}${NBSP}Anlagen`;
  return [
    {
      label: 'Investiert',
      value:
        investments === 0 ? (
          'niemand'
        ) : (
          <Link className="link" to={urls.adminReturnsOf(botType)}>
            {`${people}, ${stakes}`}
          </Link>
        ),
    },
    { label: 'Wert', value: inUsdt(fromWire(value)) },
  ];
}

function PortfolioFacts({ bot: { portfolio, botType }, now }: { bot: AdminBot; now: number }) {
  if (!portfolio) return null;
  const { series, startedAt, strategyVersion, engineVersion, lastBarAt, bars } = portfolio;
  return (
    <details className={DETAILS}>
      <summary>{`Modellportfolio des ${BOTS[botType].name}`}</summary>
      <KeyValues
        facts={[
          { label: 'Reihe', value: `${formatCount(series)}, seit ${formatDate(startedAt)}` },
          { label: 'Strategie', value: `Fassung ${strategyVersion}` },
          { label: 'Handelslogik', value: `Fassung ${engineVersion}` },
          {
            label: 'Neueste Kerze',
            value:
              lastBarAt === null
                ? NO_FIGURE
                : `bis ${formatTime(lastBarAt)}${NBSP}Uhr, ${formatAge(now - Date.parse(lastBarAt))}`,
          },
          { label: 'Kerzen', value: formatCount(bars) },
        ]}
      />
    </details>
  );
}

const MARKETS = clsx(
  '[&>li]:flex [&>li]:justify-between [&>li]:gap-3 [&>li]:py-1.5 [&>li]:border-b',
  '[&>li]:border-b-border [&>li]:tabular-nums',
  '[&>li:last-child]:border-b-0 [&>li>span:last-child]:text-right [&>li>span:last-child]:text-muted',
  '[&_small]:block [&_small]:text-[12px]/4 [&_small]:text-muted',
  "[&>li[data-state='stale']>span:last-child]:font-620",
  "[&>li[data-state='stale']>span:last-child]:text-text",
);

interface BotMarketsProps {
  name: string;
  markets: readonly BotMarket[];
  /** ms UTC */
  now: number;
}

/** The markets of a bot: how many have fresh prices at a glance, the age of each on demand. Stale ones are always named. */
function BotMarkets({ name, markets, now }: BotMarketsProps) {
  const ticks = usePrices();
  const current = markets.map((market) => atTick(market, ticks));
  const sources = [...new Set(markets.map(({ source }) => priceSourcesText([source])))];
  const isMixed = sources.length > 1;
  const stale = current.filter(({ state }) => state === 'stale');
  return (
    <section aria-label={`Kurse des ${name}`}>
      <h3 className="pb-1 text-sm font-bold">Kurse</h3>
      {stale.length > 0 && (
        <p className="pb-1 text-sm font-semibold">
          {`Veraltet, wird nicht gehandelt: ${stale.map(({ symbol }) => symbol).join(', ')}.`}
        </p>
      )}
      {current.length === 0 ? (
        <p className="small muted">Noch keine Märkte.</p>
      ) : (
        <details className="text-sm [&_summary]:min-h-11 [&_summary]:py-3 [&_summary]:cursor-pointer">
          <summary>{summaryOf(current)}</summary>
          {isMixed || <p className="small muted">{`Alle: ${sources.join()}`}</p>}
          <ul className={MARKETS}>
            {current.map((market) => (
              <li key={market.symbol} data-state={market.state}>
                <span>
                  {market.symbol}
                  {isMixed && <small>{priceSourcesText([market.source])}</small>}
                </span>
                <span>{ageOf(market, now)}</span>
              </li>
            ))}
          </ul>
        </details>
      )}
    </section>
  );
}

/** The newest tick knows better what is open and stale; when it was made is on this computer's clock. */
function atTick(market: BotMarket, ticks: LivePrices): BotMarket {
  const tick = ticks.bySymbol.get(market.symbol);
  if (!tick) return market;
  const state = !tick.open ? 'closed' : tick.stale ? 'stale' : 'fresh';
  const at = tick.open ? new Date(tick.at).toISOString() : market.at;
  return { ...market, state, at };
}

const WORDS: Record<BotMarket['state'], string> = {
  fresh: 'aktuell',
  stale: 'veraltet',
  closed: 'geschlossen',
};

/** `20 Märkte: 11 aktuell, 9 geschlossen` */
function summaryOf(markets: readonly BotMarket[]): string {
  const counts = (['fresh', 'stale', 'closed'] as const)
    .map((state) => ({ state, count: markets.filter((market) => market.state === state).length }))
    .filter(({ count }) => count > 0)
    .map(({ state, count }) => `${formatCount(count)} ${WORDS[state]}`);
  const noun = markets.length === 1 ? 'Markt' : 'Märkte';
  return `${formatCount(markets.length)} ${noun}: ${counts.join(', ')}`;
}

/** Younger prices are simply current; a counter that jumps between 0 and 1 would only be restless. */
const AGE_SHOWN_FROM_MS = 10_000;

function ageOf({ state, at }: BotMarket, now: number): string {
  if (at === null) return 'noch kein Kurs';
  if (state === 'closed') return `geschlossen seit ${formatDayMonthTime(at)}`;
  const age = now - Date.parse(at);
  if (state === 'stale') return `veraltet, ${formatAge(age)}`;
  return age < AGE_SHOWN_FROM_MS ? WORDS.fresh : formatAge(age);
}
