import { type KeyboardEvent, type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { Button } from '../form/button.tsx';
import { PlayMoneyMark } from '../frame/play-money-bar.tsx';
import type { DialogProps } from './dialog-window.tsx';
import type { DrawerProps } from './drawer-window.tsx';
import { Overlay } from './overlay.tsx';

/** Full screen on phones. */
export function Dialog(props: DialogProps) {
  const { opened, onClose, inAddress } = props;
  return (
    <Overlay opened={opened} onClose={onClose} inAddress={inAddress}>
      {({ DialogWindow }) => <DialogWindow {...props} />}
    </Overlay>
  );
}

interface ConfirmDialogProps {
  opened: boolean;
  onClose: () => void;
  title: ReactNode;
  /** Verb and amount: „500,00 USDT investieren“. */
  confirmLabel: string;
  cancelLabel?: string | undefined;
  /** Leads to the step before, in place of the button that closes. */
  onBack?: (() => void) | undefined;
  onConfirm: () => void;
  pending?: boolean | undefined;
  confirmDisabled?: boolean | undefined;
  /** Money moves: the violet sentence stands beside the buttons. */
  movesMoney?: boolean | undefined;
  /** The dialog was opened by a key and Enter should confirm; else the focus starts at its beginning. */
  focusConfirm?: boolean | undefined;
  size?: string | undefined;
  /** As `Dialog` has it. */
  onClosed?: (() => void) | undefined;
  children: ReactNode;
}

/** The step before something happens. While it is pending the dialog stays, so the answer has a place to appear. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const {
    opened,
    onClose,
    title,
    confirmLabel,
    cancelLabel = 'Abbrechen',
    onBack,
    onConfirm,
    children,
  } = props;
  const confirmButton = useRef<HTMLButtonElement>(null);
  const otherButton = useRef<HTMLButtonElement>(null);
  // Switched off, it would lose the focus to the page behind.
  useLayoutEffect(() => {
    if (props.confirmDisabled && document.activeElement === confirmButton.current)
      otherButton.current?.focus();
  }, [props.confirmDisabled]);
  const close = () => {
    if (!props.pending) onClose();
  };
  const confirm = () => {
    onConfirm();
    // Where something is wrong one goes on there, once its mark is in the document.
    requestAnimationFrame(() =>
      confirmButton.current
        ?.closest('[role="dialog"]')
        ?.querySelector<HTMLElement>('[aria-invalid="true"]')
        ?.focus(),
    );
  };
  /** Ctrl+Enter sends a text, as Enter does where it makes no new line. */
  const sendText = (event: KeyboardEvent) => {
    const isText = event.target instanceof HTMLTextAreaElement;
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || !isText || event.repeat) return;
    event.preventDefault();
    if (!props.pending && !props.confirmDisabled) confirm();
  };
  return (
    <Dialog
      opened={opened}
      onClose={close}
      onClosed={props.onClosed}
      onKeyDown={sendText}
      title={title}
      size={props.size}
      foot={
        <>
          {props.movesMoney && <PlayMoneyMark />}
          {onBack ? (
            <Button ref={otherButton} onClick={onBack} disabled={props.pending}>
              Zurück
            </Button>
          ) : (
            <Button ref={otherButton} onClick={close}>
              {cancelLabel}
            </Button>
          )}
          <Button
            ref={confirmButton}
            look="primary"
            pending={props.pending}
            disabled={props.confirmDisabled}
            onClick={confirm}
            data-autofocus={(props.focusConfirm && !props.confirmDisabled) || undefined}
          >
            {confirmLabel}
          </Button>
        </>
      }
    >
      {children}
    </Dialog>
  );
}

export function Drawer(props: DrawerProps) {
  const { opened, onClose, inAddress } = props;
  return (
    <Overlay opened={opened} onClose={onClose} inAddress={inAddress}>
      {({ DrawerWindow }) => <DrawerWindow {...props} />}
    </Overlay>
  );
}

/** A dialog that has been opened. */
export interface Opening<Subject> {
  subject: Subject;
  /** Of the element: each opening is a new dialog, without what was typed in and answered to the one before. */
  key: number;
  /** What it was opened for stays while it closes. */
  isOpen: boolean;
}

/** What a dialog was opened for, how to open it, and how to close it. */
export function useOpening<Subject>(): [
  opening: Opening<Subject> | null,
  open: (subject: Subject) => void,
  close: () => void,
] {
  const [opening, setOpening] = useState<Opening<Subject> | null>(null);
  return [
    opening,
    (subject) => setOpening((last) => ({ subject, key: (last?.key ?? 0) + 1, isOpen: true })),
    () => setOpening((last) => last && { ...last, isOpen: false }),
  ];
}
