import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import { expect, it } from 'vitest';
import type { PriceSource } from '../own-candles/own-candles.ts';
import type { FieldGrid } from './field-grid.ts';
import { CostsPanel } from './sweep-findings.tsx';
import type { Sweep } from './use-sweep.ts';

it('what is nearly sure is never said to be sure, as on the page of a result', () => {
  const returns = Float64Array.from({ length: 1000 }, (_, day) => (day % 2 === 0 ? 0.011 : -0.01));
  const variant = { result: { returns, ruleHash: 'a' } };
  const sweep = { variants: [variant], from: 0, until: 1000 * 86_400_000 } as unknown as Sweep;
  const grid = { own: { ...variant, sharpe: 1 } } as unknown as FieldGrid;
  const count = { total: 100, effective: 100, variance: 0.001 };
  const shown = renderToStaticMarkup(
    <MemoryRouter>
      <CostsPanel
        source={{ source: 'wti' } as PriceSource}
        sweep={sweep}
        grid={grid}
        counted={{ before: null, added: 1, after: count }}
        failed={false}
        onRetry={() => {}}
      />
    </MemoryRouter>,
  );
  expect(shown).toContain('mehr als 99');
});
