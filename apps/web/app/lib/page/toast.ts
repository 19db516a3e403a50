export type ToastKind = 'success' | 'error' | 'info';

export interface Toast {
  kind: ToastKind;
  /** The spec's title, byte-exact. */
  title: string;
  /** The spec's text; some toasts are a title only. */
  text?: string | undefined;
}

/** What shows toasts, once it is loaded. */
interface ToastShower {
  show: (toast: Toast) => void;
  clear: () => void;
}

let needed = false;
let shower: ToastShower | undefined;
const waiting: Toast[] = [];
const listeners = new Set<() => void>();

/** For the outlet at the root: the notifications library is loaded when the first toast is shown, not before. */
export const toastOutlet = {
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  isNeeded: () => needed,
  /** Called by what shows toasts when it is loaded; it gets those that waited for it. */
  connect(loaded: ToastShower): void {
    shower = loaded;
    for (const toast of waiting.splice(0)) loaded.show(toast);
  },
};

/**
 * Shows a toast. It survives a change of the page, so „Erfolgreich angemeldet!“ is still there on the dashboard. Success
 * and information are announced politely (`role="status"`), errors at once (`role="alert"`).
 */
export function showToast(toast: Toast): void {
  needed = true;
  for (const listener of listeners) listener();
  if (shower) shower.show(toast);
  else waiting.push(toast);
}

/** Before a form is sent anew: what was said about the attempt before is no longer true. */
function clearToasts(): void {
  waiting.splice(0);
  shower?.clear();
}

export const toast = {
  success: (title: string, text?: string) => showToast({ kind: 'success', title, text }),
  error: (title: string, text?: string) => showToast({ kind: 'error', title, text }),
  info: (title: string, text?: string) => showToast({ kind: 'info', title, text }),
  clear: clearToasts,
};
