import type { ErrorCode } from '@botdepot/contract';
import { errorCode, errorText } from '../../lib/api.ts';

/** What the server refused, by field. It stands until the field changes. */
export type DraftProblems = { amount?: string; address?: string };

const FIELD_OF: Partial<Record<ErrorCode, keyof DraftProblems>> = {
  AMOUNT_BELOW_MINIMUM: 'amount',
  AMOUNT_ABOVE_MAXIMUM: 'amount',
  INSUFFICIENT_BALANCE: 'amount',
  REAL_NETWORK_ADDRESS: 'address',
  NOT_A_PLAY_MONEY_ADDRESS: 'address',
  ADDRESS_OF_OTHER_CURRENCY: 'address',
};

/** What the server refused about one field, or undefined when it is about none of them. */
export function problemOf(error: unknown): DraftProblems | undefined {
  const code = errorCode(error);
  const field = code !== undefined && isFieldCode(code) ? FIELD_OF[code] : undefined;
  return field && { [field]: errorText(error) };
}

function isFieldCode(code: string): code is keyof typeof FIELD_OF {
  return code in FIELD_OF;
}
