/** The bots as an operator sees them: what state they are in, holding one and letting it go on, and NewsBot's calendar. */
import { z } from 'zod';
import { botPosition, protection, protocolEntry, tradingEvent } from './bots.ts';
import { BOT_TYPES } from './catalogue.ts';
import { EVENT_PERIODS } from './kinds.ts';
import { operationsOf } from './operation.ts';
import { amount, freeText, id, page, paged, series, timestamp } from './shapes.ts';

const { command, query } = operationsOf('admin');

/** What customers read, so one has to write something. */
const pauseReason = freeText(500).min(1);

/** A bot held by an operator: it sells everything at the next price and does not trade until somebody lets it go on. */
export const botPause = z.object({
  id,
  botType: z.enum(BOT_TYPES),
  /** Whom it was held by and why; the person is null once that account is gone. */
  pausedAt: timestamp,
  pausedBy: z.string().nullable(),
  reason: z.string(),
  /** End of the bar at whose close the engine obeyed; null until then. */
  effectiveAt: timestamp.nullable(),
  /** Null while it lasts. */
  resumedAt: timestamp.nullable(),
  resumedBy: z.string().nullable(),
  resumeReason: z.string().nullable(),
});
export type BotPause = z.infer<typeof botPause>;

export const pauseInput = z.strictObject({ botType: z.enum(BOT_TYPES), reason: pauseReason });

const PRICE_STATES = ['fresh', 'stale', 'closed'] as const;

/** The newest price of a market that the bot trades. */
export const botMarket = z.object({
  symbol: z.string(),
  source: z.string(),
  /** Of the price; null before the first. */
  at: timestamp.nullable(),
  state: z.enum(PRICE_STATES),
});
export type BotMarket = z.infer<typeof botMarket>;

export const adminBot = z.object({
  botType: z.enum(BOT_TYPES),
  /** Null before its first portfolio was opened. */
  portfolio: z
    .object({
      id,
      series,
      startedAt: timestamp,
      strategyVersion: z.string(),
      engineVersion: z.string(),
      /** End of the newest bar that was traded; null before the first. */
      lastBarAt: timestamp.nullable(),
      bars: z.number().int(),
    })
    .nullable(),
  /** Since when one server has led the trading without a break; null before the first. Bars are due from then on. */
  ledSince: timestamp.nullable(),
  /** NAV per unit at the newest tick, 12 places; null before the first. */
  nav: z.string().nullable(),
  navAt: timestamp.nullable(),
  investedFraction: z.number().nullable(),
  positions: z.array(botPosition),
  protection: protection.nullable(),
  activity: z.string().nullable(),
  nextDecisionAt: timestamp.nullable(),
  /** The operator's pause that lasts now. */
  pause: botPause.nullable(),
  markets: z.array(botMarket),
  /** Active investments in the running portfolio, and what they are worth at `nav`. */
  investors: z.object({ customers: z.number().int(), investments: z.number().int(), value: amount }),
  /** Its newest lines. */
  protocol: z.array(protocolEntry),
});
export type AdminBot = z.infer<typeof adminBot>;

/** A window of the calendar with everything that an operator may want to know of it. */
export const calendarEntry = tradingEvent.extend({
  createdAt: timestamp,
  /** Who entered it; null for events made by rule and for accounts that are gone. */
  createdBy: z.string().nullable(),
  /** The hours after which NewsBot decides in this window, ascending; empty where it is too short. */
  decisionTimes: z.array(timestamp),
  cancelledAt: timestamp.nullable(),
  cancelledBy: z.string().nullable(),
  cancelReason: z.string().nullable(),
});
export type CalendarEntry = z.infer<typeof calendarEntry>;

const eventWindow = {
  name: freeText(120).min(1),
  startsAt: z.iso.datetime(),
  /** After the start, and at most 24 hours after it. */
  endsAt: z.iso.datetime(),
};
/** Full minutes: seconds are dropped. */
const eventInput = z.strictObject(eventWindow);

export const adminBots = {
  listAdminBots: query('GET /admin/bots', {
    summary: 'Zustand der Bots: Portfolio, Anteilswert, Schutzregeln, Alter der Kurse',
    access: 'admin',
    output: z.object({ items: z.array(adminBot) }),
  }),
  listBotPauses: query('GET /admin/bots/pauses', {
    summary: 'Wann und warum Bots angehalten waren, neueste zuerst',
    access: 'admin',
    input: page.extend({ botType: z.enum(BOT_TYPES).optional() }),
    output: paged(botPause),
  }),
  pauseBot: command('POST /admin/bots/{botType}/pause', {
    summary:
      'Bot anhalten, mit einem Grund, den die Kunden lesen; ab der Schwelle an Kundengeld nur mit zweitem Administrator',
    access: 'admin',
    key: 'once',
    status: 201,
    errors: ['BOT_PAUSED', 'BOT_NOT_AVAILABLE', 'SECOND_ADMIN_REQUIRED'],
    input: pauseInput,
    output: botPause,
  }),
  resumeBot: command('POST /admin/bots/{botType}/resume', {
    summary: 'Angehaltenen Bot wieder handeln lassen, mit einem Grund, den die Kunden lesen',
    access: 'admin',
    key: 'once',
    errors: ['BOT_NOT_PAUSED'],
    input: pauseInput,
    output: botPause,
  }),
  listCalendar: query('GET /admin/trading-events', {
    summary:
      'Kalender des NewsBot: kommende Termine die nächsten zuerst, vergangene und abgesagte die neuesten zuerst',
    access: 'admin',
    input: page.extend({ period: z.enum(EVENT_PERIODS).default('coming') }),
    output: paged(calendarEntry),
  }),
  createTradingEvent: command('POST /admin/trading-events', {
    summary: 'Termin eintragen, bevor er beginnt',
    access: 'admin',
    key: 'once',
    status: 201,
    errors: ['EVENT_BEGINS_TOO_SOON', 'EVENT_WINDOW_INVALID', 'EVENT_OVERLAPS'],
    input: eventInput,
    output: calendarEntry,
  }),
  moveTradingEvent: command('POST /admin/trading-events/{id}/move', {
    summary: 'Termin absagen und mit neuem Namen oder neuer Zeit eintragen, beides oder keines',
    access: 'admin',
    key: 'once',
    status: 201,
    errors: [
      'EVENT_BEGINS_TOO_SOON',
      'EVENT_WINDOW_INVALID',
      'EVENT_OVERLAPS',
      'EVENT_NOT_FOUND',
      'EVENT_BEGUN',
      'EVENT_CANCELLED',
    ],
    input: z.strictObject({ id, ...eventWindow, reason: freeText(500).min(1) }),
    output: calendarEntry,
  }),
  cancelTradingEvent: command('POST /admin/trading-events/{id}/cancel', {
    summary: 'Termin absagen, bevor er beginnt',
    access: 'admin',
    key: 'once',
    errors: ['EVENT_NOT_FOUND', 'EVENT_BEGUN', 'EVENT_CANCELLED'],
    input: z.strictObject({ id, reason: freeText(500).min(1) }),
    output: calendarEntry,
  }),
};
