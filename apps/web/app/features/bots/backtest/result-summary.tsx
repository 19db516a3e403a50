import { type BacktestResult, BOTS } from '@botdepot/contract';
import { formatAmount, type Micros } from '@botdepot/money';
import { shareOfCapital } from '../../../lib/format/capital-share.ts';
import { formatPercent } from '../../../lib/format/numbers.ts';
import { Amount } from '../../../ui/sheet/amount.tsx';
import { Percent } from '../../../ui/sheet/percent.tsx';
import classes from './result-summary.module.css';

interface ResultSummaryProps {
  result: BacktestResult;
  capital: Micros;
}

/** The three ways to have spent the time, side by side: each with its return and its drawdown. */
export function ResultSummary({ result, capital }: ResultSummaryProps) {
  const { performance, buyAndHold, request } = result;
  const rows = [
    { label: BOTS[request.botType].name, ...performance },
    { label: 'Kaufen und Halten', ...buyAndHold },
    { label: 'Nichts tun', totalReturn: 0, maxDrawdown: 0 },
  ];
  return (
    <table className={classes.table}>
      <caption className="vh">{`Was aus ${formatAmount(capital)}\u00a0USDT geworden wäre`}</caption>
      <thead>
        <tr>
          <th scope="col">{`Aus ${formatAmount(capital)}`}</th>
          <th scope="col">
            Rendite
            <span className={classes.below}>Rückgang</span>
          </th>
          <th scope="col" className={classes.drawdown}>
            <span className={classes.wide}>Größter </span>Rückgang
          </th>
          <th scope="col" className={classes.value}>
            USDT
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ label, totalReturn, maxDrawdown }, index) => (
          <tr key={label} data-own={index === 0 || undefined}>
            <th scope="row">{label}</th>
            <td>
              <Percent fraction={totalReturn} tone="delta" />
              <span className={classes.below}>{formatPercent(maxDrawdown)}</span>
            </td>
            <td className={classes.drawdown}>{formatPercent(maxDrawdown)}</td>
            <td className={classes.value}>
              {totalReturn === null ? '–' : <Amount value={capital + shareOfCapital(capital, totalReturn)} />}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
