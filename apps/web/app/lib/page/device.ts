import { useMediaQuery } from '@mantine/hooks';

/**
 * The one breakpoint of the app: below it the sidebar is a drawer and tables are two-line rows. A sheet of paper is as
 * narrow and no phone: it gets everything at once.
 */
export const PHONE_QUERY = 'screen and (max-width: 767.98px)';

/** Read at once: app pages are never rendered on a server, so there is nothing to hydrate against. */
export function useIsPhone(): boolean {
  return useMediaQuery(PHONE_QUERY, false, { getInitialValueInEffect: false }) ?? false;
}

/** As it stands on the key that commands begin with: a Mac has its own. Pages of the app are never rendered on a server. */
export const MODIFIER_KEY = /Mac|iPhone|iPad/.test(globalThis.navigator?.platform ?? '') ? '⌘' : 'Strg';

const FIELDS = 'input:not([type="radio"], [type="checkbox"]), textarea, select, [contenteditable]';

/** Whether a key belongs to the field it was pressed in. Radio buttons and checkboxes take no letters. */
export function isTyping(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest(FIELDS) !== null;
}

/** Whether single letters have to rest as commands of the page: somebody types, or a dialog or menu is open above it. */
export function isBusy(target: EventTarget | null): boolean {
  return isTyping(target) || document.querySelector('[role="dialog"], [role="menu"]') !== null;
}
