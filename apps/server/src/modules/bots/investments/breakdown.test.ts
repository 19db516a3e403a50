import { fixed12FromNumber, fromWire, payoutOf, unitsFor } from '@botdepot/money';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { NavFigures } from '../bots.schema.ts';
import { breakdownOf, type UnitChange } from './breakdown.ts';

const results = fc.double({ min: -0.4, max: 0.8, noNaN: true });
const costs = fc.double({ min: 0, max: 0.02, noNaN: true });
const figures: fc.Arbitrary<NavFigures> = fc.record({
  realised: results,
  unrealised: fc.double({ min: -0.1, max: 0.1, noNaN: true }),
  fee: costs,
  spread: costs,
  slippage: costs,
  financing: costs,
});
const navOf = ({ realised, unrealised, fee, spread, slippage, financing }: NavFigures) =>
  fixed12FromNumber(1 + realised + unrealised - fee - spread - slippage - financing);
const cents = fc.bigInt({ min: 10_000n, max: 10_000_000n }).map((amount) => amount * 10_000n);
const manualReturns = fc.array(
  fc.record({ figures, percent: fc.double({ min: -50, max: 50, noNaN: true }) }),
  { maxLength: 3 },
);

describe('a breakdown', () => {
  it('adds up to the value, to the cent, through any number of manual returns', () => {
    fc.assert(
      fc.property(cents, figures, manualReturns, figures, (initial, start, returns, now) => {
        const changes: UnitChange[] = [{ units: unitsFor(initial, navOf(start)), figures: start }];
        let manual = 0n;
        for (const { figures: at, percent } of returns) {
          const held = changes.reduce((units, change) => units + change.units, 0n);
          const added = (held * BigInt(Math.round(percent * 1_000_000))) / 100_000_000n;
          changes.push({ units: added, figures: at });
          manual += payoutOf(held + added, navOf(at)) - payoutOf(held, navOf(at));
        }
        const value = payoutOf(
          changes.reduce((units, change) => units + change.units, 0n),
          navOf(now),
        );
        const parts = breakdownOf({ initial, changes, now, manual, value });
        const sum =
          fromWire(parts.initialAmount) +
          fromWire(parts.realised) +
          fromWire(parts.unrealised) -
          fromWire(parts.costs) -
          fromWire(parts.financing) +
          fromWire(parts.manual) +
          fromWire(parts.rounding);
        expect(sum).toBe(fromWire(parts.value));
        expect(fromWire(parts.value)).toBe(value);
        const most = 35_000n + 20_000n * BigInt(returns.length);
        const rounding = fromWire(parts.rounding);
        expect(rounding < 0n ? -rounding : rounding).toBeLessThanOrEqual(most);
      }),
    );
  });

  it('of a bot that has not moved shows the stake and nothing else', () => {
    const start = { realised: 0.1, unrealised: 0.02, fee: 0.001, spread: 0, slippage: 0, financing: 0 };
    const initial = fromWire('250');
    const units = unitsFor(initial, navOf(start));
    const value = payoutOf(units, navOf(start));
    expect(
      breakdownOf({ initial, changes: [{ units, figures: start }], now: start, manual: 0n, value }),
    ).toEqual({
      initialAmount: '250.00',
      realised: '0.00',
      unrealised: '0.00',
      costs: '0.00',
      financing: '0.00',
      manual: '0.00',
      rounding: '0.00',
      value: '250.00',
    });
  });
});
