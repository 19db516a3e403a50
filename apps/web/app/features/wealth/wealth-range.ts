import type { WealthRange } from '@botdepot/contract';
import { useSearchParams } from 'react-router';

const PARAMETER = 'zeitraum';

/** As they stand on the screen and, in small letters, in the address. */
export const RANGES: readonly { value: WealthRange; label: string; address: string }[] = [
  { value: '1d', label: '1T', address: '1t' },
  { value: '1w', label: '1W', address: '1w' },
  { value: '1m', label: '1M', address: '1m' },
  { value: '1y', label: '1J', address: '1j' },
  { value: 'max', label: 'Max', address: 'max' },
];

/** The period that is shown, kept in the address. Everything is not written. */
export function useWealthRange(): [WealthRange, (range: WealthRange) => void] {
  const [parameters, setParameters] = useSearchParams();
  const asked = parameters.get(PARAMETER);
  const range = RANGES.find(({ address }) => address === asked)?.value ?? 'max';
  const setRange = (next: WealthRange) =>
    setParameters(
      (before) => {
        const after = new URLSearchParams(before);
        const address = RANGES.find(({ value }) => value === next)?.address;
        if (next === 'max' || !address) after.delete(PARAMETER);
        else after.set(PARAMETER, address);
        return after;
      },
      { preventScrollReset: true, replace: true },
    );
  return [range, setRange];
}
