import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import { expect, it } from 'vitest';
import { BottomNav } from '../../ui/frame/bottom-nav.tsx';
import { navigationFor } from './navigation.ts';

const NOBODY = { adminField: null, onAdminPage: false, waiting: 0, approvals: 0, overdue: 0 };

/** What is marked as the page that one is on. */
function markedAt(path: string): string[] {
  const markup = renderToStaticMarkup(
    <MemoryRouter initialEntries={[path]}>
      <BottomNav groups={navigationFor(NOBODY)} moreOpen={false} onMore={() => undefined} />
    </MemoryRouter>,
  );
  return [...markup.matchAll(/<a[^>]*aria-current="page"[^>]*>(.*?)<\/a>/g)].map(([, inner = '']) =>
    inner.replaceAll(/<svg.*?<\/svg>/g, ''),
  );
}

it.each([
  ['/dashboard', ['Dashboard']],
  ['/dashboard/bots', ['KI-Bots']],
  ['/dashboard/bots/eigene/1/live', ['KI-Bots']],
  ['/dashboard/investments/01983b6a-0000-7000-8000-000000000003', ['KI-Bots']],
  ['/dashboard/wallet/statement', ['Wallet']],
  ['/dashboard/settings', []],
])('%s is marked as %j', (path, marked) => {
  expect(markedAt(path)).toEqual(marked);
});
