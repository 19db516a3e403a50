import { useRef } from 'react';
import { Dialog } from '../../ui/dialog.tsx';
import { DeskConversation } from './desk-conversation.tsx';

interface DeskDialogProps {
  chatId: string | null;
  ownUserId: string;
  onClose: () => void;
}

/** Where there is no room beside the list, a chat opens above it. */
export function DeskDialog({ chatId, ownUserId, onClose }: DeskDialogProps) {
  // It is still on the screen while the dialog closes.
  const shown = useRef(chatId);
  if (chatId !== null) shown.current = chatId;
  return (
    <Dialog inAddress opened={chatId !== null} onClose={onClose} title="Support-Chat" fullScreen flush>
      {shown.current !== null && (
        <DeskConversation key={shown.current} id={shown.current} ownUserId={ownUserId} place="dialog" />
      )}
    </Dialog>
  );
}
