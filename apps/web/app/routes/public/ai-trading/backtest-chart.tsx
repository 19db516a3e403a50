import type { BotReport } from '@botdepot/contract';
import { BOTS, SIGN_UP_BOT_TYPES } from '@botdepot/contract/catalogue';
import { loadReport } from '../../../entities/bot/reports.ts';
import { formatDecimal, formatPercent } from '../../../lib/format/numbers.ts';
import { formatUtcPeriod } from '../../../lib/format/plain-days.ts';
import { useLoaded } from '../../../lib/server/use-loaded.ts';
import { CompareChart, type ComparedSeries } from '../../../ui/chart/compare-chart.tsx';
import { useAllFigures } from '../../../ui/form/all-figures-button.tsx';
import { Button } from '../../../ui/form/button.tsx';
import { BookSheet } from '../../../ui/sheet/book-sheet.tsx';
import { Panel } from '../../../ui/sheet/panel.tsx';
import { EmptyState } from '../../../ui/state/empty-state.tsx';
import { ChartSkeleton } from '../../../ui/state/skeleton.tsx';
import classes from './ai-trading.module.css';
import { comparedCurves } from './compared-curves.ts';

/** Both published reports, or as many as there are; without any it has failed. */
async function loadBothReports(): Promise<BotReport[]> {
  const asked = await Promise.allSettled(SIGN_UP_BOT_TYPES.map((type) => loadReport(type, 'publication')));
  const reports = asked.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
  if (reports.length === 0) throw new Error('no report is available');
  return reports;
}

const STROKES: readonly ComparedSeries['stroke'][] = ['solid', 'dashed', 'dotted'];

/** What became of the same money in both bots, on real prices of the past. */
export function BacktestChart() {
  const { data, failed, loading, retry } = useLoaded(loadBothReports);
  const [isAll] = useAllFigures();
  const curves = data && comparedCurves(data);
  return (
    <Panel
      flush
      title="Wertverlauf im Rücktest, Start = 100"
      note="Echte Kurse, nach allen Kosten, gleiche Skala"
    >
      <div className={classes.chart} data-few={!isAll || undefined}>
        {data && curves ? (
          <BookSheet>
            <Curves reports={data} curves={curves} withDrawdown={isAll} />
          </BookSheet>
        ) : failed ? (
          <EmptyState
            title="Nicht verfügbar"
            action={
              <Button size="sm" pending={loading} onClick={retry}>
                Erneut versuchen
              </Button>
            }
          >
            Der Rücktest konnte nicht geladen werden.
          </EmptyState>
        ) : (
          <BookSheet>
            <div className={classes.chartBones}>
              <ChartSkeleton intervals={6} />
              {isAll && <ChartSkeleton intervals={2} />}
            </div>
          </BookSheet>
        )}
      </div>
    </Panel>
  );
}

interface CurvesProps {
  reports: readonly BotReport[];
  curves: NonNullable<ReturnType<typeof comparedCurves>>;
  withDrawdown: boolean;
}

function Curves({ reports, curves, withDrawdown }: CurvesProps) {
  const names = reports.map(({ botType }) => BOTS[botType].name);
  const named = (points: CurvesProps['curves']['equity']): ComparedSeries[] =>
    names.map((name, index) => ({
      name,
      points: points[index] ?? [],
      stroke: STROKES[index] ?? 'dotted',
    }));
  const value = (points: number) => formatDecimal(points, { digits: 1 });
  const percent = (fraction: number) => formatPercent(fraction, { digits: 1 });
  const period = formatUtcPeriod(curves.firstDay, curves.lastDay);
  const ends = names.map(
    (name, index) => `${name} endet bei ${value(curves.equity[index]?.at(-1)?.value ?? 100)}`,
  );
  const falls = names.map(
    (name, index) =>
      `${name} fiel um bis zu ${percent(Math.max(0, ...(curves.drawdown[index] ?? []).map((one) => -one.value)))}`,
  );
  return (
    <CompareChart
      title={withDrawdown ? 'Aus 100 wurden' : `Aus 100 wurden. ${falls.join(', ')}`}
      series={named(curves.equity)}
      // Whole figures at the gridlines.
      format={(points) => (Number.isInteger(points) ? String(points) : value(points))}
      baseline={100}
      summary={`Wertverlauf im Rücktest auf echten Kursen vom ${period}, Start = 100: ${ends.join(', ')}.`}
      drawdown={
        withDrawdown
          ? {
              title: 'Rückgang vom höchsten Stand',
              series: named(curves.drawdown),
              format: percent,
              baseline: 0,
              summary: `Rückgang vom höchsten Stand: ${falls.join(', ')}.`,
            }
          : undefined
      }
    />
  );
}
