import { DomainError, LIMITS } from '@botdepot/contract';
import { type Micros, toWire } from '@botdepot/money';

export const withdrawalReference = (number: number): string => `A-${number}`;

/** Throws unless the amount is within the limits of the catalogue. */
export function assertWithdrawalAmount(amount: Micros): void {
  if (amount < LIMITS.withdrawal.minimum)
    throw DomainError.of('AMOUNT_BELOW_MINIMUM', { minimum: toWire(LIMITS.withdrawal.minimum), unit: 'USD' });
  if (amount > LIMITS.withdrawal.maximum)
    throw DomainError.of('AMOUNT_ABOVE_MAXIMUM', { maximum: toWire(LIMITS.withdrawal.maximum), unit: 'USD' });
}
