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
    const { markers, left } = flowMarkers({
      flows: [flow(1, '5000.00'), flow(2, '-750.00')],
      flowCount: 2,
    });
    expect(markers.map(({ kind, text }) => [kind, text])).toEqual([
      ['deposit', '5.000,00'],
      ['withdrawal', '750,00'],
    ]);
    expect(left).toBe(0);
  });

  it('say how many are left out', () => {
    expect(flowMarkers({ flows: [flow(1, '5000.00')], flowCount: 1_000 }).left).toBe(999);
  });
});
