import type { Micros } from '@botdepot/money';
import type { OpenRequest } from '../open-request.ts';

export interface Split {
  forOne: OpenRequest[];
  /** One admin alone does not pay these out. */
  forTwo: OpenRequest[];
}

/**
 * Which of these payouts one admin may make: none from the threshold on, and none of those that come to it together for
 * their customer, as the server counts them.
 *
 * @param threshold null where one is always enough.
 */
export function splitForTwo(requests: readonly OpenRequest[], threshold: Micros | null): Split {
  if (threshold === null) return { forOne: [...requests], forTwo: [] };
  const sums = new Map<string, Micros>();
  for (const { userId, amount } of requests)
    if (amount < threshold) sums.set(userId, (sums.get(userId) ?? 0n) + amount);
  const needsTwo = ({ userId, amount }: OpenRequest) =>
    amount >= threshold || (sums.get(userId) ?? 0n) >= threshold;
  return {
    forOne: requests.filter((request) => !needsTwo(request)),
    forTwo: requests.filter(needsTwo),
  };
}
