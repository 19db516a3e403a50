import type { BotReport } from '@botdepot/contract';
import { judgementOf, sharpeSampleOf } from '@botdepot/trading/browser';
import { verdictsAbout } from '../../../entities/bot/verdicts.ts';
import { TermHint } from '../../../entities/term/term-hint.tsx';
import {
  formatCount,
  formatDecimal,
  formatPercent,
  NBSP,
  NO_FIGURE,
  perHundred,
} from '../../../lib/format/numbers.ts';
import { Ledger } from '../../../ui/sheet/ledger.tsx';

/** What was tried before each bot of the house was decided on: decision 0012 lists it. */
const HOUSE_TRIALS = 30;
const DAYS_PER_YEAR = 365;

const VERDICTS = verdictsAbout('dieser Bot');

/** A bot of the house by the measure of own bots: what its record is worth after what was tried for it. */
export function HouseJudgement({ report }: { report: BotReport }) {
  const { verdict, luck, dsr, hurdle, daysNeeded } = judge(report);
  const { sharpe, days } = report.performance;
  const bots = report.randomBots.value;
  return (
    <div className="grid grid-cols-1 gap-3 [--amt:8rem]">
      <p>
        <b className="font-620">{VERDICTS[verdict]}</b>
        {` Bevor dieser Bot feststand, haben wir etwa ${HOUSE_TRIALS} Einstellungen ausprobiert. `}
        {luck.value === null
          ? 'Ob das Ergebnis Glück war, lässt sich an diesen Tagen nicht sagen.'
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
            amount: daysNeeded.value === null ? NO_FIGURE : `${years(daysNeeded.value)}${NBSP}Jahre`,
          },
        ]}
      />
      <Ledger
        compact
        caption="Gegen Zufallsbots"
        head={{
          label: (
            <>
              Gegen <TermHint id="random-bots">Zufallsbots</TermHint>
            </>
          ),
          amount: <span className="vh">Wert</span>,
        }}
        lines={[
          {
            label: 'Waren schlechter',
            note: '500 wären reiner Zufall, ab 950 wird es auffällig',
            amount: bots === null ? NO_FIGURE : `${formatCount(bots.worse)} von ${formatCount(bots.count)}`,
          },
          {
            label: 'In der Mitte',
            note: bots === null ? undefined : `dieser Bot, ebenso gerechnet: ${signed(bots.actual)}`,
            amount: signed(bots?.median ?? null),
          },
        ]}
      />
      <p className="text-sm text-muted">
        Zufallsbots halten gleich viele Positionen gleich lang und im Mittel gleich groß, nur zu ausgelosten
        Zeiten. Eine Rückgangsgrenze haben sie nicht. Eigene Bots messen wir genauso. Über die Zukunft sagt
        das nichts.
      </p>
    </div>
  );
}

function judge({ series, performance, randomBots, cagrByCostFactor }: BotReport) {
  const returns = series.equity.map((value, day) => value / (day === 0 ? 1 : series.equity[day - 1]!) - 1);
  const atDoubleCosts = cagrByCostFactor['2'];
  return judgementOf(
    {
      sample: sharpeSampleOf(returns),
      figures: { ...performance, days: returns.length },
      trades: { count: performance.trades },
      randomBots,
      // Above zero a year and above zero in all are the same.
      byCostFactor: [{ factor: 2, totalReturn: atDoubleCosts, cagr: atDoubleCosts }],
    },
    { N: HOUSE_TRIALS, V: 0 },
    null,
  );
}

const signed = (fraction: number | null): string => formatPercent(fraction, { sign: 'always' });
const years = (days: number): string =>
  days / DAYS_PER_YEAR >= 1000
    ? `über ${formatCount(1000)}`
    : formatDecimal(days / DAYS_PER_YEAR, { digits: 1 });
