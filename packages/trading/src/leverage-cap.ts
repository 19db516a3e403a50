import type { Order, PaperBroker } from './broker.ts';
import { SCALE_BELOW_CAP } from './sizing.ts';

/**
 * Leverage cap: what the waiting orders would leave, at the last prices, must not exceed `maxGross` times the equity.
 * Where it would, every position and order is scaled so that nine tenths of the cap are left. Acts at every bar's close,
 * so drift is cut back too; a jump between this close and the next open can still exceed it.
 *
 * @param isHalted symbols without a current price: nothing is ordered for them, and the others make room for what they
 * hold.
 * @returns the gross exposure that was intended, as a multiple of equity; null when it was within the cap, or when only
 * halted symbols are left.
 */
export function capLeverage(
  broker: PaperBroker,
  equity: number,
  maxGross: number,
  isHalted: (index: number) => boolean,
): number | null {
  if (maxGross === Number.POSITIVE_INFINITY) return null;
  let gross = 0;
  let untouchable = 0;
  for (let index = 0; index < broker.positions.length; index++) {
    const units = broker.orders[index]?.targetUnits ?? broker.positions[index]!.units;
    if (units === 0) continue;
    const notional = Math.abs(units) * broker.prices[index]!;
    gross += notional;
    if (isHalted(index)) untouchable += notional;
  }
  if (gross <= maxGross * equity || untouchable === gross) return null;
  const room = SCALE_BELOW_CAP * maxGross * equity - untouchable;
  const factor = Math.max(0, room / (gross - untouchable));
  for (let index = 0; index < broker.positions.length; index++) {
    const order = broker.orders[index]!;
    const { units } = broker.positions[index]!;
    if (isHalted(index) || (order === null && units === 0)) continue;
    broker.orders[index] =
      order === null
        ? {
            targetUnits: smaller(units, factor),
            reason: 'leverage-cap',
            decision: null,
            stop: null,
            closeAt: null,
          }
        : scaled(order, factor);
  }
  return gross / equity;
}

function scaled(order: Order, factor: number): Order {
  const { lots, weight } = order;
  const kept = {
    ...order,
    targetUnits: smaller(order.targetUnits, factor),
    ...(weight === undefined ? {} : { weight: smaller(weight, factor) }),
  };
  return lots === undefined ? kept : { ...kept, lots: { ...lots, weight: lots.weight * factor } };
}

/** A short position times nothing is −0, which a state in JSON does not keep. */
const smaller = (units: number, factor: number): number => (factor === 0 ? 0 : units * factor);
