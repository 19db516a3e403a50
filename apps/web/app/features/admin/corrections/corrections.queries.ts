import type { UserProfile } from '@botdepot/contract';
import { keepPreviousData, skipToken, useQuery } from '@tanstack/react-query';
import { queries } from '../../../lib/server/api.ts';
import { SEARCH_MAX_LENGTH } from '../admin-texts.ts';

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

/** `E-1688`, also as `e1688`: what has a short number. */
const NUMBER = /^[eabkf]-?\d{1,12}$/i;

export const isNumber = (text: string): boolean => NUMBER.test(text);

/** The one thing that has this number. Nothing is asked for any other text. */
export function useReference(text: string) {
  return useQuery(
    queries.admin.findReference.queryOptions({
      input: isNumber(text) ? { query: text } : skipToken,
    }),
  );
}

export function useCustomerBalance(customer: UserProfile | null) {
  return useQuery(
    queries.admin.getCustomerBalance.queryOptions({ input: customer ? { id: customer.userId } : skipToken }),
  );
}
