import { describe, expect, test } from 'vitest';
import { describeSourceChange } from './describe-source-change.ts';

const change = (symbol: string, from: string, to: string) => ({ symbol, from, to });

describe('a change of the price source in the protocol', () => {
  test('names the symbols, both sources and what was closed', () => {
    const changes = [change('BTC/USD', 'simulated', 'kraken'), change('GOLD', 'twelvedata', 'simulated')];
    expect(describeSourceChange(0, changes, 1).text).toBe(
      'Die Kurse von BTC/USD kommen ab jetzt von Kraken, bisher waren sie simuliert. Die Kurse von GOLD sind ab jetzt simuliert, bisher kamen sie von Twelve Data. 1\u00a0Position wurde zum letzten alten Kurs geschlossen. Die Messung beginnt neu.',
    );
  });

  test('counts many symbols instead of naming them', () => {
    const changes = ['A', 'B', 'C', 'D', 'E'].map((symbol) => change(symbol, 'kraken', 'twelvedata'));
    expect(describeSourceChange(0, changes, 0).text).toBe(
      'Die Kurse von 5\u00a0Märkten kommen ab jetzt von Twelve Data, bisher kamen sie von Kraken. Positionen waren davon nicht betroffen. Die Messung beginnt neu.',
    );
  });
});
