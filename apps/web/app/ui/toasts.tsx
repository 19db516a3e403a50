import { Notifications } from '@mantine/notifications';
import './mantine-button.css';
import '@mantine/core/styles/CloseButton.layer.css';
import '@mantine/core/styles/Notification.layer.css';
import '@mantine/notifications/styles.layer.css';
import { MantineFrame } from './theme/mantine-frame.tsx';
import classes from './toasts.module.css';

/**
 * Loaded with the first toast. Below the play-money bar and the page's head, above everything else; but never on the buttons
 * of what is open: see the rules for dialogs in the style sheet.
 */
export default function Toasts() {
  return (
    <MantineFrame>
      <Notifications
        position="top-right"
        limit={4}
        zIndex={300}
        classNames={{ root: classes.root ?? '', notification: classes.notification ?? '' }}
      />
    </MantineFrame>
  );
}
