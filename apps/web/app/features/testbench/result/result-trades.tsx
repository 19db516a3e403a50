import type { ResultTrade } from '@botdepot/contract';
import { decimalsOf } from '@botdepot/contract/catalogue';
import {
  decidingSection,
  type ExplainedDecision,
  leafText,
  linesOf,
  type Ordered,
  parseRule,
  type Rule,
} from '@botdepot/trading/browser';
import { useState } from 'react';
import { dayLater, formatDate, formatDateTimeShort } from '../../../lib/format/dates.ts';
import { formatCount, formatDecimal, formatPercent } from '../../../lib/format/numbers.ts';
import { Button } from '../../../ui/form/button.tsx';
import { Panel } from '../../../ui/sheet/panel.tsx';
import { Percent } from '../../../ui/sheet/percent.tsx';
import { VoucherNumber } from '../../../ui/sheet/voucher-number.tsx';
import { EmptyState } from '../../../ui/state/empty-state.tsx';
import { LedgerSkeleton } from '../../../ui/state/skeleton.tsx';
import { type Column, DataTable } from '../../../ui/table/data-table.tsx';
import { Pager } from '../../../ui/table/pager.tsx';
import { type DecisionFacts, DecisionReason } from '../decision-reason.tsx';
import type { PriceSource, ShownResult } from '../own-candles/own-candles.ts';
import type { PreviewOrder } from '../preview/preview-messages.ts';
import { orderOf } from '../preview/preview-order.ts';
import { useWhy } from '../preview/use-preview.ts';
import { endNumberOf, numbersOf, OTHER_ENDS } from '../rule-numbers.ts';
import { tradesText } from './result-checks.ts';

const PAGE_SIZE = 10;

/** Every closed trade, the newest first, with what ended it. */
export function ResultTrades({ shown, source }: { shown: ShownResult; source: PriceSource | undefined }) {
  const [asked, setPage] = useState(1);
  const [open, setOpen] = useState<string | null>(null);
  const { trades } = shown.result;
  const { rule } = parseRule(shown.rule);
  const newestFirst = trades.newest.toReversed();
  // A result that has come meanwhile may have fewer.
  const page = Math.max(1, Math.min(asked, Math.ceil(newestFirst.length / PAGE_SIZE)));
  const wins = trades.winRate === null ? null : Math.round(trades.winRate * trades.count);
  if (rule === null) return null;
  const digits = (symbol: string): number => shown.decimals ?? decimalsOf(symbol);
  const { firstDay, lastDay, costFactor } = shown.result;
  const order =
    source === undefined
      ? null
      : orderOf(
          rule,
          source,
          {
            source: source.source,
            from: firstDay,
            until: dayLater(lastDay, 1),
            costFactor: factorOf(costFactor),
          },
          null,
        );
  return (
    <Panel
      flush
      title="Trades"
      note={`${tradesText(trades.count)} abgeschlossen${wins === null ? '' : `, ${formatCount(wins)} mit Gewinn`}${trades.open > 0 ? `, ${formatCount(trades.open)} noch offen` : ''}`}
      aside={
        trades.meanNet === null ? undefined : `im Mittel ${formatPercent(trades.meanNet, { sign: 'always' })}`
      }
    >
      <DataTable
        caption="Abgeschlossene Trades"
        columns={columnsOf(
          rule,
          digits,
          order === null ? null : { open, toggle: (key) => setOpen(key === open ? null : key) },
        )}
        rows={newestFirst.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE)}
        rowKey={keyOf}
        detail={(trade) =>
          order !== null && keyOf(trade) === open ? (
            <TradeReasons rule={rule} order={order} trade={trade} digits={digits(trade.symbol)} />
          ) : null
        }
        empty={
          <EmptyState title="Kein abgeschlossener Trade">
            In diesem Zeitraum hat die Regel keine Position eröffnet und wieder geschlossen.
          </EmptyState>
        }
      />
      {newestFirst.length > PAGE_SIZE && (
        <Pager page={page} pageSize={PAGE_SIZE} total={newestFirst.length} noun="Trades" onPage={setPage} />
      )}
      {trades.count > newestFirst.length && (
        <p className="py-3 px-(--pad) border-t border-border text-sm text-muted">
          {`Hier stehen die neuesten ${formatCount(newestFirst.length)}; in den Zahlen sind alle enthalten.`}
        </p>
      )}
    </Panel>
  );
}

const keyOf = ({ symbol, openedAt, closedAt }: ResultTrade): string => `${symbol} ${openedAt} ${closedAt}`;

const factorOf = (factor: number): 0 | 1 | 2 => (factor === 0 ? 0 : factor === 2 ? 2 : 1);

interface Explained {
  open: string | null;
  toggle: (key: string) => void;
}

/** @param explained null where the prices are not known from which a decision could be explained. */
function columnsOf(
  rule: Rule,
  digits: (symbol: string) => number,
  explained: Explained | null,
): Column<ResultTrade>[] {
  const numbers = numbersOf(rule);
  const lines = linesOf(rule);
  // With the decimals of the symbol: a mean of several fills may lie between two quotes.
  const priceText = (symbol: string, price: number) => formatDecimal(price, { digits: digits(symbol) });
  const at = rule.interval === '1h' ? formatDateTimeShort : formatDate;
  const reasonOf = ({ line, reason }: ResultTrade): string => {
    const leaf = line === null ? undefined : lines[line]?.leaf;
    // A reason is one of the engine's.
    return leaf ? leafText(leaf) : (OTHER_ENDS[reason as keyof typeof OTHER_ENDS] ?? 'beendet');
  };
  const numberOf = (trade: ResultTrade): number | null =>
    endNumberOf(trade as Parameters<typeof endNumberOf>[0], numbers);
  return [
    {
      key: 'symbol',
      head: 'Markt',
      list: 'title',
      cell: ({ symbol, direction }) => (
        <>
          <b className="font-semibold">{symbol}</b>
          {direction === 'short' && ' auf fallende Kurse'}
        </>
      ),
    },
    {
      key: 'opened',
      head: 'Einstieg',
      list: 'note',
      cell: ({ symbol, openedAt, entryPrice }) => (
        <Moment at={at(openedAt)} price={priceText(symbol, entryPrice)} />
      ),
    },
    {
      key: 'closed',
      head: 'Ausstieg',
      list: 'wide',
      cell: (trade) => (
        <>
          <Moment at={at(trade.closedAt)} price={priceText(trade.symbol, trade.exitPrice)} />
          <span data-room="list">{` · ${reasonOf(trade)}`}</span>
        </>
      ),
    },
    {
      key: 'reason',
      head: 'Beendet, weil',
      list: 'hidden',
      cell: (trade) => {
        const number = numberOf(trade);
        return (
          <span className="inline-flex items-center gap-2">
            {number !== null && <VoucherNumber number={number} />}
            {reasonOf(trade)}
          </span>
        );
      },
    },
    {
      key: 'net',
      head: 'Ergebnis',
      kind: 'amount',
      edge: true,
      list: 'amount',
      cell: ({ net }) => <Percent fraction={net} tone="delta" />,
    },
    ...(explained === null
      ? []
      : [
          {
            key: 'why',
            head: <span className="vh">Erklärung</span>,
            list: 'action',
            cell: (trade) => (
              <Button
                size="sm"
                aria-expanded={keyOf(trade) === explained.open}
                aria-label={`Warum: ${trade.symbol}, ${at(trade.openedAt)}`}
                onClick={() => explained.toggle(keyOf(trade))}
              >
                Warum
              </Button>
            ),
          } satisfies Column<ResultTrade>,
        ]),
  ];
}

function Moment({ at, price }: { at: string; price: string }) {
  return (
    <span className="tabular-nums">
      {at}
      <span className="text-muted whitespace-nowrap">{` zu ${price}`}</span>
    </span>
  );
}

interface TradeReasonsProps {
  rule: Rule;
  order: PreviewOrder;
  trade: ResultTrade;
  /** Decimals of its prices. */
  digits: number;
}

/** Ended by a condition, not by a level within a bar. */
const isDecided = ({ reason }: ResultTrade): boolean =>
  reason === 'exit' || reason === 'reverse' || reason === 'time';

/** Why a trade began and ended, and at which price it would not have. */
function TradeReasons({ rule, order, trade, digits }: TradeReasonsProps) {
  const { symbol, openedAt, closedAt, reason } = trade;
  const filledAt = isDecided(trade) ? [openedAt, closedAt] : [openedAt];
  const why = useWhy({ order, symbol, digits, filledAt });
  if (why === null) return <LedgerSkeleton lines={3} total={false} />;
  const [entry, exit] = why.decisions;
  const isLong = trade.direction === 'long';
  return (
    <div className="grid grid-cols-1 lg:grid-cols-2 gap-x-8 gap-y-5 py-2">
      {entry && (
        <DecisionReason
          title={isLong ? 'Warum gekauft' : 'Warum auf fallende Kurse gesetzt'}
          interval={rule.interval}
          decision={factsOf(entry, isLong ? 1 : -1, 'entry')}
          digits={digits}
        />
      )}
      {exit ? (
        <DecisionReason
          title="Warum beendet"
          interval={rule.interval}
          decision={factsOf(exit, isLong ? -1 : 1, reason as NonNullable<Ordered>)}
          digits={digits}
        />
      ) : (
        <div>
          <h3 className="font-620">Warum beendet</h3>
          <p className="text-sm mt-1">
            {`${OTHER_ENDS[reason as keyof typeof OTHER_ENDS] ?? 'Beendet'}: Das geschah innerhalb der Kerze, ohne Entscheidung an ihrem Schluss.`}
          </p>
        </div>
      )}
    </div>
  );
}

/** With the lines of the condition that gave this order. @param side 1 bought, −1 sold. */
function factsOf(
  { lines, held, ...decision }: ExplainedDecision,
  side: 1 | -1,
  ordered: NonNullable<Ordered>,
): DecisionFacts {
  const section = decidingSection(side, decision.ordered ?? ordered, held);
  return {
    ...decision,
    lines: lines
      .filter((line) => line.section === section)
      .map(({ path, leaf, values, isTrue }) => ({ path, text: leafText(leaf), values, isTrue })),
  };
}
