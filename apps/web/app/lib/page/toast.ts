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
  hide: (toast: Toast) => void;
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

const isSame = (one: Toast, other: Toast): boolean =>
  one.kind === other.kind && one.title === other.title && one.text === other.text;

/** Another attempt begins, or it is well again: an error that was told of before leaves at once. */
function endError(title: string, text?: string): void {
  const over: Toast = { kind: 'error', title, text };
  const kept = waiting.filter((one) => !isSame(one, over));
  waiting.splice(0, waiting.length, ...kept);
  shower?.hide(over);
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
  endError,
  clear: clearToasts,
};
