import type { Wallet } from '@botdepot/contract';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import { expect, it } from 'vitest';
import { queries } from '../../lib/server/api.ts';
import { OwnBotsNote } from './own-bots-note.tsx';

/** What the head of the page says with this in the wallet; undefined while nobody knows. */
function markup(wallet?: Pick<Wallet, 'activeOwnBots' | 'inOwnBots'>): string {
  const client = new QueryClient();
  client.setQueryData(queries.wallet.getWallet.queryKey(), wallet as Wallet | undefined);
  return renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <MemoryRouter>
        <OwnBotsNote />
      </MemoryRouter>
    </QueryClientProvider>,
  ).replaceAll('\u00a0', ' ');
}

it('says what runs behind the other tab, and leads there', () => {
  const one = markup({ activeOwnBots: 1, inOwnBots: '495.87' });
  expect(one).toMatch(
    /^ · <a [^>]*href="\/dashboard\/bots\/eigene"[^>]*>1 eigener Bot mit 495,87 USDT<\/a>$/,
  );
  expect(markup({ activeOwnBots: 3, inOwnBots: '1495.87' })).toContain('>3 eigene Bots mit 1.495,87 USDT<');
});

it('says nothing where none runs, or as long as nobody knows', () => {
  expect(markup({ activeOwnBots: 0, inOwnBots: '0.00' })).toBe('');
  expect(markup()).toBe('');
});
