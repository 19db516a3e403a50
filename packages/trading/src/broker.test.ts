import { describe, expect, test } from 'vitest';
import { BarSet } from './bar-set.ts';
import { type Order, PaperBroker } from './broker.ts';
import type { CostRates } from './costs.ts';
import type { Fill } from './fill.ts';

const FREE: CostRates = { fee: 0, spread: 0, slippage: 0, financingPerMs: 0 };
const DEAR: CostRates = { fee: 0.01, spread: 0.002, slippage: 0.003, financingPerMs: 0 };
const BAR_MS = 10;

const order = (targetUnits: number, extra: Partial<Order> = {}): Order => ({
  targetUnits,
  reason: 'entry',
  decision: 1,
  stop: null,
  closeAt: null,
  ...extra,
});

type Row = { bar?: [open: number, high: number, low: number, close: number]; order?: Order };

/** Runs one symbol through rows, each 10 ms long; an order of a row is placed after its bar, a missing bar is skipped. */
function run(rows: Row[], rates = FREE): { broker: PaperBroker; fills: readonly Fill[] } {
  const broker = new PaperBroker(['X'], [rates], 1000);
  const bars = new BarSet(1);
  for (const [index, row] of rows.entries()) {
    const time = index * BAR_MS;
    if (row.bar) {
      const [open, high, low, close] = row.bar;
      bars.time = time;
      bars.end = time + BAR_MS;
      bars.set(0, { open, high, low, close, volume: 0 });
      broker.openBar(0, bars);
      broker.accrueFinancing(BAR_MS);
      broker.closeBar(0, bars);
    }
    if (row.order) broker.orders[0] = row.order;
  }
  return { broker, fills: broker.takeFills() };
}

const brief = (fills: readonly Fill[]) =>
  fills.map(({ time, units, midPrice, reason }) => `${time} ${units}@${midPrice} ${reason}`);

const long = order(10);
const FLAT: [number, number, number, number] = [100, 100, 100, 100];

describe('expected fills', () => {
  const cases: [name: string, rows: Row[], fills: string[]][] = [
    [
      'an order fills at the next open',
      [{ bar: FLAT, order: long }, { bar: [101, 110, 90, 105] }],
      ['10 10@101 entry'],
    ],
    [
      'an order waits for the next bar of its symbol',
      [{ bar: FLAT, order: long }, {}, {}, { bar: [99, 99, 99, 99] }],
      ['30 10@99 entry'],
    ],
    [
      'a newer order replaces an older one that still waits',
      [{ bar: FLAT, order: long }, { order: order(4) }, { bar: FLAT }],
      ['20 4@100 entry'],
    ],
    [
      'a stop inside the bar fills at the stop',
      [{ bar: FLAT, order: order(10, { stop: { price: 95 } }) }, { bar: FLAT }, { bar: [99, 101, 94, 100] }],
      ['10 10@100 entry', '20 -10@95 stop'],
    ],
    [
      'a stop that is jumped over fills at the worse open',
      [{ bar: FLAT, order: order(10, { stop: { price: 95 } }) }, { bar: FLAT }, { bar: [90, 101, 89, 100] }],
      ['10 10@100 entry', '20 -10@90 stop'],
    ],
    [
      'a short stop fills above, at the worse open if jumped over',
      [
        { bar: FLAT, order: order(-10, { stop: { price: 105 } }) },
        { bar: FLAT },
        { bar: [107, 108, 90, 100] },
      ],
      ['10 -10@100 entry', '20 10@107 stop'],
    ],
    [
      'a stop by distance is measured from the mid price of the entry',
      [{ bar: FLAT, order: order(10, { stop: { distance: 6 } }) }, { bar: [102, 103, 96, 97] }],
      ['10 10@102 entry', '10 -10@96 stop'],
    ],
    [
      'a stop may be hit in the bar of the entry',
      [{ bar: FLAT, order: order(-10, { stop: { distance: 3 } }) }, { bar: [100, 104, 90, 91] }],
      ['10 -10@100 entry', '10 10@103 stop'],
    ],
    [
      'a stop that the open has passed already closes at the open',
      [{ bar: FLAT, order: order(10, { stop: { price: 99 } }) }, { bar: [98, 120, 98, 119] }],
      ['10 10@98 entry', '10 -10@98 stop'],
    ],
    [
      'a rebalance on the same side keeps the stop that stands',
      [
        { bar: FLAT, order: order(10, { stop: { price: 95 } }) },
        { bar: FLAT, order: order(12, { reason: 'rebalance', stop: { price: 50 } }) },
        { bar: [100, 100, 94, 94] },
      ],
      ['10 10@100 entry', '20 2@100 rebalance', '20 -12@95 stop'],
    ],
    [
      'a reversal closes and opens in one fill, with its own stop',
      [
        { bar: FLAT, order: order(10, { stop: { price: 95 } }) },
        { bar: FLAT, order: order(-5, { reason: 'reverse', stop: { price: 104 } }) },
        { bar: [100, 103, 90, 90] },
        { bar: [90, 105, 90, 90] },
      ],
      ['10 10@100 entry', '20 -15@100 reverse', '30 5@104 stop'],
    ],
    [
      'a scheduled close needs no next bar: it fills at the close of its bar',
      [
        { bar: FLAT, order: order(10, { closeAt: 30 }) },
        { bar: FLAT },
        { bar: [100, 103, 99, 102] },
        {},
        { bar: FLAT },
      ],
      ['10 10@100 entry', '30 -10@102 scheduled-close'],
    ],
    [
      'a scheduled close without a bar at its time fills at the next open',
      [{ bar: FLAT, order: order(10, { closeAt: 30 }) }, { bar: FLAT }, {}, {}, { bar: [80, 90, 80, 90] }],
      ['10 10@100 entry', '40 -10@80 scheduled-close'],
    ],
    [
      'a stop before the scheduled close comes first',
      [
        { bar: FLAT, order: order(10, { closeAt: 30, stop: { price: 95 } }) },
        { bar: FLAT },
        { bar: [100, 110, 94, 110] },
      ],
      ['10 10@100 entry', '20 -10@95 stop'],
    ],
    [
      'an order opens nothing once its scheduled close has passed',
      [{ bar: FLAT, order: order(10, { closeAt: 20 }) }, {}, { bar: FLAT }, { bar: FLAT }],
      [],
    ],
    [
      'a stop by part is measured from the mid price of the entry',
      [{ bar: FLAT, order: order(10, { stop: { fraction: 0.05 } }) }, { bar: [200, 201, 180, 190] }],
      ['10 10@200 entry', '10 -10@190 stop'],
    ],
    [
      'a target inside the bar fills at the target',
      [
        { bar: FLAT, order: order(10, { target: { distance: 5 } }) },
        { bar: FLAT },
        { bar: [101, 107, 99, 100] },
      ],
      ['10 10@100 entry', '20 -10@105 target'],
    ],
    [
      'a target that is jumped over fills at the better open',
      [
        { bar: FLAT, order: order(-10, { target: { fraction: 0.05 } }) },
        { bar: FLAT },
        { bar: [90, 91, 89, 91] },
      ],
      ['10 -10@100 entry', '20 10@90 target'],
    ],
    [
      'of stop and target within one bar the stop is hit',
      [
        { bar: FLAT, order: order(10, { stop: { distance: 5 }, target: { distance: 5 } }) },
        { bar: [100, 106, 94, 100] },
      ],
      ['10 10@100 entry', '10 -10@95 stop'],
    ],
    [
      'a trailing stop follows the best price, from the next bar on',
      [
        { bar: FLAT, order: order(10, { trailing: { distance: 5 } }) },
        // It falls by more than five from its own high, which the stop does not know yet.
        { bar: [100, 110, 100, 101] },
        { bar: [106, 108, 104, 105] },
      ],
      ['10 10@100 entry', '20 -10@105 trailing'],
    ],
    [
      'a trailing stop never goes back',
      [
        { bar: FLAT, order: order(-10, { trailing: { fraction: 0.1 } }) },
        { bar: [100, 101, 80, 81] },
        { bar: [84, 87, 83, 84] },
        { bar: [84, 88, 84, 85] },
      ],
      ['10 -10@100 entry', '30 10@88 trailing'],
    ],
    [
      'of stop and trailing stop the tighter one is hit, and a tie is a stop',
      [
        { bar: FLAT, order: order(10, { stop: { distance: 5 }, trailing: { distance: 5 } }) },
        { bar: [100, 100, 95, 96], order: order(10, { stop: { distance: 4 }, trailing: { distance: 5 } }) },
        { bar: [100, 102, 97, 98] },
        { bar: [98, 99, 97, 98] },
      ],
      ['10 10@100 entry', '10 -10@95 stop', '20 10@100 entry', '30 -10@97 trailing'],
    ],
    [
      'a reversal has levels of its own',
      [
        { bar: FLAT, order: order(10, { target: { distance: 3 }, trailing: { distance: 3 } }) },
        { bar: FLAT, order: order(-5, { reason: 'reverse' }) },
        { bar: [100, 110, 90, 100] },
      ],
      ['10 10@100 entry', '20 -15@100 reverse'],
    ],
    [
      'an order for the units already held fills nothing',
      [{ bar: FLAT, order: order(0) }, { bar: FLAT }],
      [],
    ],
  ];

  test.each(cases)('%s', (_, rows, fills) => {
    expect(brief(run(rows).fills)).toEqual(fills);
  });
});

describe('the account', () => {
  test('tells fee, spread and slippage apart and measures the gross result at mid', () => {
    const { broker, fills } = run(
      [{ bar: FLAT, order: long }, { bar: FLAT, order: order(0) }, { bar: [110, 110, 110, 110] }],
      DEAR,
    );
    expect(fills[0]).toMatchObject({ midPrice: 100, fee: 10, spread: 2, slippage: 3, grossRealised: 0 });
    expect(fills[0]!.fillPrice).toBeCloseTo(100.5, 12);
    expect(fills[1]!.fillPrice).toBeCloseTo(110 * 0.995, 12);
    expect(fills[1]!.grossRealised).toBe(100);
    const account = broker.account();
    expect(account).toMatchObject({ grossRealised: 100, unrealised: 0, fees: 21, grossExposure: 0 });
    expect(account.spread).toBeCloseTo(4.2, 12);
    expect(account.slippage).toBeCloseTo(6.3, 12);
    expect(account.equity).toBeCloseTo(1000 + 100 - 21 - 4.2 - 6.3, 10);
  });

  test('averages the entry price when adding and keeps it when reducing', () => {
    const { broker, fills } = run([
      { bar: FLAT, order: long },
      { bar: FLAT, order: order(20, { reason: 'rebalance' }) },
      { bar: [110, 110, 110, 110], order: order(5, { reason: 'rebalance' }) },
      { bar: [125, 125, 125, 125] },
    ]);
    expect(broker.positions[0]!.entryPrice).toBe(105);
    expect(fills[2]!.grossRealised).toBe(15 * 20);
    expect(broker.account()).toMatchObject({
      equity: 1400,
      grossRealised: 300,
      unrealised: 100,
      grossExposure: 625,
    });
  });

  test('realises only the closed side of a reversal', () => {
    const { broker, fills } = run([
      { bar: FLAT, order: order(-10) },
      { bar: FLAT, order: order(5, { reason: 'reverse' }) },
      { bar: [90, 90, 90, 90] },
    ]);
    expect(fills[1]!.grossRealised).toBe(100);
    expect(broker.positions[0]).toMatchObject({ units: 5, entryPrice: 90, openedAt: 20 });
  });

  test('charges financing on the notional of both sides for as long as it is held', () => {
    const rates = { ...FREE, financingPerMs: 0.0001 };
    const { broker, fills } = run(
      [{ bar: FLAT, order: order(-10) }, { bar: FLAT }, { bar: FLAT, order: order(0) }, { bar: FLAT }],
      rates,
    );
    // Two bars of 10 ms at a notional of 1000; the bar that closes it at its open charges nothing.
    expect(fills[1]!.financing).toBeCloseTo(2, 12);
    expect(broker.account().financing).toBeCloseTo(2, 12);
    expect(broker.equity()).toBeCloseTo(998, 10);
  });

  test('marks at given prices without changing, and at the last close where none is given', () => {
    const { broker } = run([{ bar: FLAT, order: long }, { bar: FLAT }]);
    expect(broker.account([120]).unrealised).toBe(200);
    expect(broker.account([Number.NaN]).unrealised).toBe(0);
    expect(broker.account([undefined]).equity).toBe(1000);
    expect(broker.equity()).toBe(1000);
  });

  test('settles at the last known price and drops the waiting order', () => {
    const { broker } = run([
      { bar: FLAT, order: long },
      { bar: [100, 105, 100, 104], order: order(50) },
    ]);
    broker.settle(0, 99, 'settlement');
    expect(brief(broker.takeFills())).toEqual(['99 -10@104 settlement']);
    expect(broker.orders[0]).toBeNull();
  });
});
