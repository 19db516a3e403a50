import type { ComponentProps } from 'react';
import { later } from '../../lib/page/later.ts';
import { LazyOverlay } from '../../ui/overlay/overlay.tsx';
import type { StartBotDialog } from './start-bot-dialog.tsx';

/** Called early by who will not wait for it. */
export const loadStartBot = later(() => import('./start-bot-dialog.tsx'));

/** The dialog by which a bot is started, loaded when it is needed. */
export function StartBot(props: ComponentProps<typeof StartBotDialog>) {
  return (
    <LazyOverlay load={loadStartBot} opened={props.opening?.isOpen === true} onClose={props.onClose}>
      {({ StartBotDialog }) => <StartBotDialog {...props} />}
    </LazyOverlay>
  );
}
