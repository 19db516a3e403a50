import type { BacktestResult } from '@botdepot/contract';
import { formatAmount, type Micros } from '@botdepot/money';
import type { ReactNode } from 'react';
import { TermHint } from '../../../entities/term/term-hint.tsx';
import {
  asCoordinate,
  formatDecimal,
  formatPercent,
  NBSP,
  NO_FIGURE,
  shareOfCapital,
} from '../../../lib/format/numbers.ts';
import { formatUtcPeriod, noonOf } from '../../../lib/format/plain-days.ts';
import { CompareChart } from '../../../ui/chart/compare-chart.tsx';
import { useAllFigures } from '../../../ui/form/all-figures-button.tsx';
import { Amount } from '../../../ui/sheet/amount.tsx';
import { BookHero, BookSheet } from '../../../ui/sheet/book-sheet.tsx';
import { daysBefore } from './backtest-wish.ts';
import { costsText, heldText, howSureText, worstText } from './result-texts.ts';

const ANSWERS =
  'grid grid-cols-2 gap-x-8 gap-y-4 px-(--pad) pt-1 pb-4 text-[15px]/[23px] [&_dt]:font-semibold [&_dd]:text-muted max-md:grid-cols-1';

interface InShortProps {
  name: string;
  capital: Micros;
  /** When it was, and on which prices. */
  source: ReactNode;
  /** A backtest on request or a report: both know these. */
  run: Pick<BacktestResult, 'performance' | 'uncertainty' | 'buyAndHold' | 'costs' | 'series'>;
}

/** What it made of the money, against holding, the worst moment and what it cost; then one curve. */
export function InShort({ name, capital, source, run }: InShortProps) {
  const [isAll] = useAllFigures();
  const { performance, uncertainty, buyAndHold, costs, series } = run;
  const { totalReturn } = performance;
  return (
    <>
      <BookHero
        label={`Aus ${formatAmount(capital)}${NBSP}USDT wurden`}
        amount={
          totalReturn === null ? (
            NO_FIGURE
          ) : (
            <Amount value={capital + shareOfCapital(capital, totalReturn)} unit="USDT" />
          )
        }
        note={source}
      />
      <dl className={ANSWERS}>
        <div>
          <dt>
            <TermHint id="buy-and-hold">Kaufen und Halten</TermHint>
          </dt>
          <dd>{heldText(buyAndHold, capital)}</dd>
        </div>
        <div>
          <dt>
            <TermHint id="drawdown">Größter Rückgang</TermHint>
          </dt>
          <dd>{worstText(series, capital)}</dd>
        </div>
        <div>
          <dt>
            <TermHint id="trading-costs">Handelskosten</TermHint>
          </dt>
          <dd>{costsText(costs, capital)}</dd>
        </div>
        <div>
          <dt>
            <TermHint id="interval">Wie sicher das ist</TermHint>
          </dt>
          <dd>{howSureText(performance, uncertainty)}</dd>
        </div>
      </dl>
      <BookSheet>
        <ResultChart name={name} series={series} capital={capital} withDrawdown={isAll} />
      </BookSheet>
    </>
  );
}

interface ResultChartProps {
  name: string;
  series: BacktestResult['series'];
  /** What 1 of the series is worth. */
  capital: Micros;
  /** Else the title names the deepest fall. */
  withDrawdown: boolean;
}

/** The bot, buying and holding, and the line of doing nothing; the bot's distance from its highest value below. */
function ResultChart({ name, series, capital, withDrawdown }: ResultChartProps) {
  const scale = asCoordinate(capital);
  const at = (index: number) => noonOf(series.firstDay, index);
  const line = (values: readonly number[]) =>
    values.map((value, index) => ({ at: at(index), value: value * scale }));
  const days = series.equity.length;
  const period = formatUtcPeriod(series.firstDay, daysBefore(series.firstDay, 1 - days));
  const shown = (value: number) => `${formatAmount(shareOfCapital(capital, value))}${NBSP}USDT`;
  const last = { bot: series.equity.at(-1) ?? 1, held: series.buyAndHold.at(-1) ?? 1 };
  const deepest = formatPercent(Math.min(0, ...series.drawdown));
  const fall = `Rückgang vom höchsten Stand, tiefster ${deepest}`;
  return (
    <CompareChart
      title={`Wert in USDT, nach Kosten${withDrawdown ? '' : `, größter Rückgang ${deepest}`}`}
      series={[
        { name, points: line(series.equity), stroke: 'solid' },
        { name: 'Halten', points: line(series.buyAndHold), stroke: 'dashed' },
      ]}
      format={(value) => formatDecimal(value, { digits: scale < 1000 ? 2 : 0 })}
      baseline={scale}
      summary={`Wert vom ${period}: ${name} von ${shown(1)} auf ${shown(last.bot)}, Kaufen und Halten auf ${shown(last.held)}, Nichts tun bleibt bei ${shown(1)}.`}
      drawdown={
        withDrawdown
          ? {
              title: fall,
              series: [
                {
                  name,
                  points: series.drawdown.map((value, index) => ({ at: at(index), value })),
                  stroke: 'solid',
                },
              ],
              format: (value) =>
                formatPercent(value, { digits: Math.min(...series.drawdown) < -0.2 ? 0 : 1 }),
              baseline: 0,
              summary: `${fall.replace('Rückgang', `Rückgang des ${name}`)}.`,
            }
          : undefined
      }
    />
  );
}
