import type { Customer } from '@botdepot/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { queries } from '../../../lib/server/api.ts';

interface OfCustomer {
  id: string;
  page: number;
  pageSize: number;
}

/** The check of the balances is as old as the answer, so it is asked again now and then. */
const RECHECK_MS = 60_000;

export function useCustomer(id: string) {
  return useQuery(queries.admin.getCustomer.queryOptions({ input: { id }, refetchInterval: RECHECK_MS }));
}

export function useCustomerOwnBots(id: string) {
  return useQuery(
    queries.admin.getCustomerOwnBots.queryOptions({ input: { id }, refetchInterval: RECHECK_MS }),
  );
}

export const customerInvestmentsQuery = (input: OfCustomer) =>
  queries.admin.listCustomerInvestments.queryOptions({ input, refetchInterval: RECHECK_MS });

/** Puts what a command answered where it is shown, without waiting for the lists. */
export function useTakeCustomer(): (customer: Customer) => void {
  const client = useQueryClient();
  return (customer) =>
    client.setQueryData(queries.admin.getCustomer.queryKey({ input: { id: customer.userId } }), customer);
}
