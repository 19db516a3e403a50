import type { Approval } from '@botdepot/contract';
import { formatSince } from '../../../lib/format/dates.ts';
import { useNow } from '../../../lib/live/now.ts';
import { useMay, useProfile } from '../../../lib/session/profile.ts';
import { urls } from '../../../lib/url/urls.ts';
import { ButtonLink } from '../../../ui/form/button.tsx';
import { breakBeforeAt } from '../../../ui/sheet/email-address.tsx';

/** In a list of withdrawals: what this one waits for, since when, and who has laid it before. */
export function WaitingState({ approval }: { approval: Approval }) {
  const now = useNow(30_000);
  const { requestedBy, requestedAt } = approval;
  const by = requestedBy.userId === useProfile().userId ? 'Ihnen' : requestedBy.email;
  return (
    <>
      <small>
        <span className="font-620 text-text">Wartet auf zweite Person</span>
      </small>
      <small>{breakBeforeAt(`${formatSince(Date.parse(requestedAt), now)}, vorgelegt von ${by}`)}</small>
    </>
  );
}

interface ApprovalLinkProps {
  approval: Approval;
  look?: 'primary' | 'default' | undefined;
  size?: 'sm' | 'md' | undefined;
  wide?: boolean | undefined;
}

/** Leads to the request, where a second admin decides, the first can take it back, and others read. */
export function ApprovalLink({ approval, look, size = 'sm', wide }: ApprovalLinkProps) {
  const isOwn = approval.requestedBy.userId === useProfile().userId;
  const verb = useMay()('admin.approveRequest') && !isOwn ? 'entscheiden' : 'ansehen';
  return (
    <ButtonLink look={look} size={size} wide={wide} to={urls.adminApproval(approval.id)}>
      {`${approval.reference} ${verb}`}
    </ButtonLink>
  );
}
