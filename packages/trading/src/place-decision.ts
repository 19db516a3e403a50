import type { PaperBroker } from './broker.ts';
import type { Action, Decision, SymbolDecision } from './step-report.ts';
import type { MarketView, Strategy, SymbolIntent } from './strategy.ts';

interface DecisionContext<Parameters> {
  readonly broker: PaperBroker;
  readonly strategy: Strategy<Parameters>;
  readonly parameters: Parameters;
  readonly view: MarketView;
  /** Non-null where a stale price forbids new orders. */
  readonly haltedSince: readonly (number | null)[];
  readonly number: number;
  /** ms UTC. */
  readonly time: number;
}

/**
 * Asks the strategy and turns its targets into waiting orders. A decision speaks about every symbol and therefore
 * replaces every waiting order: where it says hold, an older order is withdrawn. The exception are halted symbols, whose
 * orders wait untouched, since nothing new is known about them.
 */
export function placeDecision<Parameters>(context: DecisionContext<Parameters>): Decision {
  const { broker, strategy, parameters, view, haltedSince, number, time } = context;
  const equity = broker.equity();
  const weights = new Float64Array(view.symbols.length);
  for (let index = 0; index < weights.length; index++) {
    const { units } = broker.positions[index]!;
    weights[index] = units === 0 ? 0 : (units * broker.prices[index]!) / equity;
  }
  const decision = strategy.decide(view, { equity, weights, positions: broker.positions }, parameters);
  const symbols = decision.intents.map((intent, index): SymbolDecision => {
    const isHalted = haltedSince[index] !== null;
    if (!isHalted) placeOrder(broker, index, intent, equity, number);
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
  return { number, time, seenUntil: view.end, equity, figures: decision.figures, symbols };
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
  const targetUnits = target.weight === 0 ? 0 : (target.weight * equity) / broker.prices[index]!;
  if (!Number.isFinite(targetUnits)) {
    throw new RangeError(`target of symbol ${index} is not a number of units: weight ${target.weight}`);
  }
  if (targetUnits === broker.positions[index]!.units) return;
  const { stop, closeAt } = target;
  broker.orders[index] = { targetUnits, reason: adjustment, decision, stop, closeAt };
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
