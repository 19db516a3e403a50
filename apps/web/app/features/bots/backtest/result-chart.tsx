import type { BotReport } from '@botdepot/contract';
import { formatAmount, type Micros } from '@botdepot/money';
import { shareOfCapital } from '../../../lib/format/capital-share.ts';
import { formatDecimal, formatPercent, NBSP } from '../../../lib/format/numbers.ts';
import { formatUtcPeriod, noonOf } from '../../../lib/format/plain-days.ts';
import { CompareChart } from '../../../ui/chart/compare-chart.tsx';
import { asCoordinate } from '../investments/investment-value.ts';
import { daysBefore } from './backtest-wish.ts';

interface ResultChartProps {
  name: string;
  series: BotReport['series'];
  /** What 1 of the series is worth. Without it the curves begin at 100. */
  capital?: Micros | undefined;
}

/** The bot, buying and holding, and doing nothing on one scale; the bot's distance from its highest value below. */
export function ResultChart({ name, series, capital }: ResultChartProps) {
  const scale = capital === undefined ? 100 : asCoordinate(capital);
  const at = (index: number) => noonOf(series.firstDay, index);
  const line = (values: readonly number[]) =>
    values.map((value, index) => ({ at: at(index), value: value * scale }));
  const days = series.equity.length;
  const period = formatUtcPeriod(series.firstDay, daysBefore(series.firstDay, 1 - days));
  const shown = (value: number) =>
    capital === undefined
      ? formatDecimal(value * 100, { digits: 1 })
      : `${formatAmount(shareOfCapital(capital, value))}${NBSP}USDT`;
  const last = { bot: series.equity.at(-1) ?? 1, held: series.buyAndHold.at(-1) ?? 1 };
  const deepest = Math.min(0, ...series.drawdown);
  const digits = capital === undefined ? 0 : scale < 1000 ? 2 : 0;
  return (
    <CompareChart
      title={capital === undefined ? 'Start = 100, nach Kosten' : 'Wert in USDT, nach Kosten'}
      series={[
        { name, points: line(series.equity), stroke: 'solid' },
        { name: 'Halten', points: line(series.buyAndHold), stroke: 'dashed' },
        { name: 'Nichts tun', points: line(series.equity.map(() => 1)), stroke: 'dotted' },
      ]}
      format={(value) => formatDecimal(value, { digits })}
      baseline={scale}
      summary={`Wert vom ${period}: ${name} von ${shown(1)} auf ${shown(last.bot)}, Kaufen und Halten auf ${shown(last.held)}, Nichts tun bleibt bei ${shown(1)}.`}
      drawdown={{
        title: `Rückgang vom höchsten Stand, tiefster ${formatPercent(deepest)}`,
        series: [
          {
            name,
            points: series.drawdown.map((value, index) => ({ at: at(index), value })),
            stroke: 'solid',
          },
        ],
        format: (value) => formatPercent(value, { digits: deepest < -0.2 ? 0 : 1 }),
        baseline: 0,
        summary: `Rückgang des ${name} vom höchsten Stand, tiefster ${formatPercent(deepest)}.`,
      }}
    />
  );
}
