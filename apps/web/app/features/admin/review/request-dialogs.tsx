import { useMay } from '../../../lib/profile.ts';
import type { Opening } from '../../../lib/use-opening.ts';
import type { Decision } from '../admin-texts.ts';
import { ApproveDialog, RejectDialog } from './decision-dialogs.tsx';
import type { OpenRequest } from './open-request.ts';
import { RequestDrawer } from './request-drawer.tsx';
import { useClaim } from './use-claim.ts';

/** What is open above a list of requests. */
export interface OpenedRequest {
  what: 'details' | Decision;
  request: OpenRequest;
}

interface RequestDialogsProps {
  opening: Opening<OpenedRequest>;
  /** The same request as the list has it now; undefined when it is not there any more. */
  listed: OpenRequest | undefined;
  /** Nobody decides on their own request. */
  ownUserId: string;
  onShow: (what: OpenedRequest['what'], request: OpenRequest) => void;
  onClose: () => void;
  /** A decision was made, and its dialog is gone from the screen. */
  onDecided?: (() => void) | undefined;
}

/** The details of one request and the two decisions about it, the same wherever requests are listed. */
export function RequestDialogs(props: RequestDialogsProps) {
  const { opening, listed, ownUserId, onShow, onClose, onDecided } = props;
  const { key, subject: opened, isOpen } = opening;
  const request = listed ?? opened.request;
  const isOwn = request.userId === ownUserId;
  const canDecide = useMay()('admin.claimRequest') && !isOwn;
  const claim = useClaim(isOpen && canDecide ? opened.request : null, listed, ownUserId);
  const shows = (what: OpenedRequest['what']) => isOpen && opened.what === what;
  const shared = { request, claim, onClose, onDecided };
  return (
    <>
      <RequestDrawer
        opened={shows('details')}
        request={request}
        ownUserId={ownUserId}
        claim={claim}
        onClose={onClose}
        onDecide={(decision) => onShow(decision, request)}
      />
      <ApproveDialog key={`approve-${key}`} opened={shows('approve')} {...shared} />
      <RejectDialog key={`reject-${key}`} opened={shows('reject')} {...shared} />
    </>
  );
}
