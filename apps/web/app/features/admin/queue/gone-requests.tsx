import { useQueries } from '@tanstack/react-query';
import { api, errorCode, errorText } from '../../../lib/api.ts';
import { Notice } from '../../../ui/notice.tsx';
import { useWaitingWithdrawals } from '../four-eyes/four-eyes.queries.ts';
import type { OpenRequest } from '../open-request.ts';
import classes from './queue.module.css';

/** Which of a selection are no longer to be decided on, and why: they were, or wait for a second admin. */
export function GoneRequests({ requests }: { requests: readonly OpenRequest[] }) {
  const waiting = useWaitingWithdrawals();
  const answers = useQueries({
    queries: requests.map(({ id, kind }) => ({
      queryKey: ['why-gone', id],
      queryFn: () => whyGone({ id, kind }),
      enabled: !waiting.has(id),
      // A decision stays.
      staleTime: Number.POSITIVE_INFINITY,
      retry: false,
    })),
  });
  if (requests.length === 0) return null;
  return (
    <div role="status">
      <Notice kind="info" title="Nicht mehr dabei">
        <ul className={classes.gone}>
          {requests.map(({ id, reference }, index) => {
            const approval = waiting.get(id);
            const why = approval
              ? `Wartet als ${approval.reference} auf eine zweite Person.`
              : answers[index]?.data;
            return <li key={id}>{why ? `${reference}: ${why}` : reference}</li>;
          })}
        </ul>
      </Notice>
    </div>
  );
}

/** Who decided and when, as whoever opens the request is told; null when it was not decided. */
async function whyGone(request: Pick<OpenRequest, 'id' | 'kind'>): Promise<string | null> {
  try {
    await api.admin.claimRequest({ ...request, takeOver: false });
  } catch (error) {
    return errorCode(error) === 'ALREADY_DECIDED' ? errorText(error) : null;
  }
  await api.admin.releaseRequest({ id: request.id });
  return null;
}
