import { describe, expect, it } from 'vitest';
import { flowMarkers } from './flow-markers.ts';

const flow = (day: number, amount: string) => ({
  at: new Date(Date.UTC(2025, 0, day)).toISOString(),
  kind: amount.startsWith('-') ? ('withdrawal' as const) : ('deposit' as const),
  amount,
  transferId: String(day),
});

describe('the markers of flows', () => {
  it('stand in time order with the size of the amount', () => {
    const { markers, left } = flowMarkers([flow(1, '5000.00'), flow(2, '-750.00')]);
    expect(markers.map(({ kind, text }) => [kind, text])).toEqual([
      ['deposit', '5.000,00'],
      ['withdrawal', '750,00'],
    ]);
    expect(left).toBe(0);
  });

  it('are the largest when there are too many, and say how many are left out', () => {
    const many = Array.from({ length: 100 }, (_, index) => flow(index + 1, `${index + 1}.00`));
    const { markers, left } = flowMarkers(many);
    expect(markers.length + left).toBe(100);
    expect(markers[0]?.text).toBe(`${left + 1},00`);
    expect(markers.map(({ at }) => at)).toEqual(markers.map(({ at }) => at).sort((a, b) => a - b));
  });
});
