import { usePrices } from '../../lib/live.tsx';

const WORDS: Record<string, string> = {
  simulated: 'simulierte Kurse',
  kraken: 'Live-Kurse von Kraken',
  twelvedata: 'Live-Kurse von Twelve Data',
  mixed: 'teils simulierte Kurse',
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
