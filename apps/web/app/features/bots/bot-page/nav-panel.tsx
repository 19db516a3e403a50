import { BOTS, type BotDetail, type BotType } from '@botdepot/contract';
import { inUsdt, type Micros } from '@botdepot/money';
import { Link } from 'react-router';
import { usualPromiseText } from '../../../entities/bot/bot-offer.tsx';
import { TermHint } from '../../../entities/term/term-hint.tsx';
import { formatDate, formatDateTime } from '../../../lib/format/dates.ts';
import { formatDecimal, formatPercent, shareOfCapital } from '../../../lib/format/numbers.ts';
import { usePriceSource } from '../../../lib/live/live.tsx';
import { urls } from '../../../lib/url/urls.ts';
import { BookChart } from '../../../ui/chart/book-chart.tsx';
import { BookSheet } from '../../../ui/sheet/book-sheet.tsx';
import { Panel } from '../../../ui/sheet/panel.tsx';
import { Percent } from '../../../ui/sheet/percent.tsx';
import { EmptyState } from '../../../ui/state/empty-state.tsx';
import { Bone, ChartSkeleton, LedgerSkeleton } from '../../../ui/state/skeleton.tsx';
import { firstCapital } from '../backtest/backtest-wish.ts';
import { MeasuredRecord, measuredTitle } from '../measured-record.tsx';

interface NavPanelProps {
  botType: BotType;
  bot: BotDetail | undefined;
}

/** What the bot has really done: the value of one share, and what may be called measured of it. */
export function NavPanel({ botType, bot }: NavPanelProps) {
  const source = usePriceSource();
  return (
    <Panel
      flush
      title="Was er bisher getan hat"
      note={
        <>
          Ein Anteil am <TermHint id="portfolio">Modellportfolio</TermHint>, Beginn bei 1,00
        </>
      }
      aside={
        <Link className="link" to={urls.trackRecordOf(botType)}>
          Nachweis
        </Link>
      }
    >
      {bot ? (
        <NavChart name={BOTS[botType].name} bot={bot} source={source} />
      ) : (
        <BookSheet>
          <ChartSkeleton intervals={7} />
        </BookSheet>
      )}
      <div className="px-(--pad) pt-5 pb-(--pad) border-t border-border">
        {bot ? (
          <MeasuredRecord botType={botType} bot={bot} liveTo={urls.trackRecordOf(botType)} />
        ) : (
          <LedgerSkeleton lines={3} total={false} />
        )}
      </div>
    </Panel>
  );
}

/** The same in two lines, for those who only want to know where it stands; never without the usual promise beside it. */
export function LivePanel({ botType, bot }: NavPanelProps) {
  return (
    <Panel
      title="Live bisher"
      note={bot?.demoHistory ? 'Ohne den Vorlauf der Demo' : undefined}
      aside={
        <Link className="link" to={urls.trackRecordOf(botType)}>
          Nachweis
        </Link>
      }
    >
      <div className="grid gap-1 text-[14px]/[21px] text-muted">
        <p className="text-md font-semibold text-text">
          {bot ? measuredTitle(bot) : <Bone width={168} height={16} />}
        </p>
        {bot && <p>{liveText(bot, firstCapital(botType))}</p>}
        <p>{`Übliches Versprechen: ${usualPromiseText(BOTS[botType])}.`}</p>
      </div>
    </Panel>
  );
}

function liveText({ measured, record }: BotDetail, capital: Micros): string {
  const live = measured ?? record;
  if (!live || live.returnFraction === null) return 'Noch kein Handel mit laufenden Kursen.';
  const end = capital + shareOfCapital(capital, live.returnFraction);
  return `Aus ${inUsdt(capital)} wurden seit dem ${formatDate(live.from)} ${inUsdt(end)}, nach Kosten. Größter Rückgang ${formatPercent(live.maxDrawdownFraction)}.`;
}

/** A smaller change than this, up or down, does not fill the chart. */
const LEAST_MOVE = 0.005;

interface NavChartProps {
  name: string;
  bot: BotDetail;
  source: string | undefined;
}

function NavChart({ name, bot, source }: NavChartProps) {
  const points = bot.navHistory.map(({ at, nav, drawdown }) => ({
    at: Date.parse(at),
    value: Number(nav),
    drawdown,
  }));
  const [first] = points;
  const last = points.at(-1);
  if (!first || !last || points.length < 2) {
    return (
      <EmptyState title="Noch kein Verlauf">
        Die Kurve beginnt, sobald der Bot seinen ersten Handelstag hinter sich hat.
      </EmptyState>
    );
  }
  const deepest = Math.min(0, ...points.map(({ drawdown }) => drawdown));
  const measure = `, nach Kosten${source ? `, ${source}` : ''}`;
  return (
    <BookSheet>
      <BookChart
        title={`Anteilswert${measure}`}
        heading={
          <>
            <TermHint id="nav">Anteilswert</TermHint>
            {measure}
          </>
        }
        points={points}
        format={(value) => formatDecimal(value, { digits: 3 })}
        baseline={1}
        covers={[1 - LEAST_MOVE, 1 + LEAST_MOVE]}
        end={formatDecimal(last.value, { digits: 4 })}
        drawdown={{
          title: `Rückgang vom höchsten Stand, tiefster ${formatPercent(deepest)}`,
          points: points.map(({ at, drawdown }) => ({ at, value: drawdown })),
          format: (value) => formatPercent(value, { digits: deepest < -0.02 ? 1 : 2 }),
          end: <Percent fraction={last.drawdown} tone="delta" />,
          covers: [-LEAST_MOVE],
        }}
        summary={`Anteilswert des ${name} vom ${formatDate(first.at)} bis ${formatDate(last.at)}: von ${formatDecimal(first.value, { digits: 4 })} auf ${formatDecimal(last.value, { digits: 4 })}, größter Rückgang ${formatPercent(deepest)}.`}
        legendNote={demoNote(bot)}
      />
    </BookSheet>
  );
}

/** Where the demo's history ends and the live record begins. */
function demoNote({ demoHistory, record }: BotDetail): string | undefined {
  if (!demoHistory) return undefined;
  if (!record) return 'Alles Gezeigte ist Demo-Vorlauf auf Stundenkursen und zählt nicht als gemessen.';
  return `Bis ${formatDateTime(record.from)} Demo-Vorlauf auf Stundenkursen; er zählt nicht als gemessen.`;
}
