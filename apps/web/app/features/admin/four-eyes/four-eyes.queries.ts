import type { Approval, BotType, FourEyesCheck, FourEyesQuestion } from '@botdepot/contract';
import { type Micros, toWire } from '@botdepot/money';
import { keepPreviousData, skipToken, useQuery } from '@tanstack/react-query';
import { toast } from '../../../lib/page/toast.ts';
import { queries } from '../../../lib/server/api.ts';
import { useCommand } from '../../../lib/server/use-command.ts';
import { useMay } from '../../../lib/session/profile.ts';
import { approvalTitle } from './approval-texts.ts';

/** The rule, and what waits. It comes again by itself when either changes. */
export function useFourEyes() {
  return useQuery(queries.admin.getFourEyes.queryOptions());
}

/**
 * What the server says of these bookings, in this order, with what this admin has moved alone within 24 hours; undefined
 * until it has. While an amount changes it is what was said of the one before.
 */
export function useFourEyesCheck(
  of: FourEyesQuestion,
  amounts: readonly Micros[] | null,
): FourEyesCheck | undefined {
  const may = useMay()('admin.checkFourEyes');
  const amountsUsd = may ? (amounts?.map((amount) => toWire(amount < 0n ? -amount : amount)) ?? []) : [];
  const { data } = useQuery(
    queries.admin.checkFourEyes.queryOptions({
      input: amountsUsd.length === 0 ? skipToken : { of, amountsUsd },
      placeholderData: keepPreviousData,
      staleTime: 0,
    }),
  );
  return amountsUsd.length === 0 ? undefined : data;
}

/** More than a page never waits for long; who asks for more has other worries. */
const MOST_OPEN = 100;

export const openApprovalsQuery = (page?: number) =>
  queries.admin.listApprovals.queryOptions({
    input: { state: 'open', pageSize: MOST_OPEN, ...(page !== undefined && { page }) },
  });

function useWaiting(): readonly Approval[] {
  const enabled = useMay()('admin.listApprovals');
  const { data } = useQuery({ ...openApprovalsQuery(), enabled });
  return data?.items ?? [];
}

/** Deposits and withdrawals that wait for a second admin already, by their id. */
export function useWaitingRequests(): ReadonlyMap<string, Approval> {
  const requests = useWaiting().filter(({ kind }) => kind === 'deposit' || kind === 'withdrawal');
  return new Map(requests.flatMap((item) => item.lines.map((line) => [line.subjectId, item])));
}

/** What waits for this bot to be paused. */
export function useWaitingPause(bot: BotType): Approval | undefined {
  return useWaiting().find(({ botType }) => botType === bot);
}

/** With what it would do now; asked for anew whenever it is opened. */
export function useApproval(id: string | null) {
  return useQuery(
    queries.admin.getApproval.queryOptions({ input: id === null ? skipToken : { id }, staleTime: 0 }),
  );
}

/** Lays something before a second admin. */
export function useRequestApproval(onLaid: (approval: Approval) => void) {
  return useCommand('admin.requestApproval', {
    onDone: (approval) => {
      toast.success('Zur Freigabe vorgelegt', approvalTitle(approval));
      onLaid(approval);
    },
  });
}
