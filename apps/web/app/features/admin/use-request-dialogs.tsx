import { useState } from 'react';
import { newKey } from '../../lib/new-key.ts';
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
  const [opened, setOpened] = useState<OpenedRequest | null>(null);
  const [isOpen, setIsOpen] = useState(false);
  const show = (what: OpenedRequest['what'], request: OpenRequest) => {
    setOpened({ what, request, idempotencyKey: newKey() });
    setIsOpen(true);
  };
  const dialogs = opened && (
    <RequestDialogs
      opened={opened}
      isOpen={isOpen}
      listed={requests.find(({ id }) => id === opened.request.id)}
      ownUserId={ownUserId}
      onShow={show}
      onClose={() => setIsOpen(false)}
      onDecided={onDecided}
    />
  );
  return { show, dialogs };
}
