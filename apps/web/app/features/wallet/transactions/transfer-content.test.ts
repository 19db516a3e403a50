import type { Transfer } from '@botdepot/contract';
import { expect, test } from 'vitest';
import { transactionNote, transactionTitle } from '../../../entities/booking/transaction-texts.ts';
import { transferContent } from './transfer-content.ts';

const HOUSE_ENTRY: Transfer['entries'][number] = {
  position: 2,
  account: 'house_withdrawals',
  accountLabel: 'Auszahlungen des Hauses',
  amount: '750.00',
  balanceBefore: null,
  balanceAfter: null,
};

const withdrawal: Transfer = {
  id: '01983b6a-0000-7000-8000-000000000002',
  kind: 'withdrawal_approved',
  createdAt: '2025-07-04T13:40:00.000Z',
  description: 'Auszahlung A-1987 in USDT ausgeführt',
  referenceId: '01983b6a-0000-7000-8000-000000000003',
  reference: 'A-1987',
  amount: '0.00',
  availableAfter: '3750.00',
  reservedAmount: '-750.00',
  reservedAfter: '0.00',
  investedAmount: '0.00',
  ownBotId: null,
  entries: [
    {
      position: 1,
      account: 'customer_reserved',
      accountLabel: 'Ihr Wallet, reserviert',
      amount: '-750.00',
      balanceBefore: '750.00',
      balanceAfter: '0.00',
    },
    HOUSE_ENTRY,
  ],
};

test('an executed withdrawal shows what left the reserve, not the zero of the available money', () => {
  expect(transferContent(withdrawal)).toMatchObject({
    title: 'Auszahlung ausgeführt',
    note: '04.07.2025, 15:40\u00a0Uhr · A-1987',
    lead: 'Aus der Reserve ausgezahlt',
    amount: -750_000_000n,
    subject: {
      to: `/dashboard/withdrawals?auszahlung=${withdrawal.referenceId}`,
      label: 'Auszahlung ansehen',
    },
  });
  expect(transactionNote(withdrawal)).toBe('750,00\u00a0USDT aus der Reserve');
});

test('entries keep the balances of the customer and none of the house', () => {
  const { entries } = transferContent(withdrawal);
  expect(entries).toMatchObject([
    { account: 'Ihr Wallet', note: 'reserviert', before: 750_000_000n, after: 0n },
    { account: 'Auszahlungen des Hauses', note: undefined, before: null, after: null },
  ]);
  expect(entries.reduce((sum, entry) => sum + entry.amount, 0n)).toBe(0n);
});

test('bookings of a bot carry its name and lead to the investment', () => {
  const started: Transfer = {
    ...withdrawal,
    kind: 'bot_started',
    description: 'SmartBot gestartet (B-3309)',
    reference: 'B-3309',
    amount: '-1000.00',
    reservedAmount: '0.00',
  };
  expect(transactionTitle(started)).toBe('SmartBot gestartet');
  expect(transferContent(started)).toMatchObject({
    amount: -1_000_000_000n,
    subject: { to: `/dashboard/investments/${started.referenceId}`, label: 'Anlage ansehen' },
  });
});

test('bookings of an own bot lead to it as long as it is there', () => {
  const ownBotId = '01983b6a-0000-7000-8000-000000000004';
  for (const kind of ['own_bot_ordered', 'own_bot_order_returned', 'own_bot_stopped'] as const) {
    const booked: Transfer = { ...withdrawal, kind, reference: null, ownBotId };
    expect(transferContent(booked).subject).toEqual({
      to: `/dashboard/bots/eigene/${ownBotId}/live`,
      label: 'Eigenen Bot öffnen',
    });
    expect(transferContent({ ...booked, ownBotId: null }).subject).toBeUndefined();
  }
});

test('a correction shows its reason and leads nowhere', () => {
  const corrected: Transfer = {
    ...withdrawal,
    kind: 'wallet_corrected',
    description: 'Ausfall der Kurse am 18.07.',
    reference: null,
    referenceId: null,
    amount: '-25.00',
  };
  expect(transactionNote(corrected)).toBe('Ausfall der Kurse am 18.07.');
  expect(transferContent(corrected)).toMatchObject({ lead: 'Ihrem Wallet belastet', subject: undefined });
});

test('a manual return shows what the investment received', () => {
  const returned: Transfer = {
    ...withdrawal,
    kind: 'manual_return',
    description: '+1,00\u00a0%: Ausgleich nach Störung',
    reference: 'B-3309',
    amount: '0.00',
    reservedAmount: '0.00',
    investedAmount: '10.26',
    entries: [
      { ...HOUSE_ENTRY, account: 'bot_pool', accountLabel: 'SmartBot, Topf', amount: '10.26' },
      { ...HOUSE_ENTRY, account: 'house_manual_returns', amount: '-10.26' },
    ],
  };
  expect(transferContent(returned)).toMatchObject({ lead: 'In Ihrer Anlage gebucht', amount: 10_260_000n });
  // The wallet's own change is nothing.
  expect(transactionNote(returned)).toBe('+10,26\u00a0USDT in B-3309 · +1,00\u00a0%: Ausgleich nach Störung');
});
