import { describe, expect, it } from 'vitest';
import { breakEvenText, isSimulated, warmUpText } from './result-texts.ts';
import { sampleResult } from './sample-result.ts';

const plain = (text: string | null) => text?.replaceAll('\u00a0', ' ');

describe('what is said beside a result', () => {
  it('knows simulated prices from others', () => {
    const result = sampleResult();
    expect(isSimulated(result)).toBe(true);
    const symbols = result.provenance.symbols.map((one) => ({ ...one, source: 'kraken' }));
    expect(isSimulated({ provenance: { ...result.provenance, symbols } })).toBe(false);
  });

  it('says nothing about history when none is lacking', () => {
    expect(warmUpText(sampleResult())).toBeNull();
  });

  it('says how long the bot does not trade when all symbols lack the same', () => {
    const lacking = [
      { symbol: 'BTC/USD', days: 120 },
      { symbol: 'GOLD', days: 120 },
    ];
    expect(plain(warmUpText(sampleResult({ warmUp: { days: 365, lacking } })))).toBe(
      'Die Strategie blickt 365 Tage zurück. Vor dem ersten Tag fehlen davon 120 Tage, so lange handelt der Bot noch nicht. Dafür wurden keine Kurse erfunden.',
    );
  });

  it('names the symbols when only some of them lack history', () => {
    const lacking = [{ symbol: 'GOLD', days: 1 }];
    expect(plain(warmUpText(sampleResult({ warmUp: { days: 365, lacking } })))).toContain(
      'fehlen Kurse bei GOLD (1 Tag); dort handelt der Bot erst später.',
    );
  });

  it.each([
    [5, 'Erst bei 5,00 × der Kosten wäre von denselben Geschäften nichts übrig geblieben.'],
    [0.4, 'Bei 0,40 × der Kosten wäre genau nichts übrig geblieben; gerechnet wurde mit 1 ×.'],
  ])('puts a break-even factor of %d into words', (breakEvenCostFactor, text) => {
    expect(plain(breakEvenText(sampleResult({ breakEvenCostFactor })))).toBe(text);
  });

  it('says that there is no such factor where there is none', () => {
    expect(breakEvenText(sampleResult({ breakEvenCostFactor: null }))).toContain('gibt es hier nicht');
  });
});
