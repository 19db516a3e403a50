import { describe, expect, test } from 'vitest';
import { type Order, PaperBroker } from './broker.ts';
import { costRates } from './costs.ts';
import { capLeverage } from './leverage-cap.ts';

const FREE = { feeBps: 0, halfSpreadBps: 0, slippageBps: 0, financingPerYear: 0 };
const rates = costRates(FREE, { financed: false, slippageFactor: 1 }, 1);

/** Units held and units ordered (null: no order) of symbols whose price is 1; equity is 100. */
function brokerWith(held: readonly number[], ordered: readonly (number | null)[] = []): PaperBroker {
  const broker = new PaperBroker(
    held.map((_, index) => `S${index}`),
    held.map(() => rates),
    100,
  );
  for (const [index, units] of held.entries()) {
    broker.quote(index, 1, 0);
    broker.positions[index]!.units = units;
    const target = ordered[index] ?? null;
    if (target !== null) broker.orders[index] = order(target);
  }
  return broker;
}

const order = (targetUnits: number): Order => ({
  targetUnits,
  reason: 'entry',
  decision: 7,
  stop: { distance: 1 },
  closeAt: 5,
});
const ordersOf = (broker: PaperBroker) => broker.orders.map((waiting) => waiting?.targetUnits ?? null);
const nobody = () => false;

describe('the leverage cap', () => {
  test.each<[string, number[], (number | null)[], number | null, (number | null)[]]>([
    ['leaves what is within it', [100, -100], [], null, [null, null]],
    ['counts short positions as long ones', [200, -200], [], 4, [135, -135]],
    ['counts what orders will leave, not what is held', [400, 0], [100, 100], null, [100, 100]],
    ['scales orders and positions alike', [100, 100], [null, 300], 4, [67.5, 202.5]],
    ['leaves an order to sell everything', [100, 400], [0, null], 4, [0, 270]],
    ['leaves the flat flat', [500, 0], [], 5, [270, null]],
  ])('%s', (_, held, ordered, gross, expected) => {
    const broker = brokerWith(held, ordered);
    expect(capLeverage(broker, 100, 3, nobody)).toBe(gross);
    const orders = ordersOf(broker);
    for (const [index, units] of expected.entries()) {
      if (units === null) expect(orders[index]).toBeNull();
      else expect(orders[index]).toBeCloseTo(units, 10);
    }
  });

  test('keeps what else an order says, and orders without a decision where there was none', () => {
    const broker = brokerWith([0, 300], [200, null]);
    capLeverage(broker, 100, 3, nobody);
    expect(broker.orders[0]).toEqual({ ...order(expect.closeTo(108, 10)) });
    expect(broker.orders[1]).toMatchObject({ reason: 'leverage-cap', decision: null, stop: null });
  });

  test('scaled once it is satisfied', () => {
    const broker = brokerWith([300, -100], []);
    expect(capLeverage(broker, 100, 3, nobody)).toBe(4);
    expect(capLeverage(broker, 100, 3, nobody)).toBeNull();
  });

  test('lets the others make room for a halted symbol, at once and not a little at every bar', () => {
    const broker = brokerWith([200, 200], []);
    const isHalted = (index: number) => index === 0;
    expect(capLeverage(broker, 100, 3, isHalted)).toBe(4);
    // 270 may be held in all, and 200 of them cannot be touched.
    expect(broker.orders[0]).toBeNull();
    expect(broker.orders[1]!.targetUnits).toBeCloseTo(70, 10);
    expect(capLeverage(broker, 100, 3, isHalted)).toBeNull();
  });

  test('sells everything else when a halted symbol alone exceeds it, and has then done all it can', () => {
    const broker = brokerWith([400, -50], []);
    const isHalted = (index: number) => index === 0;
    expect(capLeverage(broker, 100, 3, isHalted)).toBe(4.5);
    expect(ordersOf(broker)).toEqual([null, 0]);
    expect(capLeverage(broker, 100, 3, isHalted)).toBeNull();
  });
});
