import { fromWire } from '@botdepot/money';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { Amount } from './amount.tsx';

const directionOf = (wire: string) =>
  /data-direction="(\w+)"/.exec(renderToStaticMarkup(<Amount value={fromWire(wire)} tone="delta" />))?.[1];

it('a change has a direction from the first cent on, and what shows as 0,00 has none', () => {
  expect(directionOf('0.01')).toBe('up');
  expect(directionOf('-0.50')).toBe('down');
  expect(directionOf('0.009')).toBeUndefined();
  expect(directionOf('-0.009')).toBeUndefined();
});
