import type { BotReport } from '@botdepot/contract';
import { judgementOf, sharpeSampleOf } from '@botdepot/trading/browser';
import { formatCount, formatDecimal, formatPercent, NBSP, perHundred } from '../../../lib/format/numbers.ts';
import { Ledger } from '../../../ui/sheet/ledger.tsx';

/** What was tried before each bot of the house was decided on: decision 0012 lists it. */
const HOUSE_TRIALS = 30;
const DAYS_PER_YEAR = 365;
const CONFIDENT = 0.95;

/** A bot of the house by the measure of own bots: what its record is worth after what was tried for it. */
export function HouseJudgement({ report }: { report: BotReport }) {
  const { luck, dsr, hurdle, daysNeeded } = judge(report);
  const { sharpe, days } = report.performance;
  const isBeyondLuck = dsr.value !== null && dsr.value >= CONFIDENT;
  return (
    <div className="grid grid-cols-1 gap-3 [--amt:8rem]">
      <p>
        {`Bevor dieser Bot feststand, haben wir etwa ${HOUSE_TRIALS} Einstellungen ausprobiert. `}
        {luck.value === null
          ? 'Für ein Urteil reichen diese Tage nicht.'
          : `So gut wird die beste von ${HOUSE_TRIALS} wertlosen Regeln in ${perHundred(luck.value)} von 100 Fällen.`}
      </p>
      <Ledger
        compact
        caption="Was das Ergebnis nach allen Versuchen wert ist"
        head={{ label: 'Sharpe im Jahr', amount: <span className="vh">Wert</span> }}
        lines={[
          { label: 'Gemessen', amount: formatDecimal(sharpe) },
          {
            label: 'Hürde',
            note: `was Glück nach ${HOUSE_TRIALS} Versuchen erwarten lässt`,
            amount: formatDecimal(hurdle.value),
          },
          {
            label: 'Über der Hürde',
            note: 'ab 95 % glaubhaft (Deflated Sharpe Ratio)',
            amount: formatPercent(dsr.value, { digits: 0 }),
          },
          {
            label: 'Dafür nötig',
            note: `${years(days)}${NBSP}Jahre gemessen`,
            amount: daysNeeded.value === null ? '–' : `${years(daysNeeded.value)}${NBSP}Jahre`,
          },
        ]}
      />
      <p className="text-sm text-muted">
        {isBeyondLuck
          ? 'Das ist mehr, als Glück erwarten lässt. Über die Zukunft sagt es nichts.'
          : 'Ein Nachweis, dass dieser Bot besser ist als Zufall, ist das nicht. Eigene Bots messen wir genauso.'}
      </p>
    </div>
  );
}

function judge({ series, performance }: BotReport) {
  const returns = series.equity.map((value, day) => value / (day === 0 ? 1 : series.equity[day - 1]!) - 1);
  return judgementOf(
    {
      sample: sharpeSampleOf(returns),
      figures: { ...performance, days: returns.length },
      trades: { count: performance.trades },
      randomBots: { value: null, missing: 'no-benchmark' },
      byCostFactor: [],
    },
    { N: HOUSE_TRIALS, V: 0 },
    null,
  );
}

const years = (days: number): string =>
  days / DAYS_PER_YEAR >= 1000
    ? `über ${formatCount(1000)}`
    : formatDecimal(days / DAYS_PER_YEAR, { digits: 1 });
