import { fromWire } from '@botdepot/money';
import { describe, expect, it } from 'vitest';
import {
  breakEvenText,
  costsOf,
  costsText,
  heldText,
  howSureText,
  isSimulated,
  warmUpText,
  worstText,
} from './result-texts.ts';
import { sampleResult } from './sample-result.ts';

const CAPITAL = fromWire('1000');
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

describe('what a result is in money', () => {
  it('names the day on which most was missing, and how much', () => {
    expect(plain(worstText(sampleResult().series, CAPITAL))).toBe(
      'Am schlimmsten Tag, dem 03.01.2024, fehlten 11,00 USDT zum höchsten Stand davor (−1,08 %).',
    );
    const lost = { firstDay: '2024-01-01', equity: [0.9, 0.95], drawdown: [-0.1, -0.05], buyAndHold: [1, 1] };
    // What one began with is a high, too.
    expect(plain(worstText(lost, CAPITAL))).toContain('dem 01.01.2024, fehlten 100,00 USDT');
    const risen = { ...lost, equity: [1, 1.1], drawdown: [0, 0] };
    expect(worstText(risen, CAPITAL)).toBe('Kein Tag endete unter dem höchsten Stand davor.');
  });

  it('adds the costs as their lines are shown, to the cent', () => {
    const costs = { fee: 0.000012, spread: 0.000004, slippage: 0.000004, financing: 0.0012 };
    expect(costsOf(costs, CAPITAL)).toBe(fromWire('1.21'));
    expect(plain(costsText(costs, CAPITAL))).toMatch(/^1,21 USDT für Käufe, Verkäufe und gehaltene/);
    expect(costsText({ ...costs, financing: 0 }, CAPITAL)).toContain('für alle Käufe und Verkäufe.');
    expect(costsText({ fee: 0, spread: 0, slippage: 0, financing: 0 }, CAPITAL)).toMatch(/^Keine/);
  });

  it('says of holding how far it fell as well', () => {
    expect(plain(heldText(sampleResult().buyAndHold, CAPITAL))).toBe(
      'Dieselben Märkte, einmal gekauft und behalten: 960,00 USDT, zwischendurch bis zu 5,88 % unter dem höchsten Stand.',
    );
  });

  it('says how little one past tells, and that chance may have done it', () => {
    const { performance, uncertainty } = sampleResult();
    expect(plain(howSureText(performance, uncertainty))).toBe(
      '3 Tage: zu wenig, um etwas über ein Jahr zu sagen.',
    );
    const range = (low: number, high: number) =>
      plain(howSureText(performance, { ...uncertainty, missing: null, cagr: { low, high } }));
    expect(range(-0.011, 0.075)).toBe(
      'Dieselben Tage, neu gemischt, bringen in 9 von 10 Fällen −1,1 bis 7,5 % im Jahr. Das Ergebnis kann also Zufall sein.',
    );
    // A year on which nothing was left is not too short.
    expect(howSureText({ days: 365 }, { ...uncertainty, missing: 'undefined' })).toContain('aufgebraucht');
    expect(range(0.01, 0.075)).not.toContain('Zufall');
  });
});
