/**
 * Messages of the one WebSocket per tab, `/api/live`. Prices carry their values; all else are hints to refetch. Browsers check
 * them, so they are made with the small form of zod.
 */
import * as z from 'zod/mini';

export const LIVE_SUBJECTS = [
  'wallet',
  'deposits',
  'withdrawals',
  /** Who works on which request of the queue. */
  'claims',
  'investments',
  'notifications',
  'bots',
  'support',
  /** Who may do what: roles, locks, sessions. */
  'access',
  /** What waits for a second admin, and the rule about it. */
  'approvals',
  /** Own bots with their drafts, versions and trials. */
  'own_bots',
] as const;
export type LiveSubject = (typeof LIVE_SUBJECTS)[number];

export const liveMessage = z.discriminatedUnion('type', [
  /** `t`: time of the tick in ms; `p`: price per symbol in catalogue order, `c`: change over 24 h, `o`: 1 = open. */
  z.object({
    type: z.literal('prices'),
    t: z.number(),
    source: z.string(),
    p: z.array(z.number()),
    c: z.array(z.nullable(z.number())),
    o: z.array(z.number()),
    /** NAV per bot type at this tick. */
    nav: z.record(z.string(), z.string()),
    /** Number of the series that a NAV is of, per bot type; absent for a bot's first one. */
    series: z.optional(z.record(z.string(), z.number())),
    /** Places in the catalogue of symbols whose price is too old to trade on; absent when there is none. */
    s: z.optional(z.array(z.number())),
    /**
     * How old each price was at the tick, in ms and in the same order, 0 where the market is closed; absent when all were of this
     * moment.
     */
    a: z.optional(z.array(z.number())),
  }),
  z.object({ type: z.literal('account'), subjects: z.array(z.enum(LIVE_SUBJECTS)) }),
  z.object({ type: z.literal('admin'), subjects: z.array(z.enum(LIVE_SUBJECTS)) }),
  /** To a page that said how old its data is: with the hints that follow it is as new as the socket. */
  z.object({ type: z.literal('caught_up') }),
  /** The server's own bus was interrupted, or it does not know what a page has missed: refetch everything. */
  z.object({ type: z.literal('resync') }),
]);
export type LiveMessage = z.infer<typeof liveMessage>;
