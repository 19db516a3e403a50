import { expect, it } from 'vitest';
import type { Uncertainty } from './backtest-figures.ts';
import { percentRange, ratioRange, uncertaintyTexts } from './uncertainty-words.ts';

const SURE: Uncertainty = {
  missing: null,
  sharpe: { low: -0.254, high: 1.431 },
  cagr: { low: -0.0152, high: 0.074 },
  dependent: false,
};
const NONE: Uncertainty = { missing: 'too-short', sharpe: null, cagr: null, dependent: false };
const texts = (days: number, uncertainty: Uncertainty) =>
  uncertaintyTexts({ days }, uncertainty).join(' ').replaceAll('\u00a0', ' ');

it('writes intervals with real minus signs', () => {
  expect(ratioRange({ low: -0.254, high: 1.431 })).toBe('−0,25 bis 1,43');
  expect(percentRange({ low: -0.0004, high: 0.074 })).toBe('0,0 bis 7,4\u00a0%');
});

it('says what an interval means, and that chance is in it', () => {
  expect(texts(1712, SURE)).toBe(
    'Setzt man die Tage dieses Zeitraums neu zusammen, liegt in 9 von 10 Fällen die Rendite im Jahr bei −1,5 bis 7,4 % und die Sharpe bei −0,25 bis 1,43. Gewinn und Verlust sind beide darunter: Das Ergebnis kann Zufall sein. Die Rechnung wiederholt nur diese Vergangenheit und kennt keine andere.',
  );
  expect(texts(1712, { ...SURE, sharpe: { low: -2, high: -0.4 } })).not.toContain('Zufall');
  expect(texts(1712, { ...SURE, dependent: true })).toMatch(/größer als gezeigt\.$/);
});

it('says why there are no ratios, and how little under two years is', () => {
  expect(texts(12, NONE)).toBe(
    'Rendite im Jahr, Sharpe, Sortino und Calmar stehen erst ab 60 Tagen hier: 12 Tage sagen nichts über ein Jahr.',
  );
  expect(texts(1, NONE)).toContain('1 Tag sagt nichts');
  expect(texts(365, SURE)).toMatch(/^365 Tage sind wenig: .* Sharpe von −1,6 bis 1,6\. Setzt man/);
  expect(texts(730, SURE)).not.toContain('wenig');
  expect(texts(90, { ...NONE, missing: 'flat' })).toMatch(/^90 Tage sind wenig.*keine Sharpe\.$/);
});
