import { countBars } from '@botdepot/trading/browser';
import { clsx } from 'clsx';
import { formatCount, formatDecimal, formatPercent, NO_FIGURE } from '../../../lib/format/numbers.ts';
import { formatUtcPeriod, noonOf } from '../../../lib/format/plain-days.ts';
import { CompareChart } from '../../../ui/chart/compare-chart.tsx';
import { Ledger } from '../../../ui/sheet/ledger.tsx';
import { Panel } from '../../../ui/sheet/panel.tsx';
import type { PriceSource, ShownResult } from '../own-candles/own-candles.ts';
import { costWords } from '../rule-numbers.ts';
import { ALL_LOST, isAllLost, missingText, signed } from './result-checks.ts';

/** What the figures are told of, USDT. */
const CAPITAL = 1000;
const ofCapital = (value: number | null): string =>
  value === null ? NO_FIGURE : formatDecimal(CAPITAL * value);
const grown = (totalReturn: number | null): number | null => (totalReturn === null ? null : 1 + totalReturn);

interface CurvePanelProps {
  shown: ShownResult;
  source: PriceSource | undefined;
}

/** The rule beside what the same money would have become without it. */
export function CurvePanel({ shown: { result }, source }: CurvePanelProps) {
  const { curve, figures, holding, savingsPlan, savings, randomBots, firstDay, lastDay } = result;
  const points = (values: readonly number[], factor = CAPITAL) =>
    curve.day.map((day, index) => ({ at: noonOf(firstDay, day), value: factor * values[index]! }));
  const ends = [
    { label: 'Ihre Regel', amount: ofCapital(grown(figures.totalReturn)) },
    { label: 'Kaufen und halten', amount: ofCapital(grown(holding.totalReturn)) },
    { label: 'Sparplan', note: 'jeden Monat gleich viel', amount: ofCapital(grown(savingsPlan.totalReturn)) },
    {
      label: `Sparbuch mit ${formatPercent(savings.ratePerYear)}`,
      amount: ofCapital(grown(savings.totalReturn)),
    },
    ...(randomBots.value
      ? [
          {
            label: `${formatCount(randomBots.value.count)} Zufallsbots, Mitte`,
            note: `90 von 100 endeten zwischen ${ofCapital(grown(randomBots.value.low))} und ${ofCapital(grown(randomBots.value.high))}`,
            amount: ofCapital(grown(randomBots.value.median)),
          },
        ]
      : []),
  ];
  return (
    <Panel
      title={`Was aus ${formatCount(CAPITAL)} USDT wurde`}
      note={`${formatUtcPeriod(firstDay, lastDay)}, ${costWords(result.costFactor)}${source ? `, ${source.name}` : ''}`}
    >
      <CompareChart
        title="USDT"
        series={[
          { name: 'Ihre Regel', points: points(curve.equity), stroke: 'solid' },
          { name: 'Sparplan', points: points(curve.savingsPlan), stroke: 'dashed' },
          { name: 'Halten', points: points(curve.holding), stroke: 'dotted' },
        ]}
        format={(value) => formatDecimal(value)}
        baseline={CAPITAL}
        summary={`Aus ${formatCount(CAPITAL)} USDT wurden mit der Regel ${ends[0]!.amount}, mit Kaufen und Halten ${ends[1]!.amount}, mit einem Sparplan ${ends[2]!.amount}.`}
        drawdown={{
          title: 'Rückgang vom höchsten Stand',
          series: [{ name: 'Ihre Regel', points: points(curve.drawdown, 1), stroke: 'solid' }],
          format: (value) => formatPercent(value, { digits: 1 }),
          baseline: 0,
          summary: `Der größte Rückgang der Regel war ${formatPercent(figures.maxDrawdown)}.`,
        }}
      />
      <div className="mt-4">
        <Ledger caption="Endwerte" head={{ label: `Stand am Ende`, amount: 'USDT' }} lines={ends} compact />
      </div>
      {result.liquidated && (
        <p className="mt-3 text-sm text-muted">
          Das Kapital war vor dem Ende aufgebraucht; dort hörte der Lauf auf.
        </p>
      )}
      {result.missingWarmUp > 0 && (
        <p className="mt-3 text-sm text-muted">
          {`Vorlauf fehlt: ${countBars(result.missingWarmUp)}. Bis dahin ist manches noch nicht bekannt.`}
        </p>
      )}
    </Panel>
  );
}

interface IntervalRow {
  label: string;
  note: string;
  /** Null where there is no such figure. */
  band: { low: number; value: number; high: number } | null;
  /** What it has to be compared with. */
  mark: { value: number; name: string } | null;
  format: (value: number) => string;
}

/** Measured figures with the range that nine of ten such pasts would show. */
export function CertaintyPanel({ shown: { result, judgement } }: { shown: ShownResult }) {
  const { bands, figures, savings, dependent } = result;
  const { cagr, sharpe, maxDrawdown } = figures;
  const rows: IntervalRow[] = [];
  if (bands.value && cagr !== null && sharpe !== null && maxDrawdown !== null) {
    const rate = savings.ratePerYear;
    const { hurdle } = judgement;
    const isLost = isAllLost(figures.totalReturn);
    rows.push(
      {
        label: 'Rendite im Jahr',
        note: costWords(result.costFactor),
        band: bandOf(bands.value.cagr, cagr),
        mark: { value: rate, name: 'Sparbuch' },
        format: signed,
      },
      {
        label: 'Sharpe',
        note: isLost ? ALL_LOST : 'Ertrag je Schwankung, im Jahr',
        band: isLost ? null : bandOf(bands.value.sharpe, sharpe),
        mark:
          hurdle.value === null ? null : { value: hurdle.value, name: hurdle.value === 0 ? '0' : 'Hürde' },
        format: (value) => formatDecimal(value),
      },
      {
        label: 'Größter Rückgang',
        note: 'im ganzen Zeitraum',
        band: bandOf(bands.value.maxDrawdown, maxDrawdown),
        mark: null,
        format: (value) => formatPercent(value, { digits: 1 }),
      },
    );
  }
  return (
    <Panel
      flush
      title="Wie sicher sind die Zahlen?"
      note="Punkt: gemessen. Strich: 90 von 100 Fällen, aus denselben Tagen neu gemischt."
    >
      {rows.length === 0 ? (
        <p className="p-(--pad) text-muted">{missingText(bands.missing ?? 'too-short')}</p>
      ) : (
        <ul>
          {rows.map((row) => (
            <IntervalLine key={row.label} row={row} />
          ))}
        </ul>
      )}
      {dependent && (
        <p className="px-(--pad) py-3 border-t border-border text-sm text-muted">
          Die Tage hängen zusammen, die Unsicherheit ist größer als gezeigt.
        </p>
      )}
    </Panel>
  );
}

const bandOf = ([low, , high]: readonly [number, number, number], value: number) => ({ low, value, high });

const LINE = clsx(
  'grid grid-cols-[minmax(0,11rem)_minmax(0,1fr)_var(--amt)] items-stretch [&+&]:border-t border-border px-(--pad)',
  'max-md:grid-cols-[minmax(0,1fr)_auto]',
);

function IntervalLine({ row }: { row: IntervalRow }) {
  const { label, note, band, format } = row;
  return (
    <li className={LINE}>
      <div className={clsx('py-3', band === null && 'md:col-span-2')}>
        {label}
        <span className="block text-sm text-muted">{note}</span>
      </div>
      {band && <BandLine {...band} mark={row.mark} />}
      <div className="py-3 md:pl-2 text-right md:border-l border-border">
        <span className="block font-620 tnum">{band ? format(band.value) : NO_FIGURE}</span>
        {band && (
          <span className="block text-sm text-muted tnum">{`${format(band.low)} bis ${format(band.high)}`}</span>
        )}
      </div>
    </li>
  );
}

type BandProps = NonNullable<IntervalRow['band']> & Pick<IntervalRow, 'mark'>;

function BandLine({ low, value, high, mark }: BandProps) {
  const all = [low, high, value, ...(mark ? [mark.value] : [])];
  const [from, to] = [Math.min(...all), Math.max(...all)];
  const room = (to - from || 1) * 0.12;
  const place = (at: number): string => `${((at - from + room) / (to - from + 2 * room)) * 100}%`;
  return (
    <div className="relative min-h-14 mx-2 max-md:order-3 max-md:col-span-2 max-md:min-h-10" aria-hidden>
      {mark && (
        <span
          className="absolute inset-y-0 border-0 border-l border-dashed border-control"
          style={{ left: place(mark.value) }}
        >
          <em
            className={clsx(
              'absolute top-0.5 text-[12px]/4 not-italic text-muted whitespace-nowrap',
              mark.value > (from + to) / 2 ? 'right-1' : 'left-1',
            )}
          >
            {mark.name}
          </em>
        </span>
      )}
      <span
        className="absolute top-1/2 h-2.5 -mt-[5px] border-x border-text before:absolute before:inset-x-0 before:top-1/2 before:border-t before:border-text"
        style={{ left: place(low), right: `calc(100% - ${place(high)})` }}
      />
      <span
        className="absolute top-1/2 size-2.5 -mt-[5px] -ml-[5px] rounded-full border-2 border-text bg-surface"
        style={{ left: place(value) }}
      />
    </div>
  );
}
