import { BOTS, type Investment } from '@botdepot/contract';
import { formatDateTimeShort } from '../../lib/format/dates.ts';
import { WALLET_UNIT } from '../../lib/format/numbers.ts';
import { csvAmount } from '../../lib/page/save-and-copy.ts';

const HEAD = [
  'Bot',
  'Referenz',
  'Status',
  'Start',
  'Ende',
  `Einsatz ${WALLET_UNIT}`,
  `Wert ${WALLET_UNIT}`,
  `Ergebnis ${WALLET_UNIT}`,
  'Rendite %',
  'Größter Rückgang %',
  'Kennung',
];

/** Investments as a table with its head: running ones at their value of now, ended ones at what was paid out. */
export const investmentCsv = (investments: readonly Investment[]): string[][] => [
  HEAD,
  ...investments.map((row) => [
    BOTS[row.botType].name,
    row.reference,
    row.stoppedAt === null ? 'Aktiv' : 'Beendet',
    formatDateTimeShort(row.startedAt),
    row.stoppedAt === null ? '' : formatDateTimeShort(row.stoppedAt),
    csvAmount(row.usdInitialAmount),
    csvAmount(row.usdCurrentAmount),
    csvAmount(row.profit),
    csvPercent(row.returnFraction),
    csvPercent(row.maxDrawdownFraction),
    row.id,
  ]),
];

/** 0.0167 as `1,67`; what is undefined stays empty. */
const csvPercent = (fraction: number | null): string =>
  fraction === null ? '' : csvAmount((fraction * 100).toFixed(2));
