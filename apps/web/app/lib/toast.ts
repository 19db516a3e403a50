import { breakBeforeAt } from './break-before-at.tsx';

export type ToastKind = 'success' | 'error' | 'info';

export interface Toast {
  kind: ToastKind;
  /** The spec's title, byte-exact. */
  title: string;
  /** The spec's text; some toasts are a title only. */
  text?: string | undefined;
}

const SHOWN_FOR_MS = { success: 5000, info: 6000, error: 8000 } as const;

let needed = false;
const listeners = new Set<() => void>();

/** For the outlet at the root: the notifications library is loaded when the first toast is shown, not before. */
export const toastOutlet = {
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  isNeeded: () => needed,
};

/**
 * Shows a toast. It survives a change of the page, so „Erfolgreich angemeldet!“ is still there on the dashboard. Success
 * and information are announced politely (`role="status"`), errors at once (`role="alert"`).
 */
export function showToast({ kind, title, text }: Toast): void {
  needed = true;
  for (const listener of listeners) listener();
  void import('@mantine/notifications').then(({ notifications }) => {
    notifications.show({
      title,
      message: breakBeforeAt(text ?? ''),
      role: kind === 'error' ? 'alert' : 'status',
      autoClose: SHOWN_FOR_MS[kind],
      'data-kind': kind,
    });
  });
}

/** Before a form is sent anew: what was said about the attempt before is no longer true. */
function clearToasts(): void {
  if (needed) void import('@mantine/notifications').then(({ notifications }) => notifications.clean());
}

export const toast = {
  success: (title: string, text?: string) => showToast({ kind: 'success', title, text }),
  error: (title: string, text?: string) => showToast({ kind: 'error', title, text }),
  info: (title: string, text?: string) => showToast({ kind: 'info', title, text }),
  clear: clearToasts,
};
