/** Own bots as an operator sees them: who runs what at what cost, holding one or all, and what somebody may have. No rule, no result. */
import { z } from 'zod';
import { LIMITS } from './catalogue.ts';
import { OWN_BOT_LIMITS } from './limits.ts';
import { operationsOf } from './operation.ts';
import { amount, byId, freeText, id, page, paged, requestedAmount, timestamp } from './shapes.ts';
import { OWN_BOT_RUN_STATES } from './states.ts';

const { command, query } = operationsOf('admin');

const { minLength, maxLength } = LIMITS.bookingReason;
const reason = freeText(maxLength).min(minLength);

/** A run of somebody's bot. */
const adminOwnBot = z.object({
  /** Of the run. */
  id,
  botId: id,
  number: z.number().int(),
  /** 1 for the first run of a bot. */
  series: z.number().int(),
  ownerId: id.nullable(),
  /** Null once the account is gone. */
  owner: z.string().nullable(),
  version: z.number().int(),
  state: z.enum(OWN_BOT_RUN_STATES),
  symbols: z.array(z.string()),
  startedAt: timestamp,
  endedAt: timestamp.nullable(),
  amountUsd: amount,
  valueUsd: amount,
  nav: z.string(),
  at: timestamp,
  held: z.string().nullable(),
  /** As in `stepTime`, µs a minute in the mean; null where this server has not stepped it. */
  stepMicros: z.number().nullable(),
});
export type AdminOwnBot = z.infer<typeof adminOwnBot>;

/** How long the steps of a run have kept the server's thread busy since it trades it: the database and what is written are not in it. */
const stepTime = z.object({
  since: timestamp,
  minutes: z.number().int(),
  /** µs a minute in the mean. */
  micros: z.number(),
});
export type StepTime = z.infer<typeof stepTime>;

const ownBotHold = z.object({
  id,
  /** Null: all own bots. */
  botId: id.nullable(),
  number: z.number().int().nullable(),
  /** Empty once the account of the bot is gone. */
  reason: z.string(),
  heldAt: timestamp,
  /** Whom by; null once that account is gone. */
  heldBy: z.string().nullable(),
  releasedAt: timestamp.nullable(),
  releasedBy: z.string().nullable(),
  releaseReason: z.string().nullable(),
});
export type OwnBotHold = z.infer<typeof ownBotHold>;

const use = z.object({ live: z.number().int(), capitalUsd: amount });

const quota = z.object({
  userId: id,
  /** What is set for this person; null: as for everybody. */
  live: z.number().int().nullable(),
  capitalUsd: amount.nullable(),
  isBarred: z.boolean(),
  /** Who has set it and when; null where nobody has, and who is null once that account is gone. */
  setBy: z.string().nullable(),
  setAt: timestamp.nullable(),
  forAll: use,
  /** Runs that go on and starts that wait, and what was put into them: what a start is measured by. */
  used: use,
});
export type OwnBotQuota = z.infer<typeof quota>;

/** One, or all where it is null. */
const ofBots = z.strictObject({ botId: id.nullable(), reason });

export const adminOwnBots = {
  listAllOwnBots: query('GET /admin/own-bots', {
    summary: 'Läufe eigener Bots, laufende zuerst, und wofür das Haus einsteht',
    access: 'admin',
    input: page.extend({
      open: z.enum(['true', 'false']).optional(),
      /** Part of an e-mail address, the beginning of an id, a customer’s short one (`U-48F2C1`), or the number of a bot. */
      query: freeText(200).optional(),
    }),
    output: paged(adminOwnBot).extend({
      /** Whatever is looked for: those that run, whose they are, Σ of their pools, and starts that wait with what is put aside. */
      runs: z.number().int(),
      people: z.number().int(),
      poolsUsd: amount,
      orders: z.number().int(),
      ordersUsd: amount,
      /** So many may trade at once; 0: none begins any more. */
      places: z.number().int(),
      /** Until when every one that trades was looked at; null where none does. */
      until: timestamp.nullable(),
      /** Σ of `stepMicros` of those that run; null where this server steps none. */
      stepMicros: z.number().nullable(),
      /** All own bots are held. */
      hold: ownBotHold.nullable(),
    }),
  }),
  getOwnBotRun: query('GET /admin/own-bots/runs/{id}', {
    summary: 'Ein Lauf eines eigenen Bots: was er den Server kostet, und wann er angehalten war',
    access: 'admin',
    errors: ['OWN_BOT_NOT_FOUND'],
    input: byId,
    output: z.object({
      run: adminOwnBot,
      /** Null where this server does not step it. */
      stepTime: stepTime.nullable(),
      /** What is kept of it; `bytes` of its rows without indexes. */
      kept: z.object({
        fills: z.number().int(),
        strikes: z.number().int(),
        protocol: z.number().int(),
        bookings: z.number().int(),
        bytes: z.number().int(),
      }),
      /** The hold of this bot alone that lasts, whether it runs or not. */
      hold: ownBotHold.nullable(),
      /** Of this bot, and of all while this run went on; the newest 50, newest first. */
      holds: z.array(ownBotHold),
    }),
  }),
  listOwnBotHolds: query('GET /admin/own-bots/holds', {
    summary: 'Wann und warum eigene Bots angehalten waren, was andauert zuerst, dann die neuesten',
    access: 'admin',
    input: page,
    output: paged(ownBotHold),
  }),
  holdOwnBots: command('POST /admin/own-bots/hold', {
    summary: 'Einen eigenen Bot oder alle anhalten, mit einem Grund, den die Besitzer lesen',
    access: 'admin',
    key: 'once',
    status: 201,
    errors: ['OWN_BOT_NOT_FOUND', 'OWN_BOT_HELD'],
    input: ofBots,
    output: ownBotHold,
  }),
  releaseOwnBots: command('POST /admin/own-bots/release', {
    summary: 'Einen angehaltenen eigenen Bot oder alle wieder handeln lassen',
    access: 'admin',
    key: 'once',
    errors: ['OWN_BOT_NOT_HELD'],
    input: ofBots,
    output: ownBotHold,
  }),
  getCustomerOwnBots: query('GET /admin/customers/{id}/own-bots', {
    summary: 'Was ein Kunde in eigenen Bots haben darf und was davon belegt ist',
    access: 'admin',
    errors: ['CUSTOMER_NOT_FOUND'],
    input: byId,
    output: quota,
  }),
  setTestbenchQuota: command('POST /admin/own-bots/quotas', {
    summary:
      'Was jemand in eigenen Bots haben darf, abweichend von allen anderen, oder eine Sperre, mit einem Grund, den die Person liest',
    access: 'admin',
    key: 'once',
    errors: ['CUSTOMER_NOT_FOUND', 'OWN_ACCESS'],
    input: z.strictObject({
      userId: id,
      live: z.number().int().min(0).max(OWN_BOT_LIMITS.liveMost).nullable(),
      capitalUsd: requestedAmount.nullable(),
      isBarred: z.boolean(),
      reason,
    }),
    output: quota,
  }),
};
