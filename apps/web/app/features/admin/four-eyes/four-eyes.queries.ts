import type {
  Approval,
  ApprovalKind,
  ApprovalRequestInput,
  ApprovalStatus,
  BotType,
  FourEyesCheck,
  FourEyesQuestion,
  ThresholdOf,
} from '@botdepot/contract';
import { type Micros, toWire } from '@botdepot/money';
import { keepPreviousData, skipToken, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api, errorCode, isKeptAnswer, queries } from '../../../lib/api.ts';
import { useCommandKey } from '../../../lib/command-key.ts';
import { useMay } from '../../../lib/profile.ts';
import { asksForProof } from '../../../lib/reauthenticate.ts';
import { toast } from '../../../lib/toast.ts';
import { ADMIN_TOASTS } from '../admin-texts.ts';
import { approvalTitle, DECISION_TOASTS } from './approval-texts.ts';

type Run = <T>(action: () => Promise<T>) => Promise<T>;

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

export function useOpenApprovals(page: number) {
  return useQuery(
    queries.admin.listApprovals.queryOptions({
      input: { state: 'open', page, pageSize: MOST_OPEN },
      placeholderData: keepPreviousData,
    }),
  );
}

function useWaiting(): readonly Approval[] {
  const enabled = useMay()('admin.listApprovals');
  const { data } = useQuery(
    queries.admin.listApprovals.queryOptions({
      input: { state: 'open', pageSize: MOST_OPEN },
      enabled,
    }),
  );
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

export interface DecidedFilter {
  status: ApprovalStatus | null;
  kind: ApprovalKind | null;
  page: number;
}

export function useDecidedApprovals({ status, kind, page }: DecidedFilter) {
  return useQuery(
    queries.admin.listApprovals.queryOptions({
      input: { state: 'decided', page, ...(status && { status }), ...(kind && { kind }) },
      placeholderData: keepPreviousData,
    }),
  );
}

/** With what it would do now; asked for anew whenever it is opened. */
export function useApproval(id: string | null) {
  return useQuery(
    queries.admin.getApproval.queryOptions({ input: id === null ? skipToken : { id }, staleTime: 0 }),
  );
}

type CallOptions = { context: { idempotencyKey: string } };

/** Sends a command with the key that belongs to it, see `useCommandKey`. */
function useCommand(run: Run) {
  const key = useCommandKey();
  return async <T>(input: object, send: (options: CallOptions) => Promise<T>): Promise<T> => {
    const options = { context: { idempotencyKey: key.of(JSON.stringify(input)) } };
    try {
      return await run(() => send(options));
    } catch (error) {
      if (isKeptAnswer(error)) key.renew();
      throw error;
    }
  };
}

/** @param run Asks who is there when the server wants to know, see `useReauthentication`. */
export function useRequestApproval(run: Run) {
  const client = useQueryClient();
  const command = useCommand(run);
  return useMutation({
    mutationFn: (request: ApprovalRequestInput) =>
      command(request, (options) => api.admin.requestApproval(request, options)),
    onSuccess: (approval) => toast.success('Zur Freigabe vorgelegt', approvalTitle(approval)),
    // Not awaited: the dialog closes with the answer, and the lists follow.
    onSettled: () => void client.invalidateQueries({ queryKey: queries.admin.key() }),
  });
}

export type ApprovalDecision =
  | { decision: 'withdraw'; id: string }
  | { decision: 'approve' | 'reject'; id: string; note: string };

/** @param run Asks who is there when the server wants to know, see `useReauthentication`. */
export function useDecideApproval(run: Run) {
  const client = useQueryClient();
  const command = useCommand(run);
  return useMutation({
    mutationFn: (input: ApprovalDecision) => command(input, (options) => decide(input, options)),
    onSuccess: (approval) => {
      const title = DECISION_TOASTS[approval.status];
      if (approval.status === 'failed') toast.error(title, approvalTitle(approval));
      else toast.success(title, approvalTitle(approval));
    },
    onError: (error) => {
      if (errorCode(error) === 'UNAUTHENTICATED' || asksForProof(error)) return;
      toast.error(ADMIN_TOASTS.failed, 'Die Entscheidung wurde nicht gespeichert');
    },
    // Not awaited: the dialog closes with the answer, and the lists follow.
    onSettled: () => void client.invalidateQueries({ queryKey: queries.admin.key() }),
  });
}

function decide(input: ApprovalDecision, options: CallOptions): Promise<Approval> {
  const { id } = input;
  if (input.decision === 'reject') return api.admin.rejectApproval({ id, note: input.note }, options);
  if (input.decision === 'approve') return api.admin.approveRequest({ id, note: input.note }, options);
  return api.admin.withdrawApproval({ id }, options);
}

/** Where one admin alone may change it. @param run see `useReauthentication`. */
export function useSetThreshold(run: Run) {
  const client = useQueryClient();
  const command = useCommand(run);
  return useMutation({
    mutationFn: (input: { of: ThresholdOf; thresholdUsd: string | null; reason: string }) =>
      command(input, (options) => api.admin.setFourEyesThreshold(input, options)),
    onSuccess: () => toast.success('Schwelle geändert'),
    // Not awaited: the dialog closes with the answer, and the lists follow.
    onSettled: () => void client.invalidateQueries({ queryKey: queries.admin.key() }),
  });
}
