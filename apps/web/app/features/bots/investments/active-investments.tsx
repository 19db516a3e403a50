import { BOTS, type Bot, canStop, type Investment } from '@botdepot/contract';
import { formatAmount, fromWire, type Micros } from '@botdepot/money';
import { clsx } from 'clsx';
import { formatPercent } from '../../../lib/format/numbers.ts';
import { useNavs } from '../../../lib/live/live.tsx';
import { navOf } from '../../../lib/live/live-prices.ts';
import { useIsPhone } from '../../../lib/page/device.ts';
import { urls } from '../../../lib/url/urls.ts';
import { Sparkline } from '../../../ui/chart/sparkline.tsx';
import { Button, ButtonLink } from '../../../ui/form/button.tsx';
import { Amount } from '../../../ui/sheet/amount.tsx';
import { Percent } from '../../../ui/sheet/percent.tsx';
import { type Column, DataTable } from '../../../ui/table/data-table.tsx';
import { transferLink } from '../bot-links.ts';
import { BotStatus } from '../bot-status.tsx';
import { InvestmentName, periodText } from './investment-name.tsx';
import { type InvestmentValue, valueAt } from './investment-value.ts';

const SHARE = clsx(
  'block text-xs font-book text-muted list:inline list:leading-[inherit]',
  'max-xs:block max-xs:[&_[data-room]]:hidden',
);
export const WIDE_AMOUNTS = clsx(
  "list:[&_td[data-kind='amount'][data-list='wide']]:text-left",
  "list:[&_td[data-kind='amount'][data-list='wide']]:whitespace-normal",
  "list:[&_td[data-kind='amount'][data-list='wide']]:font-book",
  "list:[&_td[data-kind='amount'][data-list='note']]:text-left",
  "list:[&_td[data-kind='amount'][data-list='note']]:whitespace-normal",
  "list:[&_td[data-kind='amount'][data-list='note']]:font-book",
);

interface ActiveInvestmentsProps {
  investments: readonly Investment[];
  /** What the bots do right now. */
  bots: readonly Bot[];
  /** „Summe“, or what the sum covers when there are more pages. */
  sumLabel: string;
  /** Its row is marked. */
  startedId: string | undefined;
  onStop: (investment: Investment) => void;
}

interface Row extends InvestmentValue {
  investment: Investment;
  initial: Micros;
}

/** Active investments at the newest tick. The sum adds the rows as they are shown. */
export function ActiveInvestments(props: ActiveInvestmentsProps) {
  const { investments, bots, sumLabel, startedId, onStop } = props;
  const navs = useNavs();
  const phone = useIsPhone();
  const rows = investments.map((investment): Row => {
    const current = valueAt(investment, navOf(investment, navs));
    return { ...current, investment, initial: fromWire(investment.usdInitialAmount) };
  });
  const statusOf = ({ investment }: Row) => (
    <BotStatus bot={bots.find(({ botType }) => botType === investment.botType)} />
  );
  const sum = (pick: (row: Row) => Micros) => rows.reduce((total, row) => total + pick(row), 0n);

  const columns: Column<Row>[] = [
    {
      key: 'bot',
      head: 'Bot',
      kind: 'primary',
      list: 'title',
      cell: ({ investment }) => <InvestmentName investment={investment} />,
    },
    {
      key: 'history',
      head: 'Verlauf',
      list: 'hidden',
      room: 'widest',
      cell: ({ investment }) => <History investment={investment} />,
    },
    {
      key: 'initial',
      head: 'Einsatz',
      kind: 'amount',
      list: 'note',
      cell: ({ investment, initial: amount }) => (
        <>
          <Amount
            value={amount}
            tone="muted"
            to={transferLink(investment.startTransferId)}
            opensLabel="Buchung des Starts öffnen"
          />
          <span data-room="list">{` ${periodText(investment)}`}</span>
        </>
      ),
      foot: (
        <>
          <Amount value={sum((row) => row.initial)} tone="muted" />
          <span data-room="list"> eingesetzt</span>
        </>
      ),
    },
    {
      key: 'profit',
      head: 'Ergebnis',
      kind: 'amount',
      list: 'amount-note',
      cell: ({ profit, returnFraction }) => (
        <>
          <Amount value={profit} tone="delta" />
          <span className={SHARE}>
            <span data-room="list"> · </span>
            <Percent fraction={returnFraction} signed />
          </span>
        </>
      ),
      foot: <Amount value={sum((row) => row.profit)} tone="delta" unit="USDT" />,
    },
    {
      key: 'drawdown',
      head: 'Größter Rückgang',
      kind: 'amount',
      list: 'wide',
      cell: (row) => (
        <>
          <span className="font-book text-muted list:text-[12px]/4.5">
            <span data-room="list">Größter Rückgang </span>
            {formatPercent(row.investment.maxDrawdownFraction)}
          </span>
          {phone && (
            <div className="list:grid list:gap-2 list:pt-1.5 list:text-[13px]/5 list:[font-variant-numeric:normal]">
              <History investment={row.investment} />
              {statusOf(row)}
            </div>
          )}
        </>
      ),
    },
    {
      key: 'value',
      head: 'Wert',
      kind: 'amount',
      edge: true,
      list: 'amount',
      total: true,
      cell: ({ investment, value }) => (
        <Amount value={value} to={urls.investment(investment.id)} opensLabel="Zusammensetzung öffnen" />
      ),
      foot: formatAmount(sum((row) => row.value)),
    },
    {
      key: 'actions',
      head: <span className="vh">Aktionen</span>,
      list: 'actions',
      cell: ({ investment }) => (
        <>
          <span data-room="list">
            <ButtonLink wide size="sm" look="quiet" to={urls.investment(investment.id)}>
              Öffnen
            </ButtonLink>
          </span>
          <Button
            size="sm"
            look="quiet"
            disabled={!canStop(investment.status)}
            onClick={() => onStop(investment)}
          >
            Beenden
            <span className="vh">{`: ${BOTS[investment.botType].name} ${investment.reference}`}</span>
          </Button>
        </>
      ),
    },
  ];
  return (
    <div className={WIDE_AMOUNTS}>
      <DataTable
        caption="Aktive Bots"
        needs="much"
        columns={columns}
        rows={rows}
        rowKey={({ investment }) => investment.id}
        rowTo={({ investment }) => urls.investment(investment.id)}
        isSelected={({ investment }) => investment.id === startedId}
        detail={phone ? undefined : statusOf}
        footLabel={sumLabel}
      />
    </div>
  );
}

function History({ investment }: { investment: Investment }) {
  return (
    <div className="w-[7rem] list:w-full">
      <Sparkline
        values={investment.sparkline}
        baseline={investment.sparkline[0]}
        height={40}
        label={`Anteilswert ${periodText(investment)}`}
      />
    </div>
  );
}
