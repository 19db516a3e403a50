/**
 * How much, how often and how long: what both sides keep to, without shapes, which would bring zod to browsers. Limits on
 * money and accounts stand in `catalogue.ts`.
 */

export const AUDIT_LIMITS = {
  pageSize: 25,
  pageSizeMax: 200,
  /** Rows in one file; what is older needs a narrower filter. */
  exportRows: 20_000,
  /** A search that means more people than these is too wide. */
  people: 25,
} as const;

/** Requests in one file; for more the filter has to be narrower. */
export const REQUEST_EXPORT_ROWS = 5_000;

/**
 * How long a request waits for a second admin; how long it takes until a change of who is admin counts: nobody gets
 * round the rule by making a helper admin, or by removing everybody else; and for how long what one admin moves alone
 * counts together: nobody gets round it in slices.
 */
export const FOUR_EYES = {
  approvalHours: 72,
  roleSettlesHours: 24,
  movedAloneHours: 24,
  noteMinLength: 3,
  noteLength: 500,
} as const;

/**
 * A device is new for so long after it was first seen, and a booking by hand stands out for so long beside many requests. Customers
 * and bookings beside the facts of a decision.
 */
export const FACTS = {
  newDeviceDays: 7,
  youngAccountDays: 7,
  adjustmentDays: 7,
  sharersShown: 5,
  adjustmentsShown: 3,
} as const;

/** Deposits, and as many withdrawals, of one customer that wait for a decision: people look at each of them. */
export const OPEN_REQUESTS_MAX = 20;

/** Every night at this hour in Berlin. It exists once on every day, also when the clocks change. */
export const RECONCILIATION_HOUR = 3;

/** The nightly run looks at what was sealed since it last did, and once in so many nights at the whole record of a bot. */
export const RECORD_CHECK_NIGHTS = 30;

/** Trades and protections beyond these are counted but not sent; the newest are kept. */
export const BACKTEST_LIMITS = { days: 366 * 6, trades: 5_000, protections: 500 } as const;
/** Under so many days a record has no ratios and no return a year, and under the second it says how little it is. */
export const EVIDENCE_DAYS = { ratios: 60, little: 2 * 365 } as const;
/** None, as measured, twice as much. */
export const COST_FACTORS = [0, 1, 2] as const;

export const DESK_LIMITS = {
  noteLength: 2_000,
  notesPerChat: 100,
  /** Open requests and bots of one kind beside a chat; the customer's page shows all. */
  contextRows: 5,
  textBlocks: 100,
  textBlockName: 30,
  textBlockLabel: 60,
} as const;

export const SUPPORT_LIMITS = {
  messageLength: 2_000,
  /** Messages of one account. */
  messagesPerMinute: 20,
  transcriptsPerHour: 5,
  /** Messages in one answer; the rest is asked for by `after` or `before`. */
  messagesAtOnce: 100,
} as const;

/** Own bots, and versions of one of them, of one person. */
export const OWN_BOT_LIMITS = {
  bots: 20,
  versions: 50,
  nameMinLength: 2,
  nameLength: 40,
  /** Runs and waiting starts of one person, and what may be in them together, USDT. */
  live: 3,
  capitalUsd: 100_000,
  /** The most that an admin may allow one person. */
  liveMost: 100,
  /** Of a bot the newest runs are listed. */
  runsListed: 500,
  /** How long a start waits for a minute in which it can be executed. */
  startWaitsDays: 7,
  savesPerMinute: 60,
  candleFilesPerMinute: 60,
  /** A record is read anew for each. */
  recordFilesPerHour: 20,
  explanationsPerHour: 240,
  checksPerMinute: 120,
} as const;

/** What a person's browsers may report of what they tried. Beyond `kept` trials are counted only; the same for columns of returns. */
export const TRIAL_LIMITS = {
  atOnce: 500,
  bytesAtOnce: 4 * 1024 * 1024,
  perMinute: 30,
  kept: 20_000,
  columns: 500,
  /** Of a day, on either side of 0. Whoever reports more has measured nothing. */
  sharpe: 1e6,
} as const;
