import { isOpenRun, type OwnBotRun } from '@botdepot/contract';
import { fromWire, inUsdt, type Micros } from '@botdepot/money';
import { useQuery } from '@tanstack/react-query';
import { formatDate, formatDateTimeShort, formatTime } from '../../../lib/format/dates.ts';
import { formatDecimal, formatPercent } from '../../../lib/format/numbers.ts';
import { queries } from '../../../lib/server/api.ts';
import { BookChart } from '../../../ui/chart/book-chart.tsx';
import { Amount } from '../../../ui/sheet/amount.tsx';
import { BOOK_LEDGER, BookSheet } from '../../../ui/sheet/book-sheet.tsx';
import { KeyValues } from '../../../ui/sheet/key-values.tsx';
import { Ledger } from '../../../ui/sheet/ledger.tsx';
import { Panel } from '../../../ui/sheet/panel.tsx';
import { Percent } from '../../../ui/sheet/percent.tsx';

interface RunSheetProps {
  /** The bot. */
  id: string;
  run: OwnBotRun;
  isNewest: boolean;
}

/** What a run made of one's money: the curve and the account stand on one amount edge and end at the same value. */
export function RunSheet({ id, run, isNewest }: RunSheetProps) {
  const [put, value] = [fromWire(run.amountUsd), fromWire(run.valueUsd)];
  const isOpen = isOpenRun(run.state);
  const which = `${isNewest ? '' : `Lauf ${run.series}, `}Fassung ${run.version}`;
  return (
    <Panel
      flush
      title={isOpen ? 'Was er wert ist' : 'Was er ausgezahlt hat'}
      note={isOpen ? `Stand ${formatTime(run.at)}, ${which}` : which}
    >
      <BookSheet>
        <RunCurve id={id} run={run} put={put} value={value} />
        <Ledger
          className={BOOK_LEDGER}
          caption="Ergebnis dieses Laufs"
          head={{ label: `Seit ${formatDateTimeShort(run.startedAt)}`, amount: 'USDT' }}
          lines={[
            { label: 'Eingesetzt', amount: <Amount value={put} /> },
            { label: 'Ergebnis', note: 'nach Kosten', amount: <Amount value={value - put} tone="delta" /> },
          ]}
          total={{ label: isOpen ? 'Wert' : 'Ausgezahlt', amount: <Amount value={value} /> }}
        />
      </BookSheet>
      <div className="grid grid-cols-1 gap-4 px-(--pad) pt-4 pb-(--pad)">
        {run.demoHistory && (
          <p className="text-sm text-muted">
            Die ersten Tage sind ein Demo-Vorlauf auf Stundenkursen. Ab wann der Bot live handelt, steht im
            Protokoll.
          </p>
        )}
        <KeyValues
          facts={[
            { label: 'Märkte', value: run.symbols.join(', ') },
            { label: 'Anteilswert', value: formatDecimal(Number(run.nav), { digits: 6 }) },
            ...(run.endedAt === null ? [] : [{ label: 'Beendet', value: formatDateTimeShort(run.endedAt) }]),
          ]}
        />
      </div>
    </Panel>
  );
}

/** A smaller change than this, up or down, does not fill the chart. */
const LEAST_MOVE = 0.005;
const USDT = 1_000_000;
const inUnits = (amount: Micros): number => Number(amount) / USDT;

interface RunCurveProps {
  id: string;
  run: OwnBotRun;
  put: Micros;
  value: Micros;
}

/** Nothing until there is more than the beginning. */
function RunCurve({ id, run, put, value }: RunCurveProps) {
  const { data = [] } = useQuery(
    queries.testbench.getOwnBotCurve.queryOptions({ input: { id, series: run.series } }),
  );
  const points = data.map(({ at, valueUsd, drawdown }) => ({
    at: Date.parse(at),
    value: inUnits(fromWire(valueUsd)),
    drawdown,
  }));
  const last = points.at(-1);
  if (points.length < 2 || !last) return null;
  // Between two strikes it is worth something, too.
  const now = Date.parse(run.at);
  if (run.endedAt === null && now > last.at)
    points.push({ at: now, value: inUnits(value), drawdown: last.drawdown });
  const deepest = Math.min(...points.map(({ drawdown }) => drawdown));
  const start = inUnits(put);
  return (
    <BookChart
      title="Wert in USDT"
      points={points}
      format={(shown) => formatDecimal(shown, { digits: 2 })}
      baseline={start}
      covers={[start * (1 - LEAST_MOVE), start * (1 + LEAST_MOVE)]}
      end={<Amount value={value} />}
      drawdown={{
        title: `Rückgang vom höchsten Stand, tiefster ${formatPercent(deepest)}`,
        points: points.map(({ at, drawdown }) => ({ at, value: drawdown })),
        format: (fraction) => formatPercent(fraction, { digits: deepest < -0.02 ? 1 : 2 }),
        end: <Percent fraction={points.at(-1)!.drawdown} tone="delta" />,
        covers: [-LEAST_MOVE],
      }}
      summary={`Wert vom ${formatDate(run.startedAt)} bis ${formatDate(points.at(-1)!.at)}: von ${inUsdt(put)} auf ${inUsdt(value)}, größter Rückgang ${formatPercent(deepest)}.`}
    />
  );
}
