import type { CorrectionDirection, UserProfile } from '@botdepot/contract';
import { type Micros, toWire } from '@botdepot/money';
import { keepPreviousData, skipToken, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api, queries } from '../../lib/api.ts';
import { SEARCH_MAX_LENGTH } from './search-length.ts';

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

export interface CorrectionInput {
  email: string;
  direction: CorrectionDirection;
  amount: Micros;
  reason: string;
  idempotencyKey: string;
}

/** @param run Asks who is there when the server wants to know, see `useReauthentication`. */
export function useCorrectWallet(run: <T>(action: () => Promise<T>) => Promise<T>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ amount, idempotencyKey, ...input }: CorrectionInput) =>
      run(() =>
        api.admin.correctWallet({ ...input, amountUsd: toWire(amount) }, { context: { idempotencyKey } }),
      ),
    onSettled: () => client.invalidateQueries({ queryKey: queries.admin.key() }),
  });
}
