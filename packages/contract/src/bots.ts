import { z } from 'zod';
import { BOT_TYPES } from './catalogue.ts';
import { operationsOf } from './operation.ts';
import {
  amount,
  byId,
  day,
  fraction,
  id,
  page,
  paged,
  requestedAmount,
  series,
  timestamp,
} from './shapes.ts';
import { INVESTMENT_STATUSES } from './states.ts';

const { command, query } = operationsOf('bots');

/** Return and drawdown of the same period, never one without the other. Fractions. */
export const measurement = z.object({
  from: timestamp,
  to: timestamp,
  days: z.number(),
  returnFraction: fraction,
  /** From strike to strike, every minute. */
  maxDrawdownFraction: fraction,
  /** From the ends of UTC days, the day that runs included: what may stand beside a backtest, which knows no other moments. */
  dailyDrawdownFraction: fraction,
});
export type Measurement = z.infer<typeof measurement>;

export const PROTOCOL_KINDS = ['decision', 'fill', 'protection', 'gap', 'start'] as const;

/** One line of what the bot did or did not do, with the figures behind it; the web puts it into German. */
export const protocolEntry = z.object({
  id,
  at: timestamp,
  kind: z.enum(PROTOCOL_KINDS),
  symbol: z.string().nullable(),
  /** A plain German sentence, made from the figures at the time of the event. */
  title: z.string(),
  text: z.string(),
  /** Until when a protection lasts. */
  until: timestamp.nullable(),
});
export type ProtocolEntry = z.infer<typeof protocolEntry>;

export const botPosition = z.object({
  symbol: z.string(),
  /** Share of the bot's equity, as a fraction; negative when short. */
  weight: z.number(),
  /** Unrealised result as a fraction of the bot's equity. */
  unrealised: z.number(),
  since: timestamp,
});

export const navPoint = z.object({ at: timestamp, nav: z.string(), drawdown: z.number() });

/** A window in which the NewsBot may trade. */
export const tradingEvent = z.object({
  id,
  name: z.string(),
  startsAt: timestamp,
  endsAt: timestamp,
  /** `calendar`: made by rule; `specification`: the one of the specification; `demo`: invented for the demo, and says so. */
  origin: z.enum(['calendar', 'specification', 'demo', 'admin']),
});
export type TradingEvent = z.infer<typeof tradingEvent>;

/** The limits that hold whatever the strategy decides, and what they do right now. Fractions of equity, ≤ 0. */
export const protection = z.object({
  /** `paused`: everything was or is being sold, and nothing is bought before `until`, or before the operator says so. */
  state: z.enum(['ready', 'paused']),
  /** Which limit was reached, or that the operator holds the bot, which goes before the limits; null while none does. */
  cause: z.enum(['drawdown', 'daily_loss', 'operator']).nullable(),
  /** Null while the operator holds it: nobody knows. */
  until: timestamp.nullable(),
  /** Since when and why the operator holds it; null otherwise. */
  operator: z.object({ since: timestamp, reason: z.string() }).nullable(),
  /** From the highest equity since the start or since the end of the last pause, and at which of these it sells everything. */
  drawdownFraction: z.number(),
  /** The end of that pause; null where there was none. */
  drawdownSince: timestamp.nullable(),
  drawdownLimit: z.number(),
  /** What it does not trade for now, because the price is stale. */
  staleSymbols: z.array(z.string()),
});
export type Protection = z.infer<typeof protection>;

export const bot = z.object({
  botType: z.enum(BOT_TYPES),
  /** Whether a start is possible now; if not, why, in German. */
  startable: z.boolean(),
  unavailableReason: z.string().nullable(),
  /** What it does right now, in one or two German sentences made from its state. */
  activity: z.string().nullable(),
  /** NAV per unit at the newest tick, a decimal string with 12 places; null before its first bar. */
  nav: z.string().nullable(),
  navAt: timestamp.nullable(),
  investedFraction: fraction,
  nextDecisionAt: timestamp.nullable(),
  pausedUntil: timestamp.nullable(),
  /** Null before its first bar. */
  protection: protection.nullable(),
  /** Whether it trades in the windows of the calendar only, and the one that runs or comes next; null for none. */
  tradesOnEvents: z.boolean(),
  nextEvent: tradingEvent.nullable(),
  /** Live strikes only, from day 30 on; before it is null: „noch nicht gemessen“. */
  measured: measurement.nullable(),
  /** The record so far, whatever its length, with demo history told apart by `demoHistory`. */
  record: measurement.nullable(),
  demoHistory: z.boolean(),
  /** NAV over the record for a sparkline, at most 120 points. */
  sparkline: z.array(z.number()),
});
export type Bot = z.infer<typeof bot>;

export const botDetail = bot.extend({
  positions: z.array(botPosition),
  /** Its newest lines; `listProtocol` has those of 400 days. */
  protocol: z.array(protocolEntry),
  navHistory: z.array(navPoint),
});
export type BotDetail = z.infer<typeof botDetail>;

/** How a value came about: start + gross result − costs − financing + manual + rounding = value, exact to the cent. */
export const breakdown = z.object({
  initialAmount: amount,
  realised: amount,
  unrealised: amount,
  /** Fee, spread and slippage of the fills. */
  costs: amount,
  /** What holding the positions took. */
  financing: amount,
  manual: amount,
  /** Rounding to whole cents, shown so that the sum is exact. */
  rounding: amount,
  value: amount,
});

/** Returns of all stretches of so many days, as fractions. */
export const usualRange = z.object({
  days: z.number(),
  /** How many stretches there are, overlapping ones included, and how many fit one after the other. */
  windows: z.number(),
  independent: z.number(),
  /** One in a hundred was worse, one in twenty. */
  veryLow: z.number(),
  low: z.number(),
  /** One in twenty was better, one in a hundred. */
  high: z.number(),
  veryHigh: z.number(),
});
export type UsualRange = z.infer<typeof usualRange>;

export const investment = z.object({
  id,
  /** Short number for people: `B-3309`. */
  reference: z.string(),
  botType: z.enum(BOT_TYPES),
  series,
  currency: z.literal('USDT'),
  status: z.enum(INVESTMENT_STATUSES),
  usdInitialAmount: amount,
  /** units × NAV, rounded down to the cent, live while active; what was paid out once stopped. */
  usdCurrentAmount: amount,
  profit: amount,
  /** Of the profit: what was booked by hand, which the bot has not brought. */
  manual: amount,
  returnFraction: fraction,
  maxDrawdownFraction: fraction,
  /** What so many days brought in the published backtest; null before its first day and once it is stopped. */
  usual: usualRange.nullable(),
  units: z.string(),
  navAtStart: z.string(),
  nav: z.string(),
  startedAt: timestamp,
  stoppedAt: timestamp.nullable(),
  lastUpdated: timestamp,
  startTransferId: id,
  stopTransferId: id.nullable(),
  sparkline: z.array(z.number()),
});
export type Investment = z.infer<typeof investment>;

export const investmentDetail = investment.extend({
  breakdown,
  valueHistory: z.array(z.object({ at: timestamp, value: amount, drawdown: z.number() })),
});
export type InvestmentDetail = z.infer<typeof investmentDetail>;

/** A fill of the bot's model portfolio, scaled to the units of one investment. */
export const investmentFill = z.object({
  id,
  at: timestamp,
  symbol: z.string(),
  side: z.enum(['buy', 'sell']),
  quantity: z.string(),
  price: z.string(),
  /** Of them `fee`, `spread` and `slippage`, each to the nearest hundredth of a cent. */
  costs: amount,
  fee: amount,
  spread: amount,
  slippage: amount,
  value: amount,
  reason: z.string(),
  sealed: z.boolean(),
});
export type InvestmentFill = z.infer<typeof investmentFill>;

/** The specification's `bot_trading_records`: one per day and investment, more where a manual return cuts the day. */
export const tradingRecord = z.object({
  investmentId: id,
  day: z.string(),
  source: z.enum(['market', 'manual']),
  /** Where the record before it ended; with the source it tells a record from all others. */
  from: timestamp,
  /** Of a manual return: its booking, and why it was made. */
  transferId: id.nullable(),
  reason: z.string().nullable(),
  dailyReturnRate: fraction,
  amountBefore: amount,
  amountAfter: amount,
  profitLoss: amount,
  /** What holding positions took of it, to the nearest hundredth of a cent. */
  financing: amount,
});
export type TradingRecord = z.infer<typeof tradingRecord>;

export const bots = {
  listBots: query('GET /bots', {
    summary: 'Die Bots, was sie tun und was sie gemessen haben',
    access: 'signed-in',
    output: z.array(bot),
  }),
  getBot: query('GET /bots/{botType}', {
    summary: 'Ein Bot mit Positionen und neuesten Zeilen des Protokolls',
    access: 'signed-in',
    input: z.strictObject({ botType: z.enum(BOT_TYPES) }),
    output: botDetail,
  }),
  listProtocol: query('GET /bots/{botType}/protocol', {
    summary: 'Was er in den letzten 400 Tagen tat, ließ und warum, neueste zuerst',
    access: 'signed-in',
    input: page.extend({ botType: z.enum(BOT_TYPES), kind: z.enum(PROTOCOL_KINDS).optional() }),
    output: paged(protocolEntry),
  }),
  listTradingEvents: query('GET /trading-events', {
    summary: 'Der Kalender: kommende Termine zuerst, dann die neuesten vergangenen',
    access: 'signed-in',
    output: z.object({ coming: z.array(tradingEvent), past: z.array(tradingEvent) }),
  }),
  listInvestments: query('GET /bot-investments', {
    summary: 'Eigene Anlagen, aktive zuerst',
    access: 'signed-in',
    input: page.extend({ status: z.enum(INVESTMENT_STATUSES).optional() }),
    output: paged(investment),
  }),
  getInvestment: query('GET /bot-investments/{id}', {
    summary: 'Eine Anlage und woraus ihr Wert besteht',
    access: 'signed-in',
    errors: ['INVESTMENT_NOT_FOUND'],
    input: byId,
    output: investmentDetail,
  }),
  listInvestmentFills: query('GET /bot-investments/{id}/fills', {
    summary: 'Die Ausführungen hinter ihrem Wert',
    access: 'signed-in',
    errors: ['INVESTMENT_NOT_FOUND'],
    // A UTC day: only the fills that are behind the record of that day.
    input: page.extend({ id, day: day.optional() }),
    output: paged(investmentFill),
  }),
  listTradingRecords: query('GET /bot-investments/{id}/trading-records', {
    summary: 'Ihre Tageswerte',
    access: 'signed-in',
    errors: ['INVESTMENT_NOT_FOUND'],
    input: page.extend({ id }),
    output: paged(tradingRecord),
  }),
  startBot: command('POST /bot-investments', {
    summary: 'Zum aktuellen Anteilswert anlegen',
    access: 'signed-in',
    key: 'once',
    touches: ['investments', 'wallet', 'bots'],
    status: 201,
    errors: [
      'PRICES_STALE',
      'AMOUNT_BELOW_MINIMUM',
      'AMOUNT_ABOVE_MAXIMUM',
      'INSUFFICIENT_WALLET_BALANCE',
      'BOT_NOT_AVAILABLE',
      'ACCOUNT_CLOSED',
    ],
    input: z.strictObject({ botType: z.enum(BOT_TYPES), amountUsd: requestedAmount }),
    output: investment,
  }),
  stopBot: command('POST /bot-investments/{id}/stop', {
    summary: 'Zum aktuellen Anteilswert auszahlen',
    access: 'signed-in',
    key: 'once',
    touches: ['investments', 'wallet', 'bots'],
    errors: ['PRICES_STALE', 'INVESTMENT_NOT_FOUND', 'INVESTMENT_STOPPED'],
    input: byId,
    output: investment,
  }),
};
