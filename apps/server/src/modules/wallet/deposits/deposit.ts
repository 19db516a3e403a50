import { DomainError, LIMITS } from '@botdepot/contract';
import { type Micros, toWire } from '@botdepot/money';

export const depositReference = (number: number): string => `E-${number}`;

/** Throws unless the amount is within the limits of the catalogue. */
export function assertDepositAmount(amount: Micros): void {
  if (amount < LIMITS.deposit.minimum)
    throw DomainError.of('AMOUNT_BELOW_MINIMUM', { minimum: toWire(LIMITS.deposit.minimum), unit: 'USD' });
  if (amount > LIMITS.deposit.maximum)
    throw DomainError.of('AMOUNT_ABOVE_MAXIMUM', { maximum: toWire(LIMITS.deposit.maximum), unit: 'USD' });
}
