import { BOTS, type OwnHolding } from '@botdepot/contract';
import { formatAmount, fromWire } from '@botdepot/money';
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

interface YourBotsProps {
  sums: InvestmentSums;
  /** Own bots that hold money. */
  own: readonly OwnHolding[];
}

export function YourBots({ sums, own }: YourBotsProps) {
  if (sums.active.length === 0 && own.length === 0) {
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
  const inOwnBots = own.reduce((sum, { value }) => sum + fromWire(value), 0n);
  return (
    <Panel
      title="Ihre Bots"
      aside={
        <Link className="link-alone" to={sums.active.length > 0 ? urls.bots : urls.ownBots}>
          Öffnen
        </Link>
      }
    >
      <Ledger
        caption="Ihre Bots, Wert in USDT"
        lines={[...shown.map(lineOf), ...(rest.length > 0 ? [restLine(rest)] : []), ...own.map(ownLine)]}
        total={{ label: 'Zusammen', amount: <Amount value={sums.activeValue + inOwnBots} /> }}
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

/** No more of them than somebody may have. */
function ownLine({ id, name, put, value, isWaiting }: OwnHolding): LedgerLine {
  const profit = fromWire(value) - fromWire(put);
  return {
    key: `own-${id}`,
    label: name,
    note: isWaiting ? (
      'Eigener Bot, wartet auf seinen Start'
    ) : (
      <>
        {formatAmount(profit, { sign: 'always' })}
        <br />
        Eigener Bot
      </>
    ),
    amount: <Amount value={fromWire(value)} to={urls.ownBotLive(id)} opensLabel={`${name} öffnen`} />,
  };
}
