import type { OpenRequest } from '../review/open-request.ts';

export interface Split {
  forOne: OpenRequest[];
  /** One admin alone does not book these. */
  forTwo: OpenRequest[];
}

/**
 * Which of these one admin may decide, as the server has answered in their order.
 *
 * @param answers null where one is always enough, or until the server has answered: it asks again when they are booked.
 */
export function splitForTwo(requests: readonly OpenRequest[], answers: readonly boolean[] | null): Split {
  return {
    forOne: requests.filter((_, index) => !answers?.[index]),
    forTwo: requests.filter((_, index) => answers?.[index]),
  };
}
