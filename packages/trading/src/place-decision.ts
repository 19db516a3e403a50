import type { PaperBroker, Position } from './broker.ts';
import type { Protections } from './protections.ts';
import type { Action, Decision, SymbolDecision } from './step-report.ts';
import type { MarketView, PortfolioView, Strategy, SymbolIntent, Target } from './strategy.ts';

interface DecisionContext<Parameters> {
  readonly broker: PaperBroker;
  readonly strategy: Strategy<Parameters>;
  readonly parameters: Parameters;
  readonly view: MarketView;
  readonly portfolio: PortfolioView;
  /** Non-null where a stale price forbids new orders. */
  readonly haltedSince: readonly (number | null)[];
  readonly number: number;
  /** ms UTC. */
  readonly time: number;
  /** Whether anybody wants to read what was decided about each symbol. */
  readonly isDescribed: boolean;
  readonly protections: Protections;
}

const NOT_DESCRIBED: readonly SymbolDecision[] = Object.freeze([]);

/**
 * Asks the strategy and turns its targets into waiting orders. A decision speaks about every symbol and therefore
 * replaces every waiting order: where it says hold, an older order is withdrawn. Halted symbols get no new orders, since
 * nothing new is known about them.
 *
 * @returns null for a decision with a target that is no order: a fault of the strategy, which is recorded. Then nothing is ordered
 * and what waits goes on waiting.
 */
export function placeDecision<Parameters>(context: DecisionContext<Parameters>): Decision | null {
  const { broker, strategy, parameters, view, haltedSince, number, time } = context;
  const { portfolio } = context;
  const { equity, weights } = portfolio;
  const { intents, figures } = strategy.decide(view, portfolio, parameters);
  const faulty = intents.findIndex(
    ({ target }, index) => target !== null && !isOrder(target, broker.prices[index]!),
  );
  if (faulty >= 0) {
    const { symbol } = view.symbols[faulty]!;
    const event = { kind: 'strategy-fault', symbol, from: time, until: null, figures: {} } as const;
    context.protections.record(event);
    return null;
  }
  for (let index = 0; index < intents.length; index++) {
    if (haltedSince[index] === null) placeOrder(broker, index, intents[index]!, equity, number);
  }
  const seenUntil = view.end;
  if (!context.isDescribed) return { number, time, seenUntil, equity, figures, symbols: NOT_DESCRIBED };
  const symbols = intents.map((intent, index): SymbolDecision => {
    const isHalted = haltedSince[index] !== null;
    const ordered = !isHalted && broker.orders[index] !== null;
    const weightBefore = weights[index]!;
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

/** The account as a strategy sees it, taken anew for each decision into the same object. */
export class PortfolioSnapshot implements PortfolioView {
  equity = Number.NaN;
  readonly weights: Float64Array;
  readonly positions: readonly Readonly<Position>[];
  readonly #broker: PaperBroker;

  constructor(broker: PaperBroker) {
    this.#broker = broker;
    this.positions = broker.positions;
    this.weights = new Float64Array(broker.positions.length);
  }

  take(): PortfolioView {
    const { weights, positions } = this;
    const { prices } = this.#broker;
    this.equity = this.#broker.equity();
    for (let index = 0; index < weights.length; index++) {
      const { units } = positions[index]!;
      weights[index] = units === 0 ? 0 : (units * prices[index]!) / this.equity;
    }
    return this;
  }
}

function placeOrder(
  broker: PaperBroker,
  index: number,
  intent: SymbolIntent,
  equity: number,
  decision: number,
): void {
  broker.orders[index] = null;
  const { target, adjustment } = intent;
  if (target === null || adjustment === 'none' || adjustment === 'within-band') return;
  const { units } = broker.positions[index]!;
  if (target.lot !== undefined && target.weight * units > 0) return;
  const targetUnits = unitsOf(index, target.weight, equity, broker.prices[index]!);
  if (targetUnits === units) return;
  const { weight, lot, stop, closeAt } = target;
  const lots = lot === undefined ? undefined : { weight, lot };
  broker.orders[index] = { targetUnits, lots, reason: adjustment, decision, stop, closeAt };
}

/** Whether a target can become units, with levels and times that are ones. @param price NaN before the symbol's first bar. */
function isOrder({ weight, lot, stop, closeAt }: Target, price: number): boolean {
  const level = stop === null ? 1 : 'price' in stop ? stop.price : stop.distance;
  return (
    (weight === 0 || Number.isFinite(weight / price)) &&
    Number.isFinite(level) &&
    level > 0 &&
    (lot === undefined || (Number.isFinite(lot) && lot > 0)) &&
    (closeAt === null || Number.isFinite(closeAt))
  );
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
