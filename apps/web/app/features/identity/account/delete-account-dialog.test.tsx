import type { AccountClosing } from '@botdepot/contract';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { ClosingSheet, WhatHappens } from './delete-account-dialog.tsx';

const NOTHING: AccountClosing = {
  investments: [],
  pendingDeposits: [],
  pendingWithdrawals: [],
  walletBalance: '500.00',
  ownBots: '0.00',
  toHouse: '500.00',
  isLastAdmin: false,
};
const OWN_BOTS: AccountClosing = { ...NOTHING, ownBots: '100.00', toHouse: '600.00' };
const HOUSE_BOT: AccountClosing = {
  ...NOTHING,
  investments: [{ id: 'b', reference: 'B-3007', botType: 'smartbot', usdCurrentAmount: '400.00' }],
};

function textOf(view: React.ReactElement): string {
  const markup = renderToStaticMarkup(
    <QueryClientProvider client={new QueryClient()}>{view}</QueryClientProvider>,
  );
  return markup.replaceAll(/<[^>]+>/g, ' ').replaceAll(/[\s\u00a0]+/g, ' ');
}

it('what falls to the house is the sum of the lines above it, own bots among them', () => {
  expect(textOf(<ClosingSheet closing={OWN_BOTS} />)).toMatch(
    /500,00 Eigene Bots .* 100,00 Fällt an das Haus 600,00/,
  );
  expect(textOf(<ClosingSheet closing={NOTHING} />)).not.toContain('Eigene Bots');
});

it('own bots are no „Es läuft kein Bot“', () => {
  const ended = 'Eigene Bots enden mit ihrem letzten Wert';
  const atOnce = 'Sind die Kurse veraltet, geschieht nichts.';
  expect(textOf(<WhatHappens closing={NOTHING} />)).toContain('Es läuft kein Bot.');
  const own = textOf(<WhatHappens closing={OWN_BOTS} />);
  expect(own).toContain(ended);
  expect(own).not.toContain('Es läuft kein Bot.');
  expect(own).not.toContain(atOnce);
  const house = textOf(<WhatHappens closing={HOUSE_BOT} />);
  expect(house).toContain(atOnce);
  expect(house).not.toContain(ended);
});
