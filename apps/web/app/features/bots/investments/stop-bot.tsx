import type { Investment } from '@botdepot/contract';
import type { Micros } from '@botdepot/money';
import { later } from '../../../lib/page/later.ts';
import type { Opening } from '../../../ui/overlay/dialog.tsx';
import { LazyOverlay } from '../../../ui/overlay/overlay.tsx';

/** Called early by who will not wait for it. */
export const loadStopBot = later(() => import('./stop-bot-dialog.tsx'));

interface StopBotProps {
  /** Which investment it was opened for; null before. */
  opening: Opening<Investment> | null;
  onClose: () => void;
  /** Null when the wallet cannot be had. */
  available: Micros | null | undefined;
}

/** The dialog by which an investment is stopped, loaded when it is needed. */
export function StopBot({ opening, onClose, available }: StopBotProps) {
  return (
    <LazyOverlay load={loadStopBot} opened={opening?.isOpen === true} onClose={onClose}>
      {({ StopBotDialog }) =>
        opening && (
          <StopBotDialog
            key={opening.key}
            opened={opening.isOpen}
            onClose={onClose}
            investment={opening.subject}
            available={available ?? undefined}
          />
        )
      }
    </LazyOverlay>
  );
}
