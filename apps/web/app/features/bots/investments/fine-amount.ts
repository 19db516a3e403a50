import { formatAmount, MICROS_PER_CENT, MINUS, type Micros } from '@botdepot/money';

/** To the hundredth of a cent, toward zero: `−0,0123`. What one fill or one day costs is often less than a cent. */
export function formatFineAmount(amount: Micros): string {
  const magnitude = amount < 0n ? -amount : amount;
  const hundredths = (magnitude % MICROS_PER_CENT) / (MICROS_PER_CENT / 100n);
  const text = `${formatAmount(magnitude)}${hundredths.toString().padStart(2, '0')}`;
  return amount < 0n ? `${MINUS}${text}` : text;
}
