/** As it stands on the key that commands begin with: a Mac has its own. Pages of the app are never rendered on a server. */
export const MODIFIER_KEY = /Mac|iPhone|iPad/.test(globalThis.navigator?.platform ?? '') ? '⌘' : 'Strg';
