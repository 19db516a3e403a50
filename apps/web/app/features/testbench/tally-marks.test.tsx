import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { TallyMarks } from './tally-marks.tsx';

const markup = (count: number | undefined) => renderToStaticMarkup(<TallyMarks count={count} />);
const bundles = (count: number | undefined) => markup(count).split('<svg').length - 1;

it('a number that is not known yet is no 0, and has the room that it will take', () => {
  expect(markup(undefined)).not.toMatch(/\d+ Versuch/);
  expect(markup(0)).toContain('0 Versuche');
  // The row of strokes is there without one as well.
  const rows = [undefined, 0, 1].map((count) => markup(count).split('min-h-3.5').length - 1);
  expect(rows).toEqual([1, 1, 1]);
});

it('every try is a stroke of a bundle of five, and too many of them a number alone', () => {
  expect([0, 1, 5, 6, 150, 151].map(bundles)).toEqual([0, 1, 1, 2, 30, 0]);
  expect(markup(151)).toContain('151 Versuche');
});
