import { type BacktestResult, CURRENCY_RULE } from '@botdepot/contract';
import type { Micros } from '@botdepot/money';
import { shareOfCapital } from '../../../lib/capital-share.ts';
import { formatPercent } from '../../../lib/numbers.ts';
import { Amount } from '../../../ui/amount.tsx';
import { Ledger } from '../../../ui/ledger.tsx';
import classes from './result-costs.module.css';
import { breakEvenText } from './result-texts.ts';

const KINDS = [
  { key: 'fee', label: 'Gebühren', note: 'an den Handelsplatz' },
  { key: 'spread', label: 'Spanne', note: 'zwischen Kauf- und Verkaufskurs' },
  { key: 'slippage', label: 'Slippage', note: 'Ausführung schlechter als der gesehene Kurs' },
  { key: 'financing', label: 'Finanzierung', note: 'für gehaltene Positionen' },
] as const;

/** What trading took, and from which costs on nothing would have been left. The sum adds the lines as they are shown. */
export function ResultCosts({ result, capital }: { result: BacktestResult; capital: Micros }) {
  const lines = KINDS.map((kind) => ({ ...kind, amount: shareOfCapital(capital, result.costs[kind.key]) }));
  const sum = lines.reduce((total, { amount }) => total + amount, 0n);
  const share = KINDS.reduce((total, { key }) => total + result.costs[key], 0);
  return (
    <div>
      <Ledger
        caption={`Kosten des Rücktests bei Faktor ${result.request.costFactor}`}
        head={{ label: `Kosten bei Faktor ${result.request.costFactor}`, amount: 'USDT' }}
        lines={lines.map(({ key, label, note, amount }) => ({
          key,
          label,
          note,
          amount: <Amount value={-amount} />,
        }))}
        total={{
          label: 'Summe',
          note: `${formatPercent(share)} des Kapitals, im Ergebnis schon abgezogen`,
          amount: <Amount value={-sum} />,
        }}
      />
      <p className={classes.breakEven}>{`${breakEvenText(result)} ${CURRENCY_RULE}`}</p>
    </div>
  );
}
