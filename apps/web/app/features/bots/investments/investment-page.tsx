import { BOTS, canStop, type InvestmentDetail } from '@botdepot/contract';
import type { ReactNode } from 'react';
import { Link, useSearchParams } from 'react-router';
import { RiskMark } from '../../../entities/bot/risk-mark.tsx';
import { formatDateTime } from '../../../lib/format/dates.ts';
import { formatDecimal, NO_FIGURE } from '../../../lib/format/numbers.ts';
import { useNav, usePriceSource } from '../../../lib/live/live.tsx';
import { useIsPhone } from '../../../lib/page/device.ts';
import { usePageTitle } from '../../../lib/page/page-title.ts';
import { urls } from '../../../lib/url/urls.ts';
import { Button, ButtonLink } from '../../../ui/form/button.tsx';
import { TabLinks } from '../../../ui/form/tabs.tsx';
import { PageHead } from '../../../ui/frame/page-head.tsx';
import { IconPlayerStop } from '../../../ui/icon/icons.ts';
import { useOpening } from '../../../ui/overlay/dialog.tsx';
import { KeyValues } from '../../../ui/sheet/key-values.tsx';
import { Panel } from '../../../ui/sheet/panel.tsx';
import { EmptyState } from '../../../ui/state/empty-state.tsx';
import { Bone, ChartSkeleton, LedgerSkeleton, RowsSkeleton } from '../../../ui/state/skeleton.tsx';
import { BotActivity } from '../bot-activity.tsx';
import { DETAIL_VIEWS, type DetailView, transferLink } from '../bot-links.ts';
import { isMissingInvestment, useAvailable, useBot, useInvestment } from '../bots.queries.ts';
import { MeasuredRecord } from '../measured-record.tsx';
import { DailyValues } from './daily-values.tsx';
import { InvestmentFills } from './investment-fills.tsx';
import { periodText } from './investment-name.tsx';
import { StopBot } from './stop-bot.tsx';
import { ValueSheet } from './value-sheet.tsx';

const BACK = { to: urls.bots, label: 'KI-Bots' };

export function InvestmentPage({ id }: { id: string }) {
  const { data, error } = useInvestment(id);
  usePageTitle(titleOf(data, error));
  if (data) return <LoadedInvestment investment={data} />;
  if (isMissingInvestment(error)) return <MissingInvestment />;
  return <InvestmentSkeleton back={BACK} />;
}

function titleOf(investment: InvestmentDetail | undefined, error: unknown): string {
  if (investment) return `${BOTS[investment.botType].name} ${investment.reference}`;
  return isMissingInvestment(error) ? 'Anlage nicht gefunden' : 'Anlage';
}

function MissingInvestment() {
  return (
    <>
      <PageHead back={BACK} title="Anlage nicht gefunden" />
      <Panel flush label="Anlage nicht gefunden">
        <EmptyState
          title="Diese Anlage gibt es nicht"
          action={<ButtonLink to={urls.bots}>Zu Ihren Bots</ButtonLink>}
        >
          Vielleicht enthält die Adresse einen Tippfehler, oder die Anlage gehört zu einem anderen Konto.
        </EmptyState>
      </Panel>
    </>
  );
}

function LoadedInvestment({ investment }: { investment: InvestmentDetail }) {
  const { botType, status } = investment;
  const { name } = BOTS[botType];
  const active = status === 'active';
  const { available } = useAvailable();
  const [stopping, openStop, closeStop] = useOpening<InvestmentDetail>();
  return (
    <>
      <PageHead
        back={BACK}
        title={name}
        note={<InvestmentNote investment={investment} />}
        actions={
          canStop(status) && (
            <Button icon={IconPlayerStop} onClick={() => openStop(investment)}>
              {`${name} beenden`}
            </Button>
          )
        }
      />
      <DetailLayout
        history={
          <>
            <ValueSheet investment={investment} />
            <DailyValues id={investment.id} reference={investment.reference} active={active} />
          </>
        }
        bot={
          <>
            {active && <BotActivity botType={botType} />}
            <BotRules investment={investment} />
          </>
        }
        fills={<InvestmentFills id={investment.id} reference={investment.reference} active={active} />}
      />
      <StopBot opening={stopping} onClose={closeStop} available={available} />
    </>
  );
}

/** Units × NAV: what the value is made of. */
function InvestmentNote({ investment }: { investment: InvestmentDetail }) {
  const { reference, stoppedAt, units, nav } = investment;
  const live = useNav(investment);
  const shownNav = stoppedAt === null ? (live ?? nav) : nav;
  const period = periodText(investment);
  const since = stoppedAt === null ? `Aktiv ${period}` : `Beendet, ${period}`;
  const shares = `${formatDecimal(Number(units), { digits: 6 })} Anteile × ${formatDecimal(Number(shownNav), { digits: 6 })}`;
  return (
    <>
      {`${since} · ${reference} · `}
      <span className="tnum">{shares}</span>
    </>
  );
}

interface DetailLayoutProps {
  history: ReactNode;
  bot: ReactNode;
  fills: ReactNode;
}

const VIEW_LABELS: Record<DetailView, string> = {
  verlauf: 'Verlauf',
  bot: 'Der Bot',
  ausfuehrungen: 'Ausführungen',
};

/** All parts on one page; on phones one at a time, since the page would be five screens long. */
function DetailLayout({ history, bot, fills }: DetailLayoutProps) {
  const phone = useIsPhone();
  const [parameters] = useSearchParams();
  const asked = parameters.get('ansicht');
  const view = DETAIL_VIEWS.find((one) => one === asked) ?? 'verlauf';
  if (!phone) {
    return (
      <>
        <div className="grid-aside">
          <div className="stack">{history}</div>
          <div className="stack">{bot}</div>
        </div>
        <div className="mt-(--gap)">{fills}</div>
      </>
    );
  }
  return (
    <>
      <TabLinks
        label="Teile der Anlage"
        current={view}
        tabs={DETAIL_VIEWS.map((value) => ({ value, label: VIEW_LABELS[value], to: `?ansicht=${value}` }))}
      />
      <div className="stack">{{ verlauf: history, bot, ausfuehrungen: fills }[view]}</div>
    </>
  );
}

/** The page of an investment before it is here: same boxes, same heights. */
function InvestmentSkeleton({ back }: { back: { to: string; label: string } }) {
  return (
    <>
      <PageHead
        back={back}
        title={
          <>
            <Bone width={128} height={32} />
            <span className="vh">Anlage</span>
          </>
        }
        note={'\u00a0'}
      />
      <div aria-busy>
        <div className="grid-aside">
          <Panel label="Wert">
            <Bone width={208} height={40} />
            <ChartSkeleton intervals={7} />
            <LedgerSkeleton lines={6} />
          </Panel>
          <Panel flush title="Was der Bot gerade tut">
            <RowsSkeleton count={6} />
          </Panel>
        </div>
      </div>
    </>
  );
}

/** By what the bot trades, what it measured, and the bookings of this investment. */
function BotRules({ investment }: { investment: InvestmentDetail }) {
  const { botType, startedAt, startTransferId, stoppedAt, stopTransferId } = investment;
  const profile = BOTS[botType];
  const { data: bot } = useBot(botType);
  const source = usePriceSource();
  const facts = [
    { label: 'Risiko', value: <RiskMark level={profile.risk} word={profile.riskLabel} /> },
    { label: 'Kursquelle', value: source ?? NO_FIGURE },
    {
      label: 'Gestartet',
      value: <BookedAt at={startedAt} transferId={startTransferId} />,
    },
  ];
  if (stoppedAt !== null)
    facts.push({ label: 'Beendet', value: <BookedAt at={stoppedAt} transferId={stopTransferId} /> });
  return (
    <Panel title="Regeln">
      <div className="grid grid-cols-1 gap-5">
        <KeyValues facts={facts} />
        <MeasuredRecord botType={botType} bot={bot} />
        <dl className="text-[14px]/[21px] [&_dt]:font-semibold [&_dd]:text-muted [&_dd+dt]:mt-3">
          <dt>Wann er verliert</dt>
          <dd>{`Er verliert, ${profile.losesWhen}`}</dd>
          <dt>Schutzregeln</dt>
          <dd>{profile.protection}</dd>
        </dl>
      </div>
    </Panel>
  );
}

/** The moment opens its booking. What was worth nothing was stopped without one. */
function BookedAt({ at, transferId }: { at: string; transferId: string | null }) {
  if (transferId === null) return formatDateTime(at);
  return (
    <Link className="link" to={transferLink(transferId)}>
      {formatDateTime(at)}
      <span className="vh">, Buchung öffnen</span>
    </Link>
  );
}
