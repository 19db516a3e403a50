import type { UserProfile } from '@botdepot/contract';
import { keepPreviousData, skipToken, useQuery } from '@tanstack/react-query';
import { queries } from '../../../lib/server/api.ts';
import { SEARCH_MAX_LENGTH } from '../search-length.ts';

/** People whose address, ids or references begin so. Nobody as long as too little was typed. */
export function useCustomerSearch(query: string, minLength: number) {
  return useQuery(
    queries.admin.findCustomers.queryOptions({
      input:
        query.length < minLength || query.length > SEARCH_MAX_LENGTH ? skipToken : { query, pageSize: 6 },
      placeholderData: keepPreviousData,
    }),
  );
}

export function useCustomerBalance(customer: UserProfile | null) {
  return useQuery(
    queries.admin.getCustomerBalance.queryOptions({ input: customer ? { id: customer.userId } : skipToken }),
  );
}
