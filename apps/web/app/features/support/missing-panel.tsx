import { IconX } from '@tabler/icons-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { IconButton } from '../../ui/icon-button.tsx';
import { ChatWindow } from './chat-window.tsx';

interface MissingPanelProps {
  onClose: () => void;
  /** What is missing, and what can be done. */
  children: ReactNode;
}

/** The chat window when its program could not be loaded. */
export function MissingPanel({ onClose, children }: MissingPanelProps) {
  const close = useRef<HTMLButtonElement>(null);
  useEffect(() => close.current?.focus(), []);
  return (
    <ChatWindow
      onEscape={onClose}
      buttons={<IconButton ref={close} icon={IconX} label="Chat schließen" onClick={onClose} />}
    >
      {children}
    </ChatWindow>
  );
}
