import type { WealthRange } from '@botdepot/contract';
import { oneOfElse, order, useUrlState } from '../../lib/url-state.ts';

/** As they stand on the screen and, in small letters, in the address. */
export const RANGES: readonly { value: WealthRange; label: string }[] = [
  { value: '1d', label: '1T' },
  { value: '1w', label: '1W' },
  { value: '1m', label: '1M' },
  { value: '1y', label: '1J' },
  { value: 'max', label: 'Max' },
];

const URL_STATE = {
  range: order(
    oneOfElse(
      'zeitraum',
      RANGES.map(({ value }) => value),
      'max',
      Object.fromEntries(RANGES.map(({ value, label }) => [value, label.toLowerCase()])),
    ),
  ),
};

/** The period that is shown, kept in the address. Everything is not written. */
export function useWealthRange(): [WealthRange, (range: WealthRange) => void] {
  const { value, set } = useUrlState(URL_STATE);
  return [value.range, (range) => set({ range })];
}
