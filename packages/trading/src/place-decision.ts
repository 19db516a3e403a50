import type { PaperBroker } from './broker.ts';
import { HeldPosition, type LevelDistance, type Order, type Position } from './order.ts';
import type { Protections } from './protections.ts';
import type { Action, Decision, SymbolDecision } from './step-report.ts';
import type { MarketView, PortfolioView, Strategy, SymbolIntent, Target } from './strategy.ts';

/** What decisions of one engine have in common. */
export interface DecisionContext<Parameters> {
  readonly broker: PaperBroker;
  readonly strategy: Strategy<Parameters>;
  readonly parameters: Parameters;
  readonly view: MarketView;
  readonly portfolio: PortfolioSnapshot;
  /** Non-null where a stale price forbids new orders. */
  readonly haltedSince: readonly (number | null)[];
  readonly protections: Protections;
}

/** No strategy means more than this by a weight. */
const LARGEST_WEIGHT = 10;

/**
 * Asks the strategy and turns its targets into waiting orders. A decision replaces the waiting orders of every symbol that it speaks
 * about: where it says hold, an older order is withdrawn. Halted symbols get no new orders, since nothing new is known about them.
 *
 * @param number of the decision. @param time ms UTC.
 * @returns null where nobody wants to read it, and for a decision with a target that is no order: a fault of the strategy, which is
 * recorded. Then nothing is ordered and what waits goes on waiting.
 */
export function placeDecision<Parameters>(
  context: DecisionContext<Parameters>,
  number: number,
  time: number,
): Decision | null {
  const { broker, strategy, parameters, view, haltedSince, portfolio } = context;
  const { equity } = portfolio.take();
  const { intents, figures } = strategy.decide(view, portfolio, parameters);
  const fault = findFault(intents, context);
  if (fault !== null) {
    const event = { kind: 'strategy-fault', ...fault, from: time, until: null, figures: {} } as const;
    context.protections.record(event);
    return null;
  }
  for (let index = 0; index < intents.length; index++) {
    if (haltedSince[index] === null) placeOrder(broker, index, intents[index]!, equity, number);
  }
  if (!view.isDescribed) return null;
  const seenUntil = view.end;
  const symbols = intents.map((intent, index): SymbolDecision => {
    const isHalted = haltedSince[index] !== null;
    const ordered = !isHalted && !intent.keeps && broker.orders[index] !== null;
    const weightBefore = weightOf(broker, index, equity);
    // An order of this decision exists only if the intent named a target.
    const weightAfter = ordered ? intent.target!.weight : weightBefore;
    return {
      symbol: view.symbols[index]!.symbol,
      action: actionOf(weightBefore, ordered ? broker.orders[index]!.targetUnits : null, broker, index),
      signal: intent.signal,
      weightBefore,
      weightAfter,
      adjustment: isHalted ? 'halted' : intent.adjustment,
      reason: intent.reason,
      figures: intent.figures,
    };
  });
  return { number, time, seenUntil, equity, figures, symbols };
}

/** The account as a strategy sees it: copied anew for each decision into the same objects. */
export class PortfolioSnapshot implements PortfolioView {
  equity = Number.NaN;
  readonly weights: Float64Array;
  /** Lists that are not frozen: those the runtime reads slowly. */
  readonly positions: Position[];
  readonly orders: (Order | null)[];
  readonly #copies: readonly Position[];
  readonly #broker: PaperBroker;

  constructor(broker: PaperBroker) {
    this.#broker = broker;
    this.#copies = broker.positions.map(() => new HeldPosition().state());
    this.positions = [...this.#copies];
    this.orders = broker.orders.map(() => null);
    this.weights = new Float64Array(broker.positions.length);
  }

  take(): this {
    const { weights, positions, orders } = this;
    const copies = this.#copies;
    const broker = this.#broker;
    this.equity = broker.equity();
    for (let index = 0; index < copies.length; index++) {
      const order = broker.orders[index]!;
      orders[index] = order === null ? null : { ...order };
      positions[index] = copies[index]!;
      broker.positions[index]!.copyTo(copies[index]!);
      weights[index] = weightOf(broker, index, this.equity);
    }
    return this;
  }
}

/** units × price ÷ equity, signed. */
function weightOf({ positions, prices }: PaperBroker, index: number, equity: number): number {
  const { units } = positions[index]!;
  return units === 0 ? 0 : (units * prices[index]!) / equity;
}

function placeOrder(
  broker: PaperBroker,
  index: number,
  intent: SymbolIntent,
  equity: number,
  decision: number,
): void {
  if (intent.keeps) return;
  broker.orders[index] = null;
  const { target, adjustment } = intent;
  if (target === null || adjustment === 'none' || adjustment === 'within-band') return;
  const { units } = broker.positions[index]!;
  if (target.lot !== undefined && target.weight * units > 0) return;
  const targetUnits = unitsOf(index, target.weight, equity, broker.prices[index]!);
  if (targetUnits === units) return;
  const { weight, lot, stop, target: profit, trailing, closeAt } = target;
  broker.orders[index] = {
    targetUnits,
    weight,
    lots: lot === undefined ? undefined : { weight, lot },
    reason: adjustment,
    decision,
    stop,
    target: profit,
    trailing,
    closeAt,
  };
}

/** The first symbol of which something is wanted that is no order, null for a decision that is none as a whole; null without one. */
function findFault<Parameters>(
  intents: readonly SymbolIntent[],
  { broker, view, protections }: DecisionContext<Parameters>,
): { symbol: string | null } | null {
  if (intents.length !== view.symbols.length) return { symbol: null };
  let gross = 0;
  for (let index = 0; index < intents.length; index++) {
    const { target } = intents[index]!;
    if (target === null) continue;
    if (!isOrder(target, broker.prices[index]!, view.end)) return { symbol: view.symbols[index]!.symbol };
    gross += Math.abs(target.weight);
  }
  // Weights that are what is left of a whole exceed it by their rounding.
  return gross > protections.maxOrdered * (1 + 1e-9) ? { symbol: null } : null;
}

/** Whether a target can become units, with levels and times that are ones. @param price NaN before the symbol's first bar. */
function isOrder(target: Target, price: number, now: number): boolean {
  const { weight, lot, stop, target: profit, trailing, closeAt } = target;
  return (
    (weight === 0 || Number.isFinite(weight / price)) &&
    Math.abs(weight) <= LARGEST_WEIGHT &&
    isLevel(stop === null ? undefined : 'price' in stop ? { distance: stop.price } : stop) &&
    isLevel(profit) &&
    isLevel(trailing) &&
    (lot === undefined || (Number.isFinite(lot) && lot > 0)) &&
    (closeAt === null || (Number.isFinite(closeAt) && closeAt > now))
  );
}

function isLevel(rule: LevelDistance | undefined): boolean {
  if (rule === undefined) return true;
  const size = 'distance' in rule ? rule.distance : rule.fraction;
  return Number.isFinite(size) && size > 0;
}

/** @throws RangeError for a weight that is no number of units. */
function unitsOf(index: number, weight: number, equity: number, price: number): number {
  const units = weight === 0 ? 0 : (weight * equity) / price;
  if (Number.isFinite(units)) return units;
  throw new RangeError(`target of symbol ${index} is not a number of units: weight ${weight}`);
}

function actionOf(
  weightBefore: number,
  targetUnits: number | null,
  broker: PaperBroker,
  index: number,
): Action {
  if (targetUnits === null) return weightBefore === 0 ? 'flat' : 'hold';
  return targetUnits > broker.positions[index]!.units ? 'buy' : 'sell';
}
