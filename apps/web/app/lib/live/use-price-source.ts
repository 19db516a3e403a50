import { PRICE_SOURCE_WORDS } from '../format/price-sources.ts';
import { usePrices } from './live.tsx';

const WORDS: Record<string, string> = {
  ...PRICE_SOURCE_WORDS,
  mixed: 'teils simulierte Kurse',
  several: 'Live-Kurse',
};

/** Where the prices come from, to continue a sentence: „simulierte Kurse“. Undefined while it is not known. */
export function usePriceSource(): string | undefined {
  const { source } = usePrices();
  return source === null ? undefined : WORDS[source];
}
