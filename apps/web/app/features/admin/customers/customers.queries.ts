import type { AdminField, CustomerState, Role } from '@botdepot/contract';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api, queries } from '../../../lib/api.ts';

export interface CustomerFilter {
  query?: string;
  role?: Role;
  state?: CustomerState;
}

interface OfCustomer {
  id: string;
  page: number;
  pageSize: number;
}

export function useCustomers(filter: CustomerFilter, page: number) {
  return useQuery(
    queries.admin.findCustomers.queryOptions({
      input: { ...filter, page },
      placeholderData: keepPreviousData,
    }),
  );
}

/** The check of the balances is as old as the answer, so it is asked again now and then. */
const RECHECK_MS = 60_000;

export function useCustomer(id: string) {
  return useQuery(queries.admin.getCustomer.queryOptions({ input: { id }, refetchInterval: RECHECK_MS }));
}

export function useCustomerTransactions(input: OfCustomer) {
  return useQuery(
    queries.admin.listCustomerTransactions.queryOptions({ input, placeholderData: keepPreviousData }),
  );
}

export function useCustomerInvestments(input: OfCustomer) {
  return useQuery(
    queries.admin.listCustomerInvestments.queryOptions({
      input,
      placeholderData: keepPreviousData,
      refetchInterval: RECHECK_MS,
    }),
  );
}

export function useCustomerDeposits(input: OfCustomer) {
  return useQuery(
    queries.admin.listCustomerDeposits.queryOptions({ input, placeholderData: keepPreviousData }),
  );
}

export function useCustomerWithdrawals(input: OfCustomer) {
  return useQuery(
    queries.admin.listCustomerWithdrawals.queryOptions({ input, placeholderData: keepPreviousData }),
  );
}

export function useCustomerChats(input: OfCustomer) {
  return useQuery(queries.admin.listCustomerChats.queryOptions({ input, placeholderData: keepPreviousData }));
}

export function useCustomerAudit(input: OfCustomer) {
  return useQuery(queries.admin.listCustomerAudit.queryOptions({ input, placeholderData: keepPreviousData }));
}

export type AccessCommand =
  | { kind: 'lock'; reason: string; holdWithdrawals: boolean }
  | { kind: 'unlock'; reason: string }
  | { kind: 'role'; role: Role; adminField: AdminField; reason: string }
  | { kind: 'sessions'; sessionId?: string };

/**
 * Changes what somebody may do.
 *
 * @param run Asks who is there when the server wants to know, see `useReauthentication`.
 */
export function useChangeAccess(id: string, run: <T>(action: () => Promise<T>) => Promise<T>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (command: AccessCommand) => run(() => send(id, command)),
    onSuccess: (customer) =>
      client.setQueryData(queries.admin.getCustomer.queryKey({ input: { id } }), customer),
    onSettled: () => client.invalidateQueries({ queryKey: queries.admin.key() }),
  });
}

function send(id: string, command: AccessCommand) {
  switch (command.kind) {
    case 'lock':
      return api.admin.lockCustomer({
        id,
        reason: command.reason,
        holdWithdrawals: command.holdWithdrawals,
      });
    case 'unlock':
      return api.admin.unlockCustomer({ id, reason: command.reason });
    case 'role':
      return api.admin.changeCustomerRole({
        id,
        role: command.role,
        adminField: command.adminField,
        reason: command.reason,
      });
    case 'sessions':
      return api.admin.endCustomerSessions({
        id,
        ...(command.sessionId !== undefined && { sessionId: command.sessionId }),
      });
  }
}
