import { Notifications, notifications } from '@mantine/notifications';
import '../theme/mantine-button.css';
import '@mantine/core/styles/CloseButton.layer.css';
import '@mantine/core/styles/Notification.layer.css';
import '@mantine/notifications/styles.layer.css';
import { type Toast, toastOutlet } from '../../lib/page/toast.ts';
import { breakBeforeAt } from '../sheet/email-address.tsx';
import { MantineFrame } from '../theme/mantine-frame.tsx';
import classes from './toasts.module.css';

const SHOWN_FOR_MS = { success: 5000, info: 6000, error: 8000 } as const;

/** An error is known by its words: it can be taken back, and the same once more is no second one. */
const idOf = ({ title, text = '' }: Toast): string => `${title}/${text}`;

toastOutlet.connect({
  show: (toast) => {
    const { kind, title, text } = toast;
    notifications.show({
      ...(kind === 'error' && { id: idOf(toast) }),
      title,
      message: breakBeforeAt(text ?? ''),
      role: kind === 'error' ? 'alert' : 'status',
      autoClose: SHOWN_FOR_MS[kind],
      'data-kind': kind,
    });
  },
  hide: (toast) => notifications.hide(idOf(toast)),
  clear: () => notifications.clean(),
});

/** Loaded with the first toast. Above everything else, but where nothing is read or pressed: see the style sheet. */
export default function Toasts() {
  return (
    <MantineFrame>
      <Notifications
        position="bottom-left"
        limit={4}
        zIndex={300}
        classNames={{ root: classes.root ?? '', notification: classes.notification ?? '' }}
      />
    </MantineFrame>
  );
}
