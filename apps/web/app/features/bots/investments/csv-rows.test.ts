import { expect, it } from 'vitest';
import { tradingRecordRow } from './csv-rows.ts';

it('a day in the file has its costs of financing as what they took', () => {
  const row = tradingRecordRow({
    investmentId: '0190',
    from: '2026-11-20T00:00:00.000Z',
    transferId: null,
    day: '2026-11-20',
    source: 'market',
    reason: null,
    amountBefore: '1000.00',
    dailyReturnRate: -0.0125,
    profitLoss: '-12.50',
    financing: '0.40',
    amountAfter: '987.50',
  });
  expect(row).toEqual(['2026-11-20', 'Markt', '', '1000,00', '-1,2500', '-12,50', '-0,40', '987,50']);
});
