import { PRICE_SOURCE_WORDS } from '../../lib/format/price-sources.ts';
import { usePrices } from '../../lib/live/live.tsx';

const WORDS: Record<string, string> = {
  ...PRICE_SOURCE_WORDS,
  mixed: 'teils simulierte Kurse',
  several: 'Live-Kurse',
};

/** Where the prices come from, in a sentence: „simulierte Kurse, “. Nothing while it is not known. */
export function PriceSource() {
  const words = usePriceSource();
  return words && `${words}, `;
}

export function usePriceSource(): string | undefined {
  const { source } = usePrices();
  return source === null ? undefined : WORDS[source];
}
