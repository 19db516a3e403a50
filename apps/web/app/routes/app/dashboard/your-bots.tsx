import { BOTS } from '@botdepot/contract';
import { formatAmount } from '@botdepot/money';
import { Link } from 'react-router';
import { formatPercent } from '../../../lib/format/numbers.ts';
import { urls } from '../../../lib/url/urls.ts';
import { ButtonLink } from '../../../ui/form/button.tsx';
import { Amount } from '../../../ui/sheet/amount.tsx';
import { Ledger, type LedgerLine } from '../../../ui/sheet/ledger.tsx';
import { Panel } from '../../../ui/sheet/panel.tsx';
import { EmptyState } from '../../../ui/state/empty-state.tsx';
import type { InvestmentSums, ValuedInvestment } from './investment-sums.ts';

/** More than these are on their own page. */
const SHOWN = 6;

export function YourBots({ sums }: { sums: InvestmentSums }) {
  if (sums.active.length === 0) {
    return (
      <Panel title="Ihre Bots" flush>
        <EmptyState title="Kein aktiver Bot" action={<ButtonLink to={urls.bots}>Bots ansehen</ButtonLink>}>
          Ein Bot handelt erst, wenn Sie ihn mit Spielgeld aus Ihrem Wallet starten.
        </EmptyState>
      </Panel>
    );
  }
  const shown = sums.active.slice(0, SHOWN);
  const rest = sums.active.slice(SHOWN);
  return (
    <Panel
      title="Ihre Bots"
      aside={
        <Link className="link-alone" to={urls.bots}>
          Öffnen
        </Link>
      }
    >
      <Ledger
        caption="Ihre Bots, Wert in USDT"
        lines={[...shown.map(lineOf), ...(rest.length > 0 ? [restLine(rest)] : [])]}
        total={{ label: 'Zusammen', amount: <Amount value={sums.activeValue} /> }}
      />
    </Panel>
  );
}

function lineOf({ investment, value, profit, returnFraction }: ValuedInvestment): LedgerLine {
  const result = `${formatAmount(profit, { sign: 'always' })} · ${formatPercent(returnFraction, { sign: 'always' })}`;
  return {
    key: investment.id,
    label: BOTS[investment.botType].name,
    note: (
      <>
        {result}
        <br />
        {`Rückgang bis ${formatPercent(investment.maxDrawdownFraction)}`}
      </>
    ),
    amount: (
      <Amount
        value={value}
        to={urls.investment(investment.id)}
        opensLabel={`${investment.reference} öffnen`}
      />
    ),
  };
}

function restLine(rest: readonly ValuedInvestment[]): LedgerLine {
  const value = rest.reduce((sum, one) => sum + one.value, 0n);
  return {
    key: 'rest',
    label: rest.length === 1 ? '1 weiterer' : `${rest.length} weitere`,
    amount: <Amount value={value} to={urls.bots} opensLabel="alle Bots öffnen" />,
  };
}
