import { type BotReport, CURRENCY_RULE } from '@botdepot/contract';
import { formatCount, formatPercent } from '../../../lib/numbers.ts';
import { Ledger } from '../../../ui/ledger.tsx';
import { Percent } from '../../../ui/percent.tsx';
import classes from './report-panel.module.css';

/** Costs per year, and what would have been left without them and with twice as much. */
export function ReportCosts({ report }: { report: BotReport }) {
  const { costsPerYear, fillsPerYear, cagrByCostFactor, performance } = report;
  return (
    <div className={classes.costs}>
      <Ledger
        compact
        caption="Kosten im Jahr"
        head={{ label: 'Im Jahr, vom Kapital', amount: <span className="vh">Anteil</span> }}
        lines={[
          {
            label: 'Handel',
            note: 'Gebühr, Spanne, Slippage',
            amount: formatPercent(costsPerYear.trading),
          },
          {
            label: 'Finanzierung',
            note: 'für gehaltene Positionen',
            amount: formatPercent(costsPerYear.financing),
          },
          { label: 'Ausführungen', amount: formatCount(Math.round(fillsPerYear)) },
        ]}
      />
      <Ledger
        compact
        caption="Rendite im Jahr nach Kostenfaktor"
        head={{ label: 'Rendite im Jahr bei Kosten', amount: <span className="vh">Rendite</span> }}
        lines={[
          {
            label: '0×',
            note: 'ohne Kosten',
            amount: <Percent fraction={cagrByCostFactor['0']} tone="delta" />,
          },
          {
            label: '1×',
            note: 'wie angenommen',
            amount: <Percent fraction={performance.cagr} tone="delta" />,
          },
          { label: '2×', note: 'doppelt', amount: <Percent fraction={cagrByCostFactor['2']} tone="delta" /> },
        ]}
      />
      <p className={classes.note}>{CURRENCY_RULE}</p>
    </div>
  );
}
