import { DomainError, LIMITS } from '@botdepot/contract';
import { fromWire, type Micros, toWire } from '@botdepot/money';

export const correctionReference = (number: number): string => `K-${number}`;

/** The amount of a correction. Throws WALLET_CORRECTION_INCOMPLETE without an address or a positive amount. */
export function readCorrectedAmount(input: { email: string; amountUsd: string }): Micros {
  const amount = input.amountUsd === '' ? 0n : fromWire(input.amountUsd);
  if (input.email === '' || amount <= 0n) throw DomainError.of('WALLET_CORRECTION_INCOMPLETE');
  const { maximum } = LIMITS.correction;
  if (amount > maximum)
    throw DomainError.of('AMOUNT_ABOVE_MAXIMUM', { maximum: toWire(maximum), unit: 'USDT' });
  return amount;
}
