import { BOT_TYPES, INVESTMENT_STATUSES, OWN_BOT_RUN_STATES, PROTOCOL_KINDS } from '@botdepot/contract';
import { sql } from 'drizzle-orm';
import {
  bigint,
  check,
  doublePrecision,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { at, fixed12, id, micros } from '../../platform/columns.ts';
import type { NotificationContent } from '../notifications/index.ts';

/**
 * One row per bot: whether it is run, and which of its portfolios is the current one. A bot of the house has a type; one of a
 * person has an owner, and neither once it is gone, when its row keeps the number. House bots are numbered in the order of
 * `BOT_TYPES`, own bots from 1000 on; no number is given twice.
 */
export const bots = pgTable(
  'bots',
  {
    id: id(),
    number: integer('number').notNull().unique().generatedByDefaultAsIdentity({ startWith: 1000 }),
    botType: text('bot_type', { enum: BOT_TYPES }).unique(),
    ownerId: uuid('owner_id'),
    currentPortfolioId: uuid('current_portfolio_id'),
    createdAt: at('created_at').notNull(),
    erasedAt: at('erased_at'),
  },
  (table) => [
    index('bots_owner').on(table.ownerId).where(sql`owner_id is not null`),
    check(
      'bots_whose',
      sql`(${table.botType} is not null)::int + (${table.ownerId} is not null)::int + (${table.erasedAt} is not null)::int = 1`,
    ),
    check('bots_numbered', sql`(${table.botType} is not null) = (${table.number} < 1000)`),
  ],
);

/**
 * A model portfolio with its NAV series, 1.0 at the start. `state` is the engine's whole state after the bar that ended
 * at `last_bar_at`, written in the same transaction as the fills and the NAV of that bar: a kill at any time loses or
 * doubles nothing. `settled_*` is the pool as of the last settlement; unit entries and pool entries after those marks
 * are not in it yet.
 */
export const botPortfolios = pgTable(
  'bot_portfolios',
  {
    id: id(),
    botId: uuid('bot_id')
      .notNull()
      .references(() => bots.id),
    /** Null for a run of an own bot, which has the next three instead. */
    botType: text('bot_type', { enum: BOT_TYPES }),
    ownVersion: integer('own_version'),
    ownState: text('own_state', { enum: OWN_BOT_RUN_STATES }),
    /** With which others it is stepped, for as long as it runs. */
    ownShard: integer('own_shard'),
    series: integer('series').notNull(),
    strategyVersion: text('strategy_version').notNull(),
    engineVersion: text('engine_version').notNull(),
    parameters: jsonb('parameters').notNull(),
    symbols: jsonb('symbols').$type<string[]>().notNull(),
    state: jsonb('state'),
    lastBarAt: at('last_bar_at'),
    navSeq: bigint('nav_seq', { mode: 'number' }).notNull().default(0),
    poolAccountId: uuid('pool_account_id').notNull(),
    settledUnits: fixed12('settled_units').notNull().default(sql`0`),
    settledBalance: micros('settled_balance').notNull().default(sql`0`),
    settledUnitSeq: bigint('settled_unit_seq', { mode: 'number' }).notNull().default(0),
    settledEntrySeq: bigint('settled_entry_seq', { mode: 'number' }).notNull().default(0),
    settledAt: at('settled_at'),
    startedAt: at('started_at').notNull(),
    /** Start of the first bar that was traded live, and the NAV then; what came before is the demo's history. */
    liveSince: at('live_since'),
    liveNav: fixed12('live_nav'),
    /** Where the prices of each symbol came from at the last bar; null before that was recorded: the simulated market. */
    sources: jsonb('sources').$type<Record<string, string>>(),
    closedAt: at('closed_at'),
  },
  (table) => [
    unique('bot_portfolios_series').on(table.botId, table.series),
    uniqueIndex('bot_portfolios_own_open').on(table.botId).where(sql`bot_type is null and closed_at is null`),
    check(
      'bot_portfolios_whose',
      sql`(${table.botType} is null) = (${table.ownVersion} is not null)
      and (${table.botType} is null) = (${table.ownState} is not null)
      and (${table.botType} is null) = (${table.ownShard} is not null)`,
    ),
    check(
      'bot_portfolios_own_ended',
      sql`(${table.ownState} in ('liquidated', 'stopped')) = (${table.closedAt} is not null)`,
    ),
  ],
);

export const botFills = pgTable(
  'bot_fills',
  {
    id: id(),
    portfolioId: uuid('portfolio_id').notNull(),
    /** End of the bar in which it was booked, as in `bot_nav`, and the number of the strike that contains it. */
    barAt: at('bar_at').notNull(),
    navSeq: bigint('nav_seq', { mode: 'number' }).notNull(),
    sequence: integer('sequence').notNull(),
    /** When it was executed: the open of the bar, or its end for fills at a close. */
    filledAt: at('filled_at').notNull(),
    symbol: text('symbol').notNull(),
    side: text('side', { enum: ['buy', 'sell'] }).notNull(),
    /** Per unit of the bot: an investment of n units holds n times this. */
    quantity: doublePrecision('quantity').notNull(),
    price: doublePrecision('price').notNull(),
    midPrice: doublePrecision('mid_price').notNull(),
    fee: doublePrecision('fee').notNull(),
    spread: doublePrecision('spread').notNull(),
    slippage: doublePrecision('slippage').notNull(),
    /** Accrued since the position's fill before this one. */
    financing: doublePrecision('financing').notNull(),
    realised: doublePrecision('realised').notNull(),
    /** Held afterwards, signed. */
    unitsAfter: doublePrecision('units_after').notNull(),
    reason: text('reason').notNull(),
    /** Number of the engine's decision behind it; null for protections. */
    decision: integer('decision'),
    phase: text('phase', { enum: ['demo', 'live'] }).notNull(),
  },
  (table) => [
    unique('bot_fills_once').on(table.portfolioId, table.barAt, table.sequence),
    index('bot_fills_strike').on(table.portfolioId, table.navSeq),
  ],
);

/**
 * The NAV struck at a closed bar (`at` is its end), with the cumulative figures per unit that explain it. Append-only.
 *
 * `peak` and `max_drawdown` run since the phase began, its first NAV included. The `day_*` columns run since the
 * strike before the UTC day began, that strike excluded: the last row of a day speaks for the whole day, so the
 * drawdown of any period needs one row per day.
 */
export const botNav = pgTable(
  'bot_nav',
  {
    portfolioId: uuid('portfolio_id').notNull(),
    seq: bigint('seq', { mode: 'number' }).notNull(),
    at: at('at').notNull(),
    nav: fixed12('nav').notNull(),
    peak: fixed12('peak').notNull(),
    maxDrawdown: doublePrecision('max_drawdown').notNull(),
    dayPeak: fixed12('day_peak').notNull(),
    dayLow: fixed12('day_low').notNull(),
    dayDrawdown: doublePrecision('day_drawdown').notNull(),
    realised: doublePrecision('realised').notNull(),
    unrealised: doublePrecision('unrealised').notNull(),
    fee: doublePrecision('fee').notNull(),
    spread: doublePrecision('spread').notNull(),
    slippage: doublePrecision('slippage').notNull(),
    financing: doublePrecision('financing').notNull(),
    phase: text('phase', { enum: ['demo', 'live'] }).notNull(),
    /** Length of the bar it was struck at, in ms: the demo's history has hourly bars and says so. */
    barMs: integer('bar_ms').notNull(),
    /**
     * Mid prices behind `unrealised`, in the order of the portfolio's symbols, null where nothing is held: with them and the
     * fills anybody can recompute the NAV. Null in strikes from before this was recorded.
     */
    marks: doublePrecision('marks').array().$type<(number | null)[]>(),
    /** Names of the sources that the prices came from, in alphabetical order and separated by commas; null when unknown. */
    priceSources: text('price_sources'),
  },
  (table) => [
    primaryKey({ columns: [table.portfolioId, table.seq] }),
    unique('bot_nav_once').on(table.portfolioId, table.at),
  ],
);

/**
 * The NAV at the newest tick, one row per running portfolio, overwritten twice a second by the leader: what the strike of the
 * minute so far would give. Starts and stops execute at it on any replica. `nav_seq` is the strike before it. The last
 * row of a closed portfolio stays and says what its units are worth.
 */
export const botTicks = pgTable('bot_ticks', {
  portfolioId: uuid('portfolio_id').primaryKey(),
  navSeq: bigint('nav_seq', { mode: 'number' }).notNull(),
  at: at('at').notNull(),
  nav: fixed12('nav').notNull(),
  figures: jsonb('figures').$type<NavFigures>().notNull(),
  /** Σ |position| as a fraction of equity. */
  exposure: doublePrecision('exposure').notNull(),
  /** Symbols that are held or ordered and whose price is too old: nobody deals while there are any. */
  stale: text('stale').array().notNull().default(sql`'{}'`),
  /** How many fills of the running minute are in it already, by symbol; symbols without any are absent. */
  filled: jsonb('filled').$type<Record<string, number>>().notNull().default({}),
});

/** What a bot did, did not do and why, in plain German. Append-only. */
export const botProtocol = pgTable(
  'bot_protocol',
  {
    id: id(),
    portfolioId: uuid('portfolio_id').notNull(),
    barAt: at('bar_at').notNull(),
    sequence: integer('sequence').notNull(),
    /** When it happened; within the bar that ended at `bar_at`. */
    at: at('at').notNull(),
    kind: text('kind', { enum: PROTOCOL_KINDS }).notNull(),
    symbol: text('symbol'),
    title: text('title').notNull(),
    text: text('text').notNull(),
    until: at('until'),
    data: jsonb('data'),
    phase: text('phase', { enum: ['demo', 'live'] }).notNull(),
  },
  (table) => [
    unique('bot_protocol_once').on(table.portfolioId, table.barAt, table.sequence),
    index('bot_protocol_time').on(table.portfolioId, table.at),
  ],
);

export const botInvestments = pgTable(
  'bot_investments',
  {
    id: id(),
    /** Short number for people, shown as `B-3309`. */
    number: bigint('number', { mode: 'number' }).notNull().generatedAlwaysAsIdentity({ startWith: 3001 }),
    userId: uuid('user_id').notNull(),
    botType: text('bot_type', { enum: BOT_TYPES }).notNull(),
    portfolioId: uuid('portfolio_id')
      .notNull()
      .references(() => botPortfolios.id),
    currency: text('currency').notNull().default('USDT'),
    initialAmount: micros('initial_amount').notNull(),
    usdInitialAmount: micros('usd_initial_amount').notNull(),
    /** Derived (units × NAV) while active; stored at the stop. */
    currentAmount: micros('current_amount'),
    usdCurrentAmount: micros('usd_current_amount'),
    units: fixed12('units').notNull(),
    status: text('status', { enum: INVESTMENT_STATUSES }).notNull().default('active'),
    /** Stored as the specification says; moves no money and is never displayed. */
    dailyReturnRate: doublePrecision('daily_return_rate').notNull(),
    startNav: fixed12('start_nav').notNull(),
    /** Cumulative figures per unit at the start, so that the breakdown of any period is a difference. */
    startFigures: jsonb('start_figures').$type<NavFigures>().notNull(),
    stopNav: fixed12('stop_nav'),
    stopFigures: jsonb('stop_figures').$type<NavFigures>(),
    startTransferId: uuid('start_transfer_id').notNull(),
    stopTransferId: uuid('stop_transfer_id'),
    startedAt: at('started_at').notNull(),
    stoppedAt: at('stopped_at'),
    createdAt: at('created_at').notNull(),
    lastUpdated: at('last_updated').notNull(),
  },
  (table) => [
    index('bot_investments_user').on(table.userId, table.startedAt),
    index('bot_investments_active').on(table.startedAt).where(sql`status = 'active'`),
    check('bot_investments_units', sql`${table.units} > 0`),
    check('bot_investments_status', sql`${table.status} in ('active', 'inactive')`),
    // Stopped once: inactive, its value, its NAV and its time are one fact. Only what is worth nothing has no posting.
    check(
      'bot_investments_stopped',
      sql`(${table.status} = 'inactive') = (${table.usdCurrentAmount} is not null)
        and (${table.status} = 'inactive') = (${table.stopNav} is not null)
        and (${table.status} = 'inactive') = (${table.stoppedAt} is not null)
        and (${table.status} = 'inactive' or ${table.stopTransferId} is null)
        and (${table.status} = 'active' or ${table.stopTransferId} is not null or ${table.usdCurrentAmount} = 0)`,
    ),
  ],
);

/**
 * Cumulative results of a portfolio per unit, doubles in USDT per unit; `realised` and `unrealised` are gross:
 * 1 + realised + unrealised − fee − spread − slippage − financing = NAV, up to 1e-9.
 */
export type NavFigures = {
  realised: number;
  unrealised: number;
  fee: number;
  spread: number;
  slippage: number;
  financing: number;
};

/**
 * The unit ledger: every change of units, so that settlement sums only what came since the last one. Between two entries
 * of an investment its units stand still, so its breakdown is a sum of differences of their figures. Append-only.
 */
export const botUnitEntries = pgTable(
  'bot_unit_entries',
  {
    seq: bigint('seq', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    portfolioId: uuid('portfolio_id').notNull(),
    investmentId: uuid('investment_id').notNull(),
    /** Null only where nothing was paid: a stop at a NAV of 0. */
    transferId: uuid('transfer_id'),
    units: fixed12('units').notNull(),
    nav: fixed12('nav').notNull(),
    /** Cumulative figures per unit at that NAV, and the strike before it. */
    figures: jsonb('figures').$type<NavFigures>().notNull(),
    navSeq: bigint('nav_seq', { mode: 'number' }).notNull(),
    /** Fills of the strike after it that were in that NAV already; see `bot_ticks`. */
    filled: jsonb('filled').$type<Record<string, number>>().notNull().default({}),
    createdAt: at('created_at').notNull(),
  },
  (table) => [
    index('bot_unit_entries_portfolio').on(table.portfolioId, table.seq),
    index('bot_unit_entries_investment').on(table.investmentId, table.seq),
  ],
);

/** Manual returns; market returns are derived from the NAV history when a record is read. */
export const manualTradingRecords = pgTable(
  'bot_manual_records',
  {
    id: id(),
    investmentId: uuid('investment_id').notNull(),
    dailyReturnRate: doublePrecision('daily_return_rate').notNull(),
    amountBefore: micros('amount_before').notNull(),
    amountAfter: micros('amount_after').notNull(),
    profitLoss: micros('profit_loss').notNull(),
    reason: text('reason').notNull(),
    transferId: uuid('transfer_id').notNull(),
    createdAt: at('created_at').notNull(),
  },
  (table) => [index('bot_manual_records_investment').on(table.investmentId, table.createdAt)],
);

/**
 * When and why an operator held a bot, and let it go on. At most one row per bot lasts. A row is ended once and says
 * once when the engine obeyed; a trigger refuses every other change.
 */
export const botPauses = pgTable(
  'bot_pauses',
  {
    id: id(),
    botType: text('bot_type', { enum: BOT_TYPES }).notNull(),
    reason: text('reason').notNull(),
    pausedBy: uuid('paused_by').notNull(),
    pausedAt: at('paused_at').notNull(),
    /** End of the first bar at whose close the engine obeyed; null where it was let go before. */
    effectiveAt: at('effective_at'),
    resumedBy: uuid('resumed_by'),
    resumedAt: at('resumed_at'),
    resumeReason: text('resume_reason'),
  },
  (table) => [
    uniqueIndex('bot_pauses_lasting').on(table.botType).where(sql`resumed_at is null`),
    index('bot_pauses_time').on(table.pausedAt, table.id),
    index('bot_pauses_bot').on(table.botType, table.pausedAt, table.id),
    check(
      'bot_pauses_ended',
      sql`(${table.resumedAt} is null) = (${table.resumeReason} is null)
        and (${table.resumedAt} is null) = (${table.resumedBy} is null)
        and (${table.resumedAt} is null or ${table.resumedAt} >= ${table.pausedAt})`,
    ),
  ],
);

/** What everybody who is invested in a portfolio is still to be told. A row is gone once all of them were. */
export const botInvestorNews = pgTable('bot_investor_news', {
  id: id(),
  portfolioId: uuid('portfolio_id')
    .notNull()
    .references(() => botPortfolios.id),
  content: jsonb('content').$type<NotificationContent>().notNull(),
  /** Who has begun later is not told. */
  createdAt: at('created_at').notNull(),
  /** Everybody up to this user has been told. */
  toldUntil: uuid('told_until').notNull().default('00000000-0000-0000-0000-000000000000'),
});
