import { type Approval, type ApprovalRequestInput, ERRORS, type FourEyesQuestion } from '@botdepot/contract';
import { fromWire, type Micros } from '@botdepot/money';
import { ORPCError } from '@orpc/client';
import { useRef } from 'react';
import { errorCode } from '../../../lib/server/api.ts';
import { asksForProof } from '../../../lib/server/reauthenticate.ts';
import { useFourEyesCheck, useRequestApproval } from './four-eyes.queries.ts';

export const LAY_BEFORE = 'Zur Freigabe vorlegen';

/** From which amount on a second admin is needed, and what the booking comes to with what counts with it. */
export interface Threshold {
  thresholdUsd: string;
  /** Null where nothing was moved before it. */
  togetherUsd: string | null;
}

/** What the server says of these amounts before they are booked; null where no threshold is in force. */
export function useThreshold(
  of: FourEyesQuestion,
  amounts: readonly Micros[] | null,
): (Threshold & { needsSecond: boolean[] }) | null {
  const check = useFourEyesCheck(of, amounts);
  if (!check || check.thresholdUsd === null) return null;
  const { thresholdUsd, movedUsd, togetherUsd, needsSecond } = check;
  return { thresholdUsd, togetherUsd: fromWire(movedUsd) === 0n ? null : togetherUsd, needsSecond };
}

function thresholdOf(refusal: unknown): Threshold | null {
  if (errorCode(refusal) !== 'SECOND_ADMIN_REQUIRED') return null;
  const data =
    refusal instanceof ORPCError ? ERRORS.SECOND_ADMIN_REQUIRED.data.safeParse(refusal.data) : null;
  if (!data?.success) return null;
  return { thresholdUsd: data.data.thresholdUsd, togetherUsd: data.data.togetherUsd ?? null };
}

export interface SecondAdmin {
  /** Whether one admin alone does not do it. */
  needed: boolean;
  /** Null where none is in force. */
  threshold: Threshold | null;
  lay: (request: ApprovalRequestInput, onLaid: (approval: Approval) => void) => void;
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
 * For a dialog that books, or pauses a bot: whether its amount needs a second admin, and the way to lay it before one.
 * @param refusal Why it was not done. The threshold or a price may have moved since the dialog was opened.
 */
export function useSecondAdmin(of: FourEyesQuestion, amount: Micros | null, refusal: unknown): SecondAdmin {
  const foreseen = useThreshold(of, amount === null ? null : [amount]);
  const refused = thresholdOf(refusal);
  const laid = useRef<(approval: Approval) => void>(undefined);
  const {
    run,
    forget,
    error,
    refused: isFinal,
    pending,
  } = useRequestApproval((approval) => laid.current?.(approval));
  return {
    needed: refused !== null || foreseen?.needsSecond[0] === true,
    threshold: refused ?? foreseen,
    lay: (request, onLaid) => {
      laid.current = onLaid;
      run(request);
    },
    reset: forget,
    error,
    pending,
    unknown: Boolean(error) && !isFinal && !asksForProof(error),
    refused: isFinal,
  };
}
