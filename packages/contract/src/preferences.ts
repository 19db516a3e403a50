/** What people may choose for themselves, with the default first. */

/** Colours of gains and losses. Blue and orange can be told apart by everybody. */
export const COLOUR_CHOICES = ['blue-orange', 'green-red'] as const;
export type ColourChoice = (typeof COLOUR_CHOICES)[number];

/** Where a login leads that was not asked for by another page. The last two are for admins. */
export const START_PAGES = ['dashboard', 'bots', 'wallet', 'admin', 'desk'] as const;
export type StartPage = (typeof START_PAGES)[number];
