import { BOTS, type BotType, type LiveReplay } from '@botdepot/contract';
import { formatDate, formatDateTime, formatDateTimeShort } from '../../../lib/format/dates.ts';
import { formatCount, formatDecimal } from '../../../lib/format/numbers.ts';
import { errorText } from '../../../lib/server/api.ts';
import { CompareChart } from '../../../ui/chart/compare-chart.tsx';
import { Button } from '../../../ui/form/button.tsx';
import { Ledger } from '../../../ui/sheet/ledger.tsx';
import { Panel } from '../../../ui/sheet/panel.tsx';
import { Percent } from '../../../ui/sheet/percent.tsx';
import { RowsSkeleton } from '../../../ui/state/skeleton.tsx';
import { useLiveReplay } from '../bots.queries.ts';
import { replayDays } from './replay-days.ts';

/** The live period once more through the same code: what it should have done beside what it did. */
export function LiveReplayPanel({ botType }: { botType: BotType }) {
  const { data, error, isFetching, refetch } = useLiveReplay(botType);
  return (
    <Panel
      flush
      title="Erwartet und tatsächlich"
      note="Der laufende Handel, mit denselben Kursen nachgerechnet"
    >
      <div className="grid grid-cols-1 gap-3 px-(--pad) pt-4 pb-5 [--amt:6.5rem] empty:hidden">
        {data && <Replay name={BOTS[botType].name} replay={data} />}
        {!data && error && (
          <>
            <p className="text-[14px]/[21px] text-muted" role="alert">
              {errorText(error)}
            </p>
            <div>
              <Button size="sm" pending={isFetching} onClick={() => void refetch()}>
                Erneut versuchen
              </Button>
            </div>
          </>
        )}
      </div>
      {!data && !error && <RowsSkeleton count={4} />}
    </Panel>
  );
}

function Replay({ name, replay }: { name: string; replay: LiveReplay }) {
  const { from, until } = replay;
  if (from === null || until === null) {
    return <p className="text-[14px]/[21px] text-muted">{nothingYetText(replay)}</p>;
  }
  return (
    <>
      <p className="text-[14px]/[21px] text-muted">
        {`${formatDateTime(from)} bis ${formatDateTime(until)}, ${barsText(replay.bars)} je Markt.`}
      </p>
      <Ledger
        compact
        caption="Erwartet und tatsächlich"
        head={{ label: <span className="vh">Kennzahl</span>, before: 'Erwartet', amount: 'Tatsächlich' }}
        lines={[
          {
            label: 'Rendite',
            before: <Percent fraction={replay.expectedReturn} signed digits={4} />,
            amount: <Percent fraction={replay.actualReturn} signed digits={4} />,
          },
          {
            label: 'Ausführungen',
            before: formatCount(replay.expectedFills),
            amount: formatCount(replay.actualFills),
          },
          { label: 'Davon abweichend', before: '', amount: formatCount(replay.differingFills) },
        ]}
      />
      <p className="text-[14px]/[21px] text-muted">{agreementText(replay)}</p>
      <Deviations deviations={replay.deviations} />
      <ReplayChart name={name} series={replay.series} />
      <p className="text-[12px]/4.5 text-muted">{`Nachgerechnet am ${formatDateTime(replay.checkedAt)}.`}</p>
    </>
  );
}

function nothingYetText({ from, deviations: [why] }: LiveReplay): string {
  if (from !== null)
    return 'Der Vergleich beginnt gerade. Mit den nächsten Kursen steht hier, was der Bot hätte tun sollen und was er getan hat.';
  if (why) return `${why.title}. ${why.text}`;
  return 'Noch kein laufender Handel. Sobald der Bot live gehandelt hat, steht hier, was er nach seinem Code hätte tun sollen und was er getan hat.';
}

function agreementText({ expectedFills, actualFills, differingFills }: LiveReplay): string {
  if (expectedFills === 0 && actualFills === 0)
    return 'Bisher war nichts zu handeln, und es wurde nichts gehandelt.';
  return differingFills === 0
    ? 'Jede Ausführung stimmt in Zeit, Markt, Menge und Kurs überein.'
    : 'Abweichend heißt: nur in einer der beiden Rechnungen enthalten oder anders in Zeit, Markt, Menge oder Kurs.';
}

const barsText = (bars: number): string => (bars === 1 ? 'ein Kurs' : `${formatCount(bars)} Kurse`);

function Deviations({ deviations }: Pick<LiveReplay, 'deviations'>) {
  if (deviations.length === 0) return null;
  return (
    <section aria-label="Was abweichen lässt">
      <h3 className="text-sm font-bold">Was abweichen lässt</h3>
      <ul className="[&_li]:py-2.5 [&_li]:border-b [&_li]:border-b-border [&_li:last-child]:border-b-0">
        {deviations.map(({ at, title, text }) => (
          <li key={`${at} ${title}`}>
            <p className="text-[12px]/4.5 text-muted">
              <time dateTime={at}>{formatDateTimeShort(at)}</time>
            </p>
            <p className="text-sm font-semibold">{title}</p>
            <p className="text-[14px]/[21px] text-muted">{text}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Fewer days than this are no curve. */
const FEWEST_DAYS = 3;

function ReplayChart({ name, series }: { name: string; series: LiveReplay['series'] }) {
  const [start] = series;
  const days = replayDays(series);
  const [first] = days;
  const last = days.at(-1);
  if (!start || !first || !last || days.length < FEWEST_DAYS) return null;
  const points = (pick: 'expected' | 'actual') => days.map((day) => ({ at: day.at, value: day[pick] }));
  const shown = (value: number) => formatDecimal(value, { digits: 4 });
  return (
    <CompareChart
      title="Anteilswert am Ende jedes Tages"
      series={[
        { name: 'Tatsächlich', points: points('actual'), stroke: 'solid' },
        { name: 'Erwartet', points: points('expected'), stroke: 'dotted' },
      ]}
      format={shown}
      baseline={start.actual}
      summary={`Anteilswert des ${name} vom ${formatDate(first.at)} bis ${formatDate(last.at)}: tatsächlich ${shown(last.actual)}, erwartet ${shown(last.expected)}.`}
    />
  );
}
