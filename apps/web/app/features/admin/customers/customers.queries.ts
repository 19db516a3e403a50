import type { Customer, CustomerState, Role } from '@botdepot/contract';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { queries } from '../../../lib/api.ts';

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

/** Puts what a command answered where it is shown, without waiting for the lists. */
export function useTakeCustomer(): (customer: Customer) => void {
  const client = useQueryClient();
  return (customer) =>
    client.setQueryData(queries.admin.getCustomer.queryKey({ input: { id: customer.userId } }), customer);
}
