/** Why there is no figure: too few days or trades, nothing that varies, a formula without a value, nothing to compare with. */
export type MissingReason = 'too-short' | 'flat' | 'undefined' | 'no-benchmark';

/** A figure, or why there is none. A number in here is never NaN or infinite. */
export type Figure<Value = number> =
  | { readonly value: Value; readonly missing: null }
  | { readonly value: null; readonly missing: MissingReason };

/** The number as a figure; `undefined` where it is NaN or infinite. */
export const figure = (value: number): Figure =>
  Number.isFinite(value) ? { value, missing: null } : missing('undefined');

export const missing = (
  reason: MissingReason,
): { readonly value: null; readonly missing: MissingReason } => ({
  value: null,
  missing: reason,
});
