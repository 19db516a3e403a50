/** Own bots that trade: orders, and what came of them. Part of `testbench`. */
import { z } from 'zod';
import { protocolEntry } from './bots.ts';
import { operationsOf } from './operation.ts';
import { amount, byId, id, page, paged, requestedAmount, timestamp } from './shapes.ts';
import {
  OWN_BOT_ORDER_KINDS,
  OWN_BOT_ORDER_STATUSES,
  OWN_BOT_RUN_STATES,
  OWN_BOT_STATUSES,
} from './states.ts';

const { query, command } = operationsOf('testbench');

/** Per unit; 12 decimals. */
const nav = z.string();

export const ownBotOrder = z.object({
  id,
  kind: z.enum(OWN_BOT_ORDER_KINDS),
  status: z.enum(OWN_BOT_ORDER_STATUSES),
  /** Of the rule. */
  version: z.number().int(),
  /** What a start puts in; null for a stop. */
  amountUsd: amount.nullable(),
  createdAt: timestamp,
  decidedAt: timestamp.nullable(),
  /** When a start that is still waiting is given back. */
  expiresAt: timestamp.nullable(),
  /** At which it was executed. */
  nav: nav.nullable(),
  /** What an executed stop paid. */
  payoutUsd: amount.nullable(),
});
export type OwnBotOrder = z.infer<typeof ownBotOrder>;

/** One run of a bot, from its start to its end. */
export const ownBotRun = z.object({
  id,
  /** 1 for the first run of a bot. */
  series: z.number().int(),
  version: z.number().int(),
  state: z.enum(OWN_BOT_RUN_STATES),
  symbols: z.array(z.string()),
  startedAt: timestamp,
  /** Its first days are the demo's history, on hours. */
  demoHistory: z.boolean(),
  /** Null while it goes on. */
  endedAt: timestamp.nullable(),
  amountUsd: amount,
  /** What it is worth at `at`, or what it paid: whole cents. */
  valueUsd: amount,
  nav,
  /** End of the newest minute that was looked at. */
  at: timestamp,
  /** An admin holds it, and why. */
  held: z.string().nullable(),
});
export type OwnBotRun = z.infer<typeof ownBotRun>;

/** An own bot that holds money, as the team sees it beside its owner. */
export const heldOwnBot = z.object({
  id,
  number: z.number().int(),
  name: z.string(),
  status: z.enum(OWN_BOT_STATUSES),
  /** What was put in, and what it is worth at the newest minute that was looked at; equal while it waits to start. */
  put: amount,
  value: amount,
  /** Of the run, or of the order to start. */
  since: timestamp,
  /** The order that waits; null where none does. */
  waiting: z.object({ kind: z.enum(OWN_BOT_ORDER_KINDS), since: timestamp }).nullable(),
  /** An admin holds it, and why. */
  held: z.string().nullable(),
});
export type HeldOwnBot = z.infer<typeof heldOwnBot>;

const ownBotFill = z.object({
  id,
  at: timestamp,
  symbol: z.string(),
  side: z.enum(['buy', 'sell']),
  /** Per unit of the bot, as all figures of a fill. */
  quantity: z.number(),
  price: z.number(),
  midPrice: z.number(),
  fee: z.number(),
  spread: z.number(),
  slippage: z.number(),
  financing: z.number(),
  realised: z.number(),
  reason: z.string(),
  decision: z.number().int().nullable(),
});

const ownBotStrike = z.object({
  seq: z.number().int(),
  at: timestamp,
  nav,
  maxDrawdown: z.number(),
  realised: z.number(),
  unrealised: z.number(),
  fee: z.number(),
  spread: z.number(),
  slippage: z.number(),
  financing: z.number(),
});

/** Of the owner's money at a strike, and at the newest minute: whole cents, and the fall from the highest NAV until then, a fraction ≤ 0. */
const ownBotValue = z.object({ at: timestamp, valueUsd: amount, drawdown: z.number() });

/** What would have been ordered at another close of the bar that decided; null: nothing. */
const orderedInstead = z.enum(['entry', 'reverse', 'exit', 'time']);
/** Where nothing is ordered since the position has ended inside the bar, what has ended it. */
const priceFlip = z.object({
  price: z.number(),
  ordered: z.enum([...orderedInstead.options, 'stop', 'target', 'trailing']).nullable(),
});

const explainedFill = z.object({
  /** Null where none stands behind the fill: a stop, a target or a hold acts by itself. */
  decision: z
    .object({
      /** Start of the bar that decided, and its close. */
      at: timestamp,
      close: z.number(),
      ordered: orderedInstead.nullable(),
      /** Of the condition that ordered: German, with the values of both sides; null where nobody could know. */
      lines: z.array(
        z.object({
          path: z.array(z.union([z.string(), z.number()])),
          text: z.string(),
          values: z.array(z.number().nullable()),
          isTrue: z.boolean().nullable(),
        }),
      ),
      /** The nearest closes on either side at which something else would have been ordered. */
      below: priceFlip.nullable(),
      above: priceFlip.nullable(),
      /** Why there is neither; `other-run`: worked out on whole bars, the bot would not have ordered this. */
      missing: z.enum(['no-price', 'not-price', 'other-run']).nullable(),
    })
    .nullable(),
  /** What it traded for its owner. */
  quantity: z.number(),
  /**
   * What happened to the owner's money between the strike before and the one of the fill, in whole cents:
   * before + market − costs − financing + rounding = after. Null where the strike before is no longer kept.
   */
  money: z
    .object({
      fromSeq: z.number().int(),
      from: timestamp,
      seq: z.number().int(),
      at: timestamp,
      /** Fills of that strike, this one included. */
      fills: z.number().int(),
      before: amount,
      market: amount,
      costs: amount,
      financing: amount,
      rounding: amount,
      after: amount,
    })
    .nullable(),
  /** Of the strike in the bot's record; what was played through before a demo opened has none. */
  seal: z.enum(['sealed', 'waiting', 'demo']),
});
export type ExplainedFill = z.infer<typeof explainedFill>;

/** How far a bot's record is sealed; the record itself is a download (`ownRecordUrl`). */
const ownBotRecord = z.object({
  /** Records in its chain, of all its runs; 0 before the first seal. */
  entries: z.number().int(),
  /** End of the newest sealed strike; null before the first seal. */
  sealedUntil: timestamp.nullable(),
  /** Strikes that wait for theirs: a few for a minute as a rule. */
  unsealed: z.number().int(),
});
export type OwnBotRecord = z.infer<typeof ownBotRecord>;

/** Of the newest run, or of another one of the same bot. */
const series = z.coerce.number().int().min(1).optional();
const ofRun = page.extend({ id, series });

export const ownBotLive = {
  startOwnBot: command('POST /own-bots/{id}/start', {
    summary: 'Eine geprüfte Fassung mit Spielgeld starten: der Betrag wird zurückgelegt, bis der Bot beginnt',
    access: 'signed-in',
    key: 'once',
    touches: ['own_bots', 'wallet'],
    status: 201,
    errors: [
      'OWN_BOTS_OFF',
      'OWN_BOT_NOT_FOUND',
      'OWN_BOT_BARRED',
      'OWN_BOT_STATE',
      'OWN_BOT_CHANGED',
      'OWN_BOT_NOT_CERTIFIED',
      'OWN_BOT_LIMIT',
      'OWN_BOTS_FULL',
      'AMOUNT_BELOW_MINIMUM',
      'INSUFFICIENT_WALLET_BALANCE',
      'ACCOUNT_CLOSED',
    ],
    input: z.strictObject({
      id,
      /** The newest one that was frozen. */
      version: z.number().int().min(1),
      amountUsd: requestedAmount,
    }),
    output: ownBotOrder,
  }),
  stopOwnBot: command('POST /own-bots/{id}/stop', {
    summary: 'Einen laufenden eigenen Bot beenden, sobald alles, was er hält, einen neuen Kurs hat',
    access: 'signed-in',
    key: 'once',
    touches: ['own_bots', 'wallet'],
    status: 201,
    errors: ['OWN_BOT_NOT_FOUND', 'OWN_BOT_STATE', 'ACCOUNT_CLOSED'],
    input: byId,
    output: ownBotOrder,
  }),
  cancelOwnBotOrder: command('POST /own-bot-orders/{id}/cancel', {
    summary: 'Einen Auftrag zurücknehmen, solange er noch nicht ausgeführt werden konnte',
    access: 'signed-in',
    touches: ['own_bots', 'wallet'],
    errors: ['OWN_BOT_ORDER_NOT_FOUND', 'OWN_BOT_ORDER_DECIDED'],
    input: byId,
    output: ownBotOrder,
  }),
  listOwnBotOrders: query('GET /own-bots/{id}/orders', {
    summary: 'Aufträge eines eigenen Bots, neueste zuerst',
    access: 'signed-in',
    errors: ['OWN_BOT_NOT_FOUND'],
    input: page.extend({ id }),
    output: paged(ownBotOrder),
  }),
  listOwnBotRuns: query('GET /own-bots/{id}/runs', {
    summary: 'Läufe eines eigenen Bots, neueste zuerst',
    access: 'signed-in',
    errors: ['OWN_BOT_NOT_FOUND'],
    input: byId,
    output: z.array(ownBotRun),
  }),
  listOwnBotFills: query('GET /own-bots/{id}/fills', {
    summary: 'Ausführungen eines Laufs, neueste zuerst, je Anteil',
    access: 'signed-in',
    errors: ['OWN_BOT_NOT_FOUND'],
    input: ofRun,
    output: paged(ownBotFill),
  }),
  explainDecision: query('GET /own-bot-fills/{id}/decision', {
    summary:
      'Warum ein eigener Bot so gehandelt hat: die Bedingungen mit ihren Werten, ab welchem Kurs es anders gekommen wäre, und was es für das eigene Geld hieß',
    access: 'signed-in',
    errors: ['OWN_BOT_NOT_FOUND', 'CANDLES_UNAVAILABLE'],
    input: byId,
    output: explainedFill,
  }),
  listOwnBotStrikes: query('GET /own-bots/{id}/strikes', {
    summary:
      'Anteilswerte eines Laufs, neueste zuerst: festgestellt, wo sich etwas änderte, und mindestens täglich; nach 400 Tagen noch der letzte jedes Tages',
    access: 'signed-in',
    errors: ['OWN_BOT_NOT_FOUND'],
    input: ofRun,
    output: paged(ownBotStrike),
  }),
  listOwnBotProtocol: query('GET /own-bots/{id}/protocol', {
    summary: 'Was ein eigener Bot in einem Lauf in den letzten 400 Tagen tat und warum, neueste zuerst',
    access: 'signed-in',
    errors: ['OWN_BOT_NOT_FOUND'],
    input: ofRun,
    output: paged(protocolEntry),
  }),
  getOwnBotCurve: query('GET /own-bots/{id}/curve', {
    summary: 'Was das eigene Geld in einem Lauf wert war, in der Zeit gleichmäßig verteilt',
    access: 'signed-in',
    errors: ['OWN_BOT_NOT_FOUND'],
    input: z.object({ id, series }),
    output: z.array(ownBotValue),
  }),
  getOwnBotRecord: query('GET /own-bots/{id}/record', {
    summary: 'Wie weit das Protokoll eines eigenen Bots versiegelt ist, über alle seine Läufe',
    access: 'signed-in',
    errors: ['OWN_BOT_NOT_FOUND'],
    input: byId,
    output: ownBotRecord,
  }),
};
