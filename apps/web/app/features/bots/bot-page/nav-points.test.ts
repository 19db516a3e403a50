import { expect, test } from 'vitest';
import { navPoints } from './nav-points.ts';

const point = (day: number, nav: string, drawdown: number) => ({
  at: `2026-11-0${day}T00:00:00.000Z`,
  nav,
  drawdown,
});

test('a drawdown reaches across the moment in which the record begins anew', () => {
  const shown = navPoints([point(1, '1.100', 0), point(2, '0.990', -0.1), point(3, '0.990', 0)]);
  expect(shown.map(({ drawdown }) => Number(drawdown.toFixed(6)))).toEqual([0, -0.1, -0.1]);
});

test('a fall from a height between two points is kept', () => {
  expect(navPoints([point(1, '1.0', 0), point(2, '1.0', -0.05)])[1]?.drawdown).toBe(-0.05);
});
