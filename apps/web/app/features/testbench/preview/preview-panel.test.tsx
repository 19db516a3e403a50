import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { PreviewPanel } from './preview-panel.tsx';

const shown = (pending: boolean): string => {
  const state = {
    preview: null,
    source: undefined,
    isCurrent: false,
    isOld: false,
    at: 0,
    ms: 0,
    pending,
    failure: null,
    retry: () => undefined,
  };
  return renderToStaticMarkup(<PreviewPanel state={state} onChartSymbol={() => {}} />);
};

test('a preview that nothing will come of while the rule is not complete does not look as if it were loading', () => {
  const waits = 'Sobald nichts mehr fehlt, steht hier, was die Regel getan hätte.';
  expect(shown(false)).toContain(waits);
  expect(shown(true)).not.toContain(waits);
});
