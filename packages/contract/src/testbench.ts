import { eventIterator } from '@orpc/contract';
import { z } from 'zod';
import { MARKET_SYMBOLS } from './catalogue.ts';
import { CANDLE_SOURCES, OWN_BOT_NAME, TEST_SOURCES } from './kinds.ts';
import { COST_FACTORS, OWN_BOT_LIMITS, TRIAL_LIMITS } from './limits.ts';
import { operationsOf } from './operation.ts';
import { ownBotLive, ownBotOrder, ownBotRun } from './own-bot-live.ts';
import { byId, day, id, page, paged, timestamp } from './shapes.ts';
import { OWN_BOT_STATUSES } from './states.ts';
import { certificate, judgement, ownBotResult, runEvent } from './testbench-results.ts';

const { query, command, task } = operationsOf('testbench');

const symbolName = z.enum(MARKET_SYMBOLS.map(({ symbol }) => symbol));
const ruleHash = z.string().regex(/^[0-9a-f]{64}$/, 'SHA-256 in hex');
/** Bars that rules decide on. */
const interval = z.enum(['1h', '1d']);
const source = z.enum(CANDLE_SOURCES);

/** Latin letters, digits, space, point, hyphen and underscore in composed form (NFC), without spaces around it. */
const ownBotName = z
  .string()
  .normalize('NFC')
  .trim()
  .min(OWN_BOT_LIMITS.nameMinLength)
  .max(OWN_BOT_LIMITS.nameLength)
  .regex(OWN_BOT_NAME, 'Latin letters, digits, space, . - _');

/** JSON of a rule, finished or not: what is wrong with it `checkRule` says. Only its size is limited, see RULE_TOO_LARGE. */
const ruleInput = z
  .unknown()
  .refine((value) => typeof value === 'object' && value !== null && !Array.isArray(value), 'an object');

/** Prices to test on, and what trading costs there. No part of the rule. */
const setup = z
  .strictObject({
    source: z.enum(TEST_SOURCES),
    /** First UTC day, and the one after the last. Null: everything before the source's test period. */
    from: day.nullable(),
    until: day.nullable(),
    costFactor: z.literal(COST_FACTORS),
  })
  .refine(({ from, until }) => from === null || until === null || from < until, 'from must be before until');
export type OwnBotSetup = z.infer<typeof setup>;

const ownBot = z.object({
  id,
  /** From 1000, never given twice. */
  number: z.number().int(),
  name: z.string(),
  setup,
  /** Of the draft's rule; null while it is not complete. */
  ruleHash: z.string().nullable(),
  /** Of the draft, from 1, one more with every save. */
  version: z.number().int(),
  /** The newest version that was frozen; null before the first. */
  newestVersion: z.number().int().nullable(),
  status: z.enum(OWN_BOT_STATUSES),
  /** The order that waits; null where none does. */
  waiting: ownBotOrder.nullable(),
  /** The newest run, over or not; null before the first. */
  run: ownBotRun.nullable(),
  /** An admin holds it, or all, and why; whether it runs or not. */
  held: z.string().nullable(),
  createdAt: timestamp,
  updatedAt: timestamp,
});
export type OwnBot = z.infer<typeof ownBot>;

const listedOwnBot = ownBot.extend({
  /**
   * When it buys, in German: by the version that trades or may be started, else by the draft, which has no version yet.
   * Null while that is not complete.
   */
  entry: z
    .object({ text: z.string(), ruleHash: z.string(), version: z.number().int().nullable() })
    .nullable(),
  /** What its newest result says by now: of the rule it was made of, after so many trials on the same prices. Null before the first one. */
  finding: z
    .object({ ruleHash: z.string(), verdict: judgement.shape.verdict, trials: z.number().int() })
    .nullable(),
});
export type ListedOwnBot = z.infer<typeof listedOwnBot>;

/** A rule as it was frozen; it never changes. */
const ownBotVersion = z.object({
  version: z.number().int(),
  ruleHash: z.string(),
  rule: z.unknown(),
  createdAt: timestamp,
});
export type OwnBotVersion = z.infer<typeof ownBotVersion>;

const ownBotDetail = ownBot.extend({
  /** The draft, as it was saved. */
  rule: z.unknown(),
  /** Newest first. */
  versions: z.array(ownBotVersion),
});
export type OwnBotDetail = z.infer<typeof ownBotDetail>;

const ruleProblem = z.object({
  code: z.enum(['RULE_INVALID', 'RULE_UNITS_DIFFER', 'RULE_TOO_LARGE', 'RULE_WARM_UP_TOO_LONG']),
  /** Keys and indices that lead to what is wrong; empty for the rule as a whole. */
  path: z.array(z.union([z.string(), z.number()])),
  /** German, without the path. */
  text: z.string(),
});

/** A rule that is complete has no problems, and every other part; one that is not has problems alone. */
const checkedRule = z.object({
  /** The one form of all rules that say the same. */
  canonical: z.unknown(),
  ruleHash: z.string().nullable(),
  /** German, as it was written. */
  sentences: z.array(z.string()),
  warmUpBars: z.number().int().nullable(),
  /** Allowed, and rarely meant. */
  warnings: z.array(z.object({ code: z.literal('RULE_NEVER_EXITS'), text: z.string() })),
  problems: z.array(ruleProblem),
});
export type CheckedRule = z.infer<typeof checkedRule>;

const ruleTemplate = z.object({
  key: z.string(),
  /** German. */
  name: z.string(),
  /** What it does, in one plain German sentence. */
  line: z.string(),
  rule: z.unknown(),
});
export type RuleTemplate = z.infer<typeof ruleTemplate>;

const candleSource = z.object({
  source,
  /** German. */
  name: z.string(),
  /** What people have to know about these prices, in German. */
  note: z.string(),
  intervals: z.array(interval),
  /** In the catalogue's order; a rule on this source may name these alone. Days are UTC and over. */
  symbols: z.array(z.object({ symbol: z.string(), firstDay: day, lastDay: day })),
  /** Over all symbols; null while there are no candles. */
  firstDay: day.nullable(),
  lastDay: day.nullable(),
  /** First UTC day of the test period, which nothing but its one opening looks at. Null while there are no candles. */
  testPeriodFrom: day.nullable(),
  /** The person has opened it. */
  isTestPeriodOpen: z.boolean(),
});
export type CandleSource = z.infer<typeof candleSource>;

/** What was tried on which prices. Bars that start in [from, until), UTC days; the symbols are those of the rules. */
const trialDataShape = {
  source,
  interval,
  symbols: z
    .array(symbolName)
    .min(1)
    .max(MARKET_SYMBOLS.length)
    .refine((symbols) => new Set(symbols).size === symbols.length, 'each symbol once'),
  from: day,
  until: day,
};
const isPossible = (data: { source: string; interval: string; symbols: readonly string[] }): boolean =>
  data.source !== 'wti' || (data.interval === '1d' && data.symbols.join() === 'WTI');
const inOrder = ({ from, until }: { from: string; until: string }): boolean => from < until;
const trialData = z
  .strictObject(trialDataShape)
  .refine(inOrder, 'from must be before until')
  .refine(isPossible, 'what the source has');

/** Trials that share a symbol, the source and the interval with a result, and half of the shorter period. */
const trialCount = z.object({
  total: z.number().int(),
  /** How many of them differ clearly, at least 1. */
  effective: z.number().int(),
  /** Variance (ddof 1) of the daily Sharpe ratios of these; 0 for fewer than two. The least there is by chance is 1/(T−1). */
  variance: z.number(),
});
export type TrialCount = z.infer<typeof trialCount>;

const trial = z.object({
  ruleHash: z.string(),
  source,
  interval,
  symbols: z.array(z.string()),
  from: day,
  until: day,
  /** Per day; null where the returns stand still or are too few. */
  sharpe: z.number().nullable(),
  /** Whether it differs clearly from those before it. */
  leads: z.boolean(),
  recordedAt: timestamp,
});

/** Of the draft that was on the page. */
const draftVersion = z.number().int().min(1);
/** The frozen one that was on the page. */
const frozenVersion = z.number().int().min(1);
/** What keeps the rule of a draft from being frozen. */
const FREEZE_FAILURES = [
  'OWN_BOTS_OFF',
  'OWN_BOT_NOT_FOUND',
  'OWN_BOT_CHANGED',
  'OWN_BOT_LIMIT',
  'RULE_INVALID',
  'RULE_UNITS_DIFFER',
  'RULE_TOO_LARGE',
  'RULE_WARM_UP_TOO_LONG',
] as const;
/** What any run may end with. */
const RUN_FAILURES = ['BACKTEST_RUNNING', 'BACKTEST_UNFINISHED', 'TOO_MANY_REQUESTS', 'UNAVAILABLE'] as const;

export const testbench = {
  ...ownBotLive,
  listOwnBots: query('GET /own-bots', {
    summary: 'Die eigenen Bots, zuletzt geänderte zuerst',
    access: 'signed-in',
    output: z.object({
      /** False where this installation has no own bots: those that exist can be looked at and deleted. */
      isOn: z.boolean(),
      limit: z.number().int(),
      /** Interest of the savings account that results are compared with, a year. */
      savingsRate: z.number(),
      items: z.array(listedOwnBot),
    }),
  }),
  getOwnBot: query('GET /own-bots/{id}', {
    summary: 'Ein eigener Bot mit Entwurf und festgehaltenen Fassungen',
    access: 'signed-in',
    errors: ['OWN_BOT_NOT_FOUND'],
    input: byId,
    output: ownBotDetail,
  }),
  createOwnBot: command('POST /own-bots', {
    summary: 'Einen eigenen Bot als Entwurf anlegen',
    access: 'signed-in',
    key: 'once',
    touches: ['own_bots'],
    status: 201,
    errors: ['OWN_BOTS_OFF', 'OWN_BOT_LIMIT', 'RULE_TOO_LARGE', 'ACCOUNT_CLOSED'],
    input: z.strictObject({ name: ownBotName, rule: ruleInput, setup }),
    output: ownBotDetail,
  }),
  updateOwnBot: command('POST /own-bots/{id}', {
    summary: 'Den Entwurf eines eigenen Bots speichern, fertig oder nicht',
    access: 'signed-in',
    touches: ['own_bots'],
    errors: ['OWN_BOTS_OFF', 'OWN_BOT_NOT_FOUND', 'OWN_BOT_CHANGED', 'RULE_TOO_LARGE', 'TOO_MANY_REQUESTS'],
    input: z.strictObject({
      id,
      name: ownBotName,
      rule: ruleInput,
      setup,
      /** The one that was on the page; if it is another one by now, nothing changes. */
      version: z.number().int().min(1),
    }),
    output: ownBot,
  }),
  createOwnBotVersion: command('POST /own-bots/{id}/versions', {
    summary:
      'Die Regel des Entwurfs als Fassung festhalten; dieselbe Regel noch einmal bleibt dieselbe Fassung',
    access: 'signed-in',
    touches: ['own_bots'],
    errors: [...FREEZE_FAILURES],
    input: z.strictObject({ id, version: draftVersion }),
    output: ownBotVersion,
  }),
  deleteOwnBot: command('POST /own-bots/{id}/delete', {
    summary: 'Einen eigenen Bot ohne Geld darin löschen; seine Versuche bleiben gezählt',
    access: 'signed-in',
    touches: ['own_bots'],
    errors: ['OWN_BOT_NOT_FOUND', 'OWN_BOT_STATE', 'ACCOUNT_CLOSED'],
    input: byId,
    output: z.object({ id }),
  }),
  getOwnBotResult: query('GET /own-bots/{id}/result', {
    summary: 'Das Ergebnis der zuletzt geprüften Fassung und was es nach allen Versuchen wert ist',
    access: 'signed-in',
    errors: ['OWN_BOT_NOT_FOUND'],
    input: byId,
    output: z.object({
      /** Null before the first run. */
      result: ownBotResult.nullable(),
      /** Of the newest version, tested here or not; null until it has been made. */
      certificate: certificate.nullable(),
    }),
  }),
  runOwnBacktest: task('POST /own-bots/{id}/backtests', {
    summary:
      'Die Regel des Entwurfs festhalten und bis zum Prüfzeitraum über ihre Kurse laufen lassen; zählt als Versuch',
    access: 'signed-in',
    touches: ['own_bots'],
    errors: [...FREEZE_FAILURES, 'CANDLES_UNAVAILABLE', 'ACCOUNT_CLOSED', ...RUN_FAILURES],
    input: z.strictObject({ id, version: draftVersion }),
    output: eventIterator(runEvent),
  }),
  certifyOwnBot: task('POST /own-bots/{id}/certificate', {
    summary: 'Prüfen, dass eine festgehaltene Fassung nicht in die Zukunft blickt',
    access: 'signed-in',
    touches: ['own_bots'],
    errors: ['OWN_BOTS_OFF', 'OWN_BOT_NOT_FOUND', 'OWN_BOT_STATE', 'ACCOUNT_CLOSED', ...RUN_FAILURES],
    input: z.strictObject({ id, version: frozenVersion }),
    output: eventIterator(runEvent),
  }),
  openTestPeriod: task('POST /own-bots/{id}/test-period', {
    summary: 'Den Prüfzeitraum der Kurse öffnen, einmal und für immer, mit der zuletzt geprüften Fassung',
    access: 'signed-in',
    touches: ['own_bots'],
    errors: [
      'OWN_BOTS_OFF',
      'OWN_BOT_NOT_FOUND',
      'OWN_BOT_STATE',
      'OWN_BOT_CHANGED',
      'TEST_PERIOD_OPENED',
      'CANDLES_UNAVAILABLE',
      'ACCOUNT_CLOSED',
      ...RUN_FAILURES,
    ],
    input: z.strictObject({ id, version: frozenVersion }),
    output: eventIterator(runEvent),
  }),
  listTemplates: query('GET /testbench/templates', {
    summary: 'Fertige Regeln als Vorlagen',
    access: 'anybody',
    errors: ['TOO_MANY_REQUESTS'],
    output: z.array(ruleTemplate),
  }),
  checkRule: query('POST /testbench/rules/check', {
    summary: 'Was eine Regel sagt und was an welcher Stelle nicht stimmt',
    access: 'anybody',
    errors: ['TOO_MANY_REQUESTS'],
    input: z.strictObject({ rule: z.unknown() }),
    output: checkedRule,
  }),
  listCandleSources: query('GET /testbench/candle-sources', {
    summary: 'Kurse, auf denen sich Regeln testen lassen',
    access: 'signed-in',
    output: z.array(candleSource),
  }),
  recordTrials: command('POST /testbench/trials', {
    summary: 'Versuche zählen; derselbe zählt einmal',
    access: 'signed-in',
    touches: ['own_bots'],
    errors: ['OWN_BOTS_OFF', 'ACCOUNT_CLOSED', 'TOO_MANY_REQUESTS'],
    input: z
      .strictObject({
        ...trialDataShape,
        /** UTC day of the first return of every column here. */
        firstDay: day,
        entries: z
          .array(
            z.strictObject({
              ruleHash,
              sharpe: z.number().min(-TRIAL_LIMITS.sharpe).max(TRIAL_LIMITS.sharpe).nullable(),
              /**
               * Simple daily returns without gaps as little-endian 32-bit floats in base64, all finite. Null for one that moves like
               * another one of this list: it counts, and leads nothing.
               */
              returns: z.base64().nullable(),
            }),
          )
          .min(1)
          .max(TRIAL_LIMITS.atOnce),
      })
      .refine(inOrder, 'from must be before until')
      .refine(isPossible, 'what the source has'),
    output: z.object({
      /** How many of the entries were not known yet. */
      added: z.number().int(),
      /** What counts where a result on these prices is judged. */
      count: trialCount,
    }),
  }),
  listTrials: query('POST /testbench/trials/search', {
    summary: 'Die eigenen Versuche, neueste zuerst, und wie viele für ein Ergebnis zählen',
    access: 'signed-in',
    errors: ['TOO_MANY_REQUESTS'],
    /** With `data` those that count for a result on these prices, else all. */
    input: page.extend({ data: trialData.nullable().default(null) }),
    output: paged(trial).extend({
      count: trialCount,
      /** Trials of this person after the first `TRIAL_LIMITS.kept`: counted, and no more; in none of the other figures. */
      beyond: z.number().int(),
    }),
  }),
};
