import { expect, it } from 'vitest';
import { priceSourcesText } from './price-sources.ts';

it.each([
  [['simulated'], 'simulierte Kurse'],
  [['simulated', 'simulated'], 'simulierte Kurse'],
  [['simulated', 'kraken'], 'Live-Kurse von Kraken und simulierte Kurse'],
  [['nobody-knows'], 'Kurse von nobody-knows'],
  [[], 'Kursquelle unbekannt'],
])('%j is „%s“', (names, text) => {
  expect(priceSourcesText(names)).toBe(text);
});
