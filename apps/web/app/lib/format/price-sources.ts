/** A price source, to continue a sentence. */
export const PRICE_SOURCE_WORDS: Record<string, string> = {
  simulated: 'simulierte Kurse',
  kraken: 'Live-Kurse von Kraken',
  twelvedata: 'Live-Kurse von Twelve Data',
  imported: 'eingelesene Kurse',
};

/** What a record was traded on, to continue a sentence: „simulierte Kurse“. Simulated prices are always named. */
export function priceSourcesText(names: readonly string[]): string {
  if (names.length === 0) return 'Kursquelle unbekannt';
  const words = [...new Set(names)].map((name) => PRICE_SOURCE_WORDS[name] ?? `Kurse von ${name}`).sort();
  // „simulierte Kurse“ stands last, so that nobody reads past it.
  const simulated = words.filter((word) => word === PRICE_SOURCE_WORDS.simulated);
  return [...words.filter((word) => word !== PRICE_SOURCE_WORDS.simulated), ...simulated].join(' und ');
}
