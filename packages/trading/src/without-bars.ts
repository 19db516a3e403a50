/** What happens to positions of symbols that have no bar when something is due. */
import type { PaperBroker } from './broker.ts';
import { DAY_MS, HOUR_MS } from './candles.ts';
import type { Protections } from './protections.ts';
import { type MarketView, UNQUOTED_LIMIT_MS } from './strategy.ts';

/** A last price of this age says nothing about the end of a session any more: an hour without a price is a gap. */
const TOO_OLD_MS = HOUR_MS;

/**
 * When a position is to be closed while no bar can come, ms UTC: its scheduled close is not after `until`, and the session
 * of its market has ended by then. It fills at the last known price, as an order „at the close“ would, or, when nobody was
 * watching then, as soon as somebody does (`since`); the next session's open may be days away. Null for none, and where
 * the last price is too old: then the next bar closes it.
 */
export function dueInShutMarket(
  broker: PaperBroker,
  view: MarketView,
  index: number,
  since: number,
  until: number,
): number | null {
  const { closeAt } = broker.positions[index]!;
  if (closeAt === null || closeAt > until) return null;
  const dueAt = Math.max(closeAt, since);
  if (dueAt - broker.barEnds[index]! >= TOO_OLD_MS) return null;
  return view.sessionEnd(index, closeAt - 1) <= closeAt ? dueAt : null;
}

/** Settles what counts as gone at its last price, and withdraws its orders. @param end ms UTC. */
export function settleUnquoted(
  broker: PaperBroker,
  protections: Protections,
  symbol: string,
  index: number,
  end: number,
): void {
  const lastBarEnd = broker.barEnds[index]!;
  if (end - lastBarEnd <= UNQUOTED_LIMIT_MS) return;
  if (broker.positions[index]!.units === 0) {
    broker.orders[index] = null;
    return;
  }
  broker.settle(index, end, 'settlement');
  protections.record({
    kind: 'settlement',
    symbol,
    from: lastBarEnd,
    until: end,
    figures: { price: broker.prices[index]!, days: (end - lastBarEnd) / DAY_MS },
  });
}
