import type { Decision, SymbolDecision } from '@botdepot/trading';
import { describe, expect, it } from 'vitest';
import { describeStep } from './describe-step.ts';
import { commentNews, explainNews } from './explain.ts';

const STARTS = Date.parse('2026-12-04T16:00:00Z');
const ENDS = Date.parse('2026-12-04T21:00:00Z');

const market = (symbol: string, reason: string, change: Partial<SymbolDecision> = {}): SymbolDecision => ({
  symbol,
  action: 'flat',
  signal: 0,
  weightBefore: 0,
  weightAfter: 0,
  adjustment: 'none',
  reason,
  figures: {},
  ...change,
});

const decisionOf = (symbols: SymbolDecision[], plannedRisk = 0): Decision => ({
  number: 3,
  time: STARTS + 3 * 3_600_000,
  seenUntil: STARTS + 3 * 3_600_000,
  equity: 1,
  figures: { startsAt: STARTS, endsAt: ENDS, markets: 5, plannedRisk },
  symbols,
});

const lineOf = (decision: Decision) => {
  const report = { fills: [], protections: [], decision, liquidated: false };
  const [line] = describeStep(report, explainNews, () => decision, commentNews);
  return `${line?.title}: ${line?.text}`;
};

describe('NewsBot’s protocol', () => {
  it('says for every market why nothing was traded', () => {
    const decision = decisionOf([
      market('SPX500', 'closes-early'),
      market('NASDAQ100', 'closes-early'),
      market('GOLD', 'range-not-left'),
      market('SILVER', 'missing-bars'),
      market('GBP/USD', 'range-not-left'),
      market('USD/JPY', 'already-traded'),
    ]);
    expect(lineOf(decision)).toBe(
      'Keine Änderung: 6\u00a0Märkte geprüft: 0 gehalten, 6 ohne Position. Termin am 04.12.2026, 17:00–\u206022:00\u00a0Uhr. 5\u00a0Märkte im Termin. Markt schließt vor dem Ende des Zeitfensters: SPX500 und NASDAQ100. Spanne der ersten Stunde nicht verlassen: GOLD und GBP/USD. Kurse fehlen: SILVER. Einstieg dieses Termins schon gehandelt: USD/JPY.',
    );
  });

  it('says what was ordered, and the loss that is planned', () => {
    const decision = decisionOf(
      [
        market('GOLD', 'breakout-up', { action: 'buy', weightAfter: 1.2, adjustment: 'entry' }),
        market('SILVER', 'inside-range'),
      ],
      0.006,
    );
    expect(lineOf(decision)).toBe(
      'Entscheidung: 1\u00a0Auftrag: Kauf: GOLD. Ausgeführt wird zum nächsten Kurs des jeweiligen Marktes. Termin am 04.12.2026, 17:00–\u206022:00\u00a0Uhr. 5\u00a0Märkte im Termin. Spanne der ersten Stunde noch nicht verlassen: SILVER. Geplantes Risiko dieser Aufträge: 0,6\u00a0% des Vermögens.',
    );
  });

  it('names the range that was left, and the stop', () => {
    expect(explainNews('breakout-up', { close: 3371.2, high: 3369.5, low: 3360, stop: 3360 })).toBe(
      'Stundenschluss 3.371,20 über dem Hoch der ersten Stunde von 3.369,50. Stopp bei 3.360,00, geplantes Ende mit dem Zeitfenster.',
    );
    expect(explainNews('breakout-down', { close: 1.2633, high: 1.27, low: 1.2641, stop: 1.27 })).toBe(
      'Stundenschluss 1,2633 unter dem Tief der ersten Stunde von 1,2641. Stopp bei 1,2700, geplantes Ende mit dem Zeitfenster.',
    );
    expect(explainNews('holding', {})).toBe('Position läuft.');
    expect(explainNews('unknown', {})).toBe('');
  });
});
