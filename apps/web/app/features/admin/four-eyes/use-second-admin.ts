import { type Approval, type ApprovalRequest, ERRORS } from '@botdepot/contract';
import { fromWire, type Micros } from '@botdepot/money';
import { ORPCError } from '@orpc/client';
import { errorCode } from '../../../lib/api.ts';
import { asksForProof } from '../../../lib/reauthenticate.ts';
import { isRefused } from '../refusals.ts';
import { useFourEyes, useRequestApproval } from './four-eyes.queries.ts';

export const LAY_BEFORE = 'Zur Freigabe vorlegen';

/** From which amount on a second admin is needed, as a wire amount; null when one is enough for everything. */
export function useThreshold(): string | null {
  const { data } = useFourEyes();
  return data?.active ? data.thresholdUsd : null;
}

/** The threshold, as a wire amount, when this amount needs a second admin; null when one is enough. */
export function useNeededSecond(amount: Micros | null): string | null {
  const thresholdUsd = useThreshold();
  if (thresholdUsd === null || amount === null) return null;
  const size = amount < 0n ? -amount : amount;
  return size >= fromWire(thresholdUsd) ? thresholdUsd : null;
}

function thresholdOf(refusal: unknown): string | null {
  if (errorCode(refusal) !== 'SECOND_ADMIN_REQUIRED') return null;
  const data =
    refusal instanceof ORPCError ? ERRORS.SECOND_ADMIN_REQUIRED.data.safeParse(refusal.data) : null;
  return data?.success ? data.data.thresholdUsd : null;
}

export interface SecondAdmin {
  /** See `useNeededSecond`. */
  thresholdUsd: string | null;
  lay: (request: ApprovalRequest, onLaid: (approval: Approval) => void) => void;
  /** What is laid before them next is another thing: the refusal of this one is over. */
  reset: () => void;
  error: unknown;
  pending: boolean;
  /** Laid before somebody, perhaps: the answer did not come. */
  unknown: boolean;
  /** Trying again cannot help. */
  refused: boolean;
}

/**
 * For a dialog that books: whether its amount needs a second admin, and the way to lay it before one.
 * @param run Asks who is there when the server wants to know, see `useReauthentication`.
 * @param refusal Why it was not booked. The threshold or a price may have moved since the dialog was opened.
 */
export function useSecondAdmin(
  amount: Micros | null,
  run: <T>(action: () => Promise<T>) => Promise<T>,
  refusal: unknown,
): SecondAdmin {
  const foreseen = useNeededSecond(amount);
  const thresholdUsd = foreseen ?? thresholdOf(refusal);
  const { mutate, reset, error, isPending } = useRequestApproval(run);
  return {
    thresholdUsd,
    lay: (request, onLaid) => mutate(request, { onSuccess: onLaid }),
    reset,
    error,
    pending: isPending,
    unknown: Boolean(error) && !isRefused(error) && !asksForProof(error),
    refused: isRefused(error),
  };
}
