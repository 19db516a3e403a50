import { useOpening } from '../../../lib/page/use-opening.ts';
import type { OpenRequest } from './open-request.ts';
import { type OpenedRequest, RequestDialogs } from './request-dialogs.tsx';

interface RequestDialogsOptions {
  requests: readonly OpenRequest[];
  ownUserId: string;
  /** A decision was made, and its dialog is gone from the screen. */
  onDecided: () => void;
}

/** What is open above a short list of requests, and how to open it. */
export function useRequestDialogs({ requests, ownUserId, onDecided }: RequestDialogsOptions) {
  const [opening, open, close] = useOpening<OpenedRequest>();
  const show = (what: OpenedRequest['what'], request: OpenRequest) => open({ what, request });
  const dialogs = opening && (
    <RequestDialogs
      opening={opening}
      listed={requests.find(({ id }) => id === opening.subject.request.id)}
      ownUserId={ownUserId}
      onShow={show}
      onClose={close}
      onDecided={onDecided}
    />
  );
  return { show, dialogs };
}
