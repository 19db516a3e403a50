import { BACKTEST_LIMITS, type BacktestResult, type BacktestTrade, MARKET_SYMBOLS } from '@botdepot/contract';
import type { Micros } from '@botdepot/money';
import { useState } from 'react';
import { formatDateTimeShort } from '../../../lib/format/dates.ts';
import { formatCount, formatDecimal, shareOfCapital } from '../../../lib/format/numbers.ts';
import { Amount } from '../../../ui/sheet/amount.tsx';
import { EmptyState } from '../../../ui/state/empty-state.tsx';
import { type Column, DataTable } from '../../../ui/table/data-table.tsx';
import { FilterSelect } from '../../../ui/table/filters.tsx';
import { Pager } from '../../../ui/table/pager.tsx';
import { inCatalogueOrder } from './backtest-wish.ts';
import { DIRECTION_WORDS } from './result-texts.ts';
import { listedTrades, pageOf, TRADE_ORDERS, type TradeOrder } from './trade-list.ts';

const PAGE_SIZE = 10;

interface TradesTableProps {
  result: BacktestResult;
  capital: Micros;
}

/** Every trade with what opened and closed it, in the chosen capital. */
export function TradesTable({ result, capital }: TradesTableProps) {
  const { trades, tradeCount } = result;
  const [symbol, setSymbol] = useState<string | null>(null);
  const [order, setOrder] = useState<TradeOrder>('neueste');
  const [page, setPage] = useState(1);
  const traded = inCatalogueOrder(trades.map((trade) => trade.symbol));
  // After another run the chosen symbol may not be there any more.
  const shownSymbol = symbol !== null && traded.includes(symbol) ? symbol : null;
  const listed = listedTrades(trades, { symbol: shownSymbol, order });
  const shown = pageOf(listed, page, PAGE_SIZE);
  return (
    <>
      {trades.length > 0 && (
        <div className="flex flex-wrap gap-2 py-3 px-(--pad) max-md:*:flex-[1_1_9rem] max-md:[&_select]:w-full">
          <FilterSelect
            label="Geschäfte nach Markt"
            options={traded.map((value) => ({ value, label: value }))}
            value={shownSymbol}
            allLabel="Alle Märkte"
            onChange={(next) => {
              setSymbol(next);
              setPage(1);
            }}
          />
          <FilterSelect
            label="Reihenfolge der Geschäfte"
            options={TRADE_ORDERS}
            value={order}
            onChange={(next) => {
              setOrder(next ?? 'neueste');
              setPage(1);
            }}
          />
        </div>
      )}
      <DataTable
        caption="Geschäfte des Rücktests"
        columns={columnsFor(capital)}
        rows={shown.rows}
        rowKey={(trade) => `${trade.symbol} ${trade.openedAt} ${trade.closedAt}`}
        empty={
          <EmptyState title="Kein abgeschlossenes Geschäft">
            In diesem Zeitraum hat der Bot keine Position eröffnet und wieder geschlossen.
          </EmptyState>
        }
      />
      {listed.length > PAGE_SIZE && (
        <Pager
          page={shown.page}
          pageSize={PAGE_SIZE}
          total={listed.length}
          noun="Geschäfte"
          onPage={setPage}
        />
      )}
      {tradeCount > trades.length && (
        <p className="py-3 px-(--pad) border-t border-border text-sm text-muted">
          {`Hier stehen die neuesten ${formatCount(BACKTEST_LIMITS.trades)} von ${formatCount(tradeCount)} Geschäften; in den Kennzahlen sind alle enthalten.`}
        </p>
      )}
    </>
  );
}

function columnsFor(capital: Micros): Column<BacktestTrade>[] {
  const amount = (figure: number) => shareOfCapital(capital, figure);
  return [
    {
      key: 'symbol',
      head: 'Markt',
      list: 'title',
      cell: ({ symbol, direction }) => (
        <>
          <b className="font-semibold">{symbol}</b>
          {` ${DIRECTION_WORDS[direction]}`}
        </>
      ),
    },
    {
      key: 'opened',
      head: 'Einstieg',
      list: 'note',
      cell: ({ symbol, openedAt, entryPrice }) => (
        <Moment at={openedAt} price={priceText(symbol, entryPrice)} />
      ),
    },
    {
      key: 'closed',
      head: 'Ausstieg',
      list: 'wide',
      cell: ({ symbol, closedAt, exitPrice, reasonText }) => (
        <>
          <Moment at={closedAt} price={priceText(symbol, exitPrice)} />
          <span data-room="list">{` · ${reasonText}`}</span>
        </>
      ),
    },
    { key: 'reason', head: 'Anlass', kind: 'muted', list: 'hidden', cell: ({ reasonText }) => reasonText },
    {
      key: 'costs',
      head: 'Kosten',
      kind: 'amount',
      list: 'amount-note',
      cell: ({ costs }) => (
        <>
          <span data-room="list">Kosten </span>
          <Amount value={-amount(costs)} tone="muted" />
        </>
      ),
    },
    {
      key: 'net',
      head: 'Ergebnis',
      kind: 'amount',
      edge: true,
      list: 'amount',
      cell: ({ net }) => <Amount value={amount(net)} tone="delta" />,
    },
  ];
}

function Moment({ at, price }: { at: string; price: string }) {
  return (
    <span className="tabular-nums">
      <time dateTime={at}>{formatDateTimeShort(at)}</time>
      <span className="text-muted whitespace-nowrap">{` zu ${price}`}</span>
    </span>
  );
}

/** A mean of several fills may lie between two quotes; the symbol's own decimals are enough to read it. */
function priceText(symbol: string, price: number): string {
  const digits = MARKET_SYMBOLS.find((one) => one.symbol === symbol)?.decimals ?? 2;
  return formatDecimal(price, { digits });
}
