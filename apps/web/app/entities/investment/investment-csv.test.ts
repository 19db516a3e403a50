import type { Investment } from '@botdepot/contract';
import { expect, test } from 'vitest';
import { investmentCsv } from './investment-csv.ts';

const RUNNING: Investment = {
  id: '01a20000-0000-7000-8000-000000000001',
  reference: 'B-3309',
  botType: 'smartbot',
  series: 1,
  currency: 'USDT',
  status: 'active',
  usdInitialAmount: '500.00',
  usdCurrentAmount: '508.35',
  profit: '8.35',
  manual: '0.00',
  returnFraction: 0.0167,
  maxDrawdownFraction: -0.0213,
  usual: null,
  units: '500.000000000000',
  navAtStart: '1.000000000000',
  nav: '1.016700000000',
  startedAt: '2026-03-02T11:05:00.000Z',
  stoppedAt: null,
  lastUpdated: '2026-03-04T11:05:00.000Z',
  startTransferId: '01a20000-0000-7000-8000-000000000002',
  stopTransferId: null,
  sparkline: [],
};

test('a running investment stands with what it is worth, what it brought and how far it fell', () => {
  const [head, row] = investmentCsv([RUNNING]);
  expect(head).toHaveLength(row?.length ?? 0);
  expect(row).toEqual([
    'SmartBot',
    'B-3309',
    'Aktiv',
    '02.03.2026, 12:05',
    '',
    '500,00',
    '508,35',
    '8,35',
    '1,67',
    '-2,13',
    RUNNING.id,
  ]);
});

test('an ended one has its end, and what is undefined stays empty', () => {
  const ended: Investment = {
    ...RUNNING,
    status: 'inactive',
    stoppedAt: '2026-03-05T22:30:00.000Z',
    returnFraction: null,
    maxDrawdownFraction: null,
  };
  expect(investmentCsv([ended])[1]?.slice(2, 10)).toEqual([
    'Beendet',
    '02.03.2026, 12:05',
    '05.03.2026, 23:30',
    '500,00',
    '508,35',
    '8,35',
    '',
    '',
  ]);
});
