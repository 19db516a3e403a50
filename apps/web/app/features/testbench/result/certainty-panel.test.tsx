import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { ShownResult } from '../own-candles/own-candles.ts';
import { CertaintyPanel } from './curve-panels.tsx';

const textOf = (totalReturn: number): string => {
  const shown = {
    result: {
      figures: { cagr: totalReturn, sharpe: -659.69, maxDrawdown: totalReturn, totalReturn },
      bands: {
        value: { cagr: [-1, -1, -1], sharpe: [-700, -660, -620], maxDrawdown: [-1, -1, -1] },
        missing: null,
      },
      savings: { ratePerYear: 0.02 },
      dependent: false,
    },
    judgement: { hurdle: { value: 0.5, missing: null } },
  } as unknown as ShownResult;
  return renderToStaticMarkup(<CertaintyPanel shown={shown} />)
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll(/[\s\u00a0]+/g, ' ');
};

test('a rule that lost everything has no Sharpe ratio, and the page says why', () => {
  expect(textOf(-0.9999)).toContain('−659,69 −700,00 bis −620,00');
  const lost = textOf(-0.99999);
  expect(lost).not.toMatch(/659|700/);
  expect(lost).toMatch(/Sharpe Vom Kapital blieb nichts.* –/);
});
