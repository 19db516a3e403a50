import { expect, it } from 'vitest';
import { daysText } from './measured-days.ts';

it('whole days are counted in German', () => {
  expect([daysText(0.4), daysText(1.9), daysText(1234.5)]).toEqual(['unter 1 Tag', '1 Tag', '1.234 Tage']);
});
