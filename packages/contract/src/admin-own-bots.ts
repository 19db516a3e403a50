/** Own bots as an operator sees them: who runs what, holding one or all, and what somebody may have. No rule, no result. */
import { z } from 'zod';
import { LIMITS } from './catalogue.ts';
import { operationsOf } from './operation.ts';
import { amount, freeText, id, page, paged, requestedAmount, timestamp } from './shapes.ts';
import { OWN_BOT_RUN_STATES } from './states.ts';

const { command, query } = operationsOf('admin');

const { minLength, maxLength } = LIMITS.bookingReason;
const reason = freeText(maxLength).min(minLength);

/** A run of somebody's bot. */
const adminOwnBot = z.object({
  botId: id,
  number: z.number().int(),
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
});
export type AdminOwnBot = z.infer<typeof adminOwnBot>;

const ownBotHold = z.object({
  id,
  /** Null: all own bots. */
  botId: id.nullable(),
  reason: z.string(),
  heldAt: timestamp,
  releasedAt: timestamp.nullable(),
  releaseReason: z.string().nullable(),
});
export type OwnBotHold = z.infer<typeof ownBotHold>;

const quota = z.object({
  userId: id,
  /** Null: as for everybody. */
  live: z.number().int().nullable(),
  capitalUsd: amount.nullable(),
  isBarred: z.boolean(),
});

/** One, or all where it is null. */
const ofBots = z.strictObject({ botId: id.nullable(), reason });

export const adminOwnBots = {
  listAllOwnBots: query('GET /admin/own-bots', {
    summary: 'Läufe eigener Bots, laufende zuerst, und wofür das Haus einsteht',
    access: 'admin',
    input: page.extend({ open: z.enum(['true', 'false']).optional() }),
    output: paged(adminOwnBot).extend({
      /** Σ of the pools of those that run, and of waiting starts. */
      poolsUsd: amount,
      ordersUsd: amount,
      /** All own bots are held, and why. */
      held: z.string().nullable(),
    }),
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
  setTestbenchQuota: command('POST /admin/own-bots/quotas', {
    summary: 'Was jemand in eigenen Bots haben darf, abweichend von allen anderen, oder eine Sperre',
    access: 'admin',
    key: 'once',
    errors: ['CUSTOMER_NOT_FOUND'],
    input: z.strictObject({
      userId: id,
      live: z.number().int().min(0).max(100).nullable(),
      capitalUsd: requestedAmount.nullable(),
      isBarred: z.boolean(),
      reason,
    }),
    output: quota,
  }),
};
