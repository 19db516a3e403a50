import { type AuditEntry, germanMessage } from '@botdepot/contract';
import { useQuery } from '@tanstack/react-query';
import { queries } from '../../../lib/server/api.ts';
import { useMay } from '../../../lib/session/profile.ts';
import { Notice } from '../../../ui/state/notice.tsx';
import { useWaitingRequests } from '../four-eyes/four-eyes.queries.ts';
import type { OpenRequest } from '../review/open-request.ts';

interface GoneRequestsProps {
  requests: readonly OpenRequest[];
  /** As the list has those now that are decided on one by one only. */
  barred: readonly OpenRequest[];
  ownUserId: string;
}

/** Which of a selection are no longer to be decided on, and why: they were, or wait for a second admin. */
export function GoneRequests({ requests: gone, barred, ownUserId }: GoneRequestsProps) {
  // Why those are not with the others is said by itself.
  const requests = gone.filter(({ id }) => !barred.some((request) => request.id === id));
  if (requests.length === 0) return null;
  return (
    <div role="status">
      <Notice kind="info" title="Nicht mehr dabei">
        <ul className="grid gap-1 wrap-anywhere">
          {requests.map((request) => (
            <GoneRequest key={request.id} request={request} ownUserId={ownUserId} />
          ))}
        </ul>
      </Notice>
    </div>
  );
}

function GoneRequest({ request, ownUserId }: { request: OpenRequest; ownUserId: string }) {
  const { id, kind, reference } = request;
  const approval = useWaitingRequests().get(id);
  const canAsk = useMay()('admin.listAuditEntries');
  const { data: decision } = useQuery({
    ...queries.admin.listAuditEntries.queryOptions({ input: { subject: kind, query: reference } }),
    enabled: canAsk && !approval,
    select: ({ items }) => items.find((entry) => entry.subjectId === id && isDecision(entry)),
  });
  const why = approval
    ? `Wartet als ${approval.reference} auf eine zweite Person.`
    : decision && decisionText(decision, ownUserId);
  return <li>{why ? `${reference}: ${why}` : reference}</li>;
}

const isDecision = ({ action }: AuditEntry): boolean => /\.(approve|reject|cancel)$/.test(action);

/** Who decided and when, as whoever opens the request is told. */
function decisionText({ at, actor, after }: AuditEntry, ownUserId: string): string {
  const by = actor?.userId === ownUserId ? undefined : (actor?.email ?? undefined);
  return germanMessage('ALREADY_DECIDED', { status: after?.status, at, by });
}
