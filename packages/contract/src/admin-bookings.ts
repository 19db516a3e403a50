/** What an admin gives when they move money by hand. The same whether one books it or asks a second one for it. */
import { z } from 'zod';
import { LIMITS } from './catalogue.ts';
import { CORRECTION_DIRECTIONS } from './kinds.ts';
import { isReturnPercent, readPercent } from './manual-returns.ts';
import { freeText, id } from './shapes.ts';

const { minLength, maxLength } = LIMITS.bookingReason;
/** Why an admin does it, in their own words. */
export const bookingReason = freeText(maxLength).min(minLength);
/** Empty, or a decimal with at most two places: whether it is a positive amount is the operation's own question. */
const correctedAmount = z
  .string()
  .trim()
  .regex(/^(-?\d{1,12}(\.\d{1,2})?)?$/, 'a decimal string with at most two decimals');

export const returnPercent = z.string().refine((text) => {
  const hundredths = readPercent(text);
  return hundredths !== null && isReturnPercent(hundredths);
}, 'a percentage above -100, not 0, at most 100, with at most two decimals');

export const correctionInput = z.strictObject({
  email: freeText(254).default(''),
  direction: z.enum(CORRECTION_DIRECTIONS),
  amountUsd: correctedAmount.default(''),
  reason: bookingReason,
});

export const manualReturnInput = z.strictObject({
  investmentId: id,
  percent: returnPercent,
  reason: bookingReason,
});

export const manualReturnsInput = z.strictObject({
  investmentIds: z
    .array(id)
    .min(1)
    .max(LIMITS.manualReturnsAtOnce)
    .refine((ids) => new Set(ids).size === ids.length, 'each investment once'),
  percent: returnPercent,
  reason: bookingReason,
});
