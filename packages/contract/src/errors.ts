/**
 * The one table of what can go wrong: code, HTTP status, the API's English message and the shape of its data. Rules
 * throw `DomainError.of(code, data)`; the German texts stand in `errors.de.ts`. Messages of the specification are exact.
 * Browsers load it, so it is made with the small form of zod.
 */
import * as z from 'zod/mini';

// In a page the content security policy forbids compiling code from text; without this, zod tries once and is reported.
// It has to come before the first schema: `index.ts` loads this module first.
if ('document' in globalThis) z.config({ jitless: true });

const amount = z.string();
/** What an amount is counted in: requests and their limits in USD, wallet and bots in USDT; one is one. */
const unit = z.optional(z.enum(['USD', 'USDT']));

export const ERRORS = {
  UNAUTHENTICATED: { status: 401, message: 'Not authenticated' },
  FORBIDDEN: { status: 403, message: 'Forbidden' },
  OUTSIDE_FIELD: { status: 403, message: 'Outside the field of this admin' },
  FOREIGN_ORIGIN: { status: 403, message: 'Origin not allowed' },
  REAUTHENTICATION_REQUIRED: {
    status: 403,
    message: 'Confirm your password first',
    data: z.object({ maxAgeMinutes: z.string() }),
  },
  SECOND_FACTOR_REQUIRED: { status: 403, message: 'Set up a second factor first' },
  SECOND_FACTOR_UNREADABLE: {
    status: 503,
    message: 'The second factor was set up under another secret',
  },
  NOT_FOUND: { status: 404, message: 'Not found' },
  BAD_REQUEST: { status: 400, message: 'Invalid input' },
  UNSUPPORTED_MEDIA_TYPE: { status: 415, message: 'Content-Type must be application/json' },
  UNSUPPORTED_CHARSET: { status: 415, message: 'The body must be UTF-8' },
  UNSUPPORTED_CONTENT_ENCODING: { status: 415, message: 'The body must come without Content-Encoding' },
  DUPLICATE_FIELD: { status: 400, message: 'The body says a field twice' },
  PAYLOAD_TOO_LARGE: { status: 413, message: 'Payload too large' },
  METHOD_NOT_ALLOWED: { status: 405, message: 'Method not allowed' },
  TOO_MANY_REQUESTS: { status: 429, message: 'Too many requests' },
  IDEMPOTENCY_KEY_REQUIRED: { status: 400, message: 'Idempotency-Key header required (a UUID)' },
  IDEMPOTENCY_KEY_REUSED: { status: 422, message: 'Idempotency-Key was used with another request' },
  DEPOSIT_NOT_FOUND: { status: 404, message: 'Deposit not found' },
  WITHDRAWAL_NOT_FOUND: { status: 404, message: 'Withdrawal not found' },
  INVESTMENT_NOT_FOUND: { status: 404, message: 'Investment not found' },
  TRANSFER_NOT_FOUND: { status: 404, message: 'Transfer not found' },
  ALREADY_DECIDED: {
    status: 409,
    message: 'Already decided',
    // When, and to admins also who it was; nobody reads of themselves that they were faster.
    data: z.object({ status: z.string(), at: z.optional(z.string()), by: z.optional(z.string()) }),
  },
  REQUEST_CLAIMED: {
    status: 409,
    message: 'Somebody else works on this request',
    data: z.object({ by: z.string() }),
  },
  OWN_REQUEST: { status: 409, message: 'Admins cannot decide on their own request' },
  CUSTOMER_LOCKED: { status: 409, message: "The customer's account is locked" },
  WITHDRAWAL_HELD: { status: 409, message: 'The withdrawal is held until somebody ends that' },
  WITHDRAWAL_NOT_HELD: { status: 409, message: 'The withdrawal is not held' },
  INSUFFICIENT_BALANCE: {
    status: 409,
    message: 'Insufficient balance',
    data: z.object({ available: amount, required: amount }),
  },
  INSUFFICIENT_WALLET_BALANCE: {
    status: 409,
    message: 'Insufficient wallet balance',
    data: z.object({ available: amount, required: amount }),
  },
  AMOUNT_BELOW_MINIMUM: {
    status: 409,
    message: 'Amount below the minimum',
    data: z.object({ minimum: amount, unit }),
  },
  AMOUNT_ABOVE_MAXIMUM: {
    status: 409,
    message: 'Amount above the maximum',
    data: z.object({ maximum: amount, unit }),
  },
  TOO_MANY_OPEN_REQUESTS: {
    status: 409,
    message: 'Too many open requests',
    data: z.object({ kind: z.enum(['deposit', 'withdrawal']), limit: z.string() }),
  },
  REAL_NETWORK_ADDRESS: { status: 409, message: 'Addresses of real networks are not accepted' },
  NOT_A_PLAY_MONEY_ADDRESS: { status: 409, message: 'Only play-money addresses are accepted' },
  ADDRESS_OF_OTHER_CURRENCY: { status: 409, message: 'The address belongs to another currency' },
  ADDRESS_UNAVAILABLE: { status: 503, message: 'Could not generate address' },
  BOT_NOT_AVAILABLE: { status: 409, message: 'Bot not available' },
  BACKTEST_PERIOD_UNAVAILABLE: {
    status: 409,
    message: 'No history for this period',
    data: z.object({ firstDay: z.nullable(z.string()), lastDay: z.nullable(z.string()) }),
  },
  BACKTEST_SYMBOLS_NOT_TRADED: {
    status: 409,
    message: 'The bot does not trade these symbols',
    data: z.object({ symbols: z.string() }),
  },
  BACKTEST_RUNNING: { status: 409, message: 'A backtest of yours is running already' },
  BACKTEST_UNFINISHED: { status: 503, message: 'The backtest did not come to its end' },
  INVESTMENT_STOPPED: { status: 409, message: 'Investment already stopped' },
  OWN_ACCOUNT: { status: 409, message: 'Admins cannot book on their own account' },
  SECOND_ADMIN_REQUIRED: {
    status: 409,
    message: 'A second admin has to approve this',
    /** What was moved alone within a day counts with it. */
    data: z.object({
      thresholdUsd: amount,
      movedUsd: z.optional(amount),
      togetherUsd: z.optional(amount),
    }),
  },
  SECOND_ADMIN_TOO_NEW: {
    status: 409,
    message: 'Whoever has just become admin or been unlocked approves nothing yet',
  },
  FOUR_EYES_OFF: { status: 409, message: 'One admin is enough here' },
  APPROVAL_NOT_FOUND: { status: 404, message: 'Approval request not found' },
  APPROVAL_PENDING: { status: 409, message: 'Waits for a second admin already' },
  APPROVAL_DECIDED: {
    status: 409,
    message: 'No longer waits for a second admin',
    data: z.object({ status: z.string() }),
  },
  APPROVAL_REQUESTER_GONE: { status: 409, message: 'Whoever asked for it is no admin any more' },
  THRESHOLD_UNCHANGED: { status: 409, message: 'The threshold is this already' },
  WALLET_CORRECTION_INCOMPLETE: { status: 400, message: 'Email und Betrag erforderlich' },
  USER_NOT_FOUND: { status: 404, message: 'User not found' },
  BALANCE_NEGATIVE: {
    status: 409,
    message: 'Balance kann nicht negativ werden',
    data: z.object({ available: amount, required: amount }),
  },
  RETURN_WITHOUT_EFFECT: {
    status: 409,
    message: 'The return would move less than a cent or leave nothing',
    data: z.object({ before: amount, after: amount }),
  },
  SUPPORT_CHAT_NOT_FOUND: { status: 404, message: 'Chat not found' },
  SUPPORT_CHAT_RESOLVED: { status: 409, message: 'The chat has ended' },
  SUPPORT_STATUS_UNCHANGED: { status: 409, message: 'The chat has this status already' },
  SUPPORT_CHAT_OPEN_ELSEWHERE: { status: 409, message: 'The customer has another open chat' },
  SUPPORT_CHAT_ASSIGNED: {
    status: 409,
    message: 'Somebody else works on this chat',
    data: z.object({ assignee: z.string() }),
  },
  TEAM_MEMBER_NOT_FOUND: { status: 404, message: 'Not a member of the team' },
  TEXT_BLOCK_NOT_FOUND: { status: 404, message: 'Text block not found' },
  TEXT_BLOCK_CHANGED: { status: 409, message: 'The text block was changed meanwhile' },
  TEXT_BLOCK_NAME_TAKEN: { status: 409, message: 'Another text block has this name in this situation' },
  TOO_MANY_TEXT_BLOCKS: { status: 409, message: 'As many text blocks as there may be' },
  SUPPORT_NOTE_NOT_FOUND: { status: 404, message: 'Note not found' },
  TOO_MANY_NOTES: { status: 409, message: 'The chat has too many notes' },
  MAIL_UNAVAILABLE: { status: 409, message: 'This installation cannot send mail' },
  BOT_PAUSED: {
    status: 409,
    message: 'The bot is held already',
    data: z.object({ by: z.string(), at: z.string() }),
  },
  BOT_SERIES_OVER: { status: 409, message: 'The series of the bot has ended' },
  BOT_NOT_PAUSED: { status: 409, message: 'The bot is not held' },
  EVENT_NOT_FOUND: { status: 404, message: 'Event not found' },
  EVENT_BEGUN: { status: 409, message: 'The event has begun' },
  EVENT_CANCELLED: { status: 409, message: 'The event was called off' },
  EVENT_BEGINS_TOO_SOON: {
    status: 409,
    message: 'The event begins too soon',
    data: z.object({ earliest: z.string() }),
  },
  EVENT_WINDOW_INVALID: {
    status: 409,
    message: 'A window lasts between one minute and 24 hours and lies within two years',
  },
  EVENT_OVERLAPS: {
    status: 409,
    message: 'The window overlaps another event',
    data: z.object({ name: z.string(), startsAt: z.string(), endsAt: z.string() }),
  },
  MAIL_NOT_SENT: { status: 503, message: 'The mail was not sent' },
  CUSTOMER_NOT_LOCKED: { status: 409, message: 'The account is not locked' },
  CUSTOMER_NOT_FOUND: { status: 404, message: 'Customer not found' },
  OWN_ACCESS: { status: 409, message: 'Admins cannot change their own access' },
  ACCESS_UNCHANGED: { status: 409, message: 'The access is like this already' },
  ACCOUNT_LOCKED: { status: 409, message: 'The account is locked' },
  EMAIL_CHANGED_LATELY: { status: 409, message: 'The email address was changed less than 72 hours ago' },
  LAST_ADMIN: { status: 409, message: 'The last admin cannot delete their account' },
  ACCOUNT_CLOSED: { status: 409, message: 'The account was deleted' },
  OWN_BOT_NOT_FOUND: { status: 404, message: 'Bot not found' },
  OWN_BOT_CHANGED: { status: 409, message: 'The draft was changed meanwhile' },
  OWN_BOT_LIMIT: {
    status: 409,
    message: 'As many as there may be',
    // In German, as they are said.
    data: z.object({ limit: z.string(), kind: z.string() }),
  },
  OWN_BOTS_OFF: { status: 409, message: 'Own bots are off on this installation' },
  // In German, as it is said.
  OWN_BOT_STATE: {
    status: 409,
    message: 'Not in this state',
    data: z.object({ status: z.string() }),
  },
  TEST_PERIOD_OPENED: { status: 409, message: 'The test period has been opened' },
  RULE_INVALID: {
    status: 400,
    message: 'The rule is not complete',
    data: z.object({ path: z.string(), problem: z.string() }),
  },
  RULE_UNITS_DIFFER: {
    status: 409,
    message: 'The rule compares what has different units',
    data: z.object({ left: z.string(), right: z.string() }),
  },
  RULE_TOO_LARGE: {
    status: 409,
    message: 'The rule is too large',
    data: z.object({ limit: z.string(), kind: z.string() }),
  },
  RULE_WARM_UP_TOO_LONG: {
    status: 409,
    message: 'The rule needs too many bars of warm-up',
    data: z.object({ bars: z.string() }),
  },
  CANDLES_UNAVAILABLE: { status: 409, message: 'There are no candles for this period' },
  PRICES_STALE: { status: 503, message: 'Prices are stale, nothing was booked' },
  UNAVAILABLE: { status: 503, message: 'Temporarily unavailable' },
  INTERNAL: {
    status: 500,
    message: 'Internal error',
    data: z.object({ reference: z.string() }),
  },
} as const satisfies Record<string, { status: number; message: string; data?: z.ZodMiniType }>;

export type ErrorCode = keyof typeof ERRORS;
export type ErrorData<C extends ErrorCode> = (typeof ERRORS)[C] extends { data: z.ZodMiniType<infer D> }
  ? D
  : undefined;

/** The error declarations of one procedure, in the form that oRPC expects. */
export function declare<const C extends ErrorCode>(...codes: C[]): Pick<typeof ERRORS, C> {
  const declared: Partial<Record<ErrorCode, unknown>> = {};
  for (const code of codes) declared[code] = ERRORS[code];
  // Every requested code was just copied, so the record is complete.
  return declared as Pick<typeof ERRORS, C>;
}

/** The API's message; the specification's text for a wallet that cannot cover a start carries both amounts. */
export function apiMessage(code: ErrorCode, data: unknown): string {
  if (code === 'INSUFFICIENT_WALLET_BALANCE') {
    const amounts = ERRORS[code].data.safeParse(data);
    if (amounts.success)
      return `Insufficient wallet balance. Available: ${amounts.data.available}, Required: ${amounts.data.required}`;
  }
  return ERRORS[code].message;
}

/** Asking again may help with these, so no such answer is kept under an idempotency key. */
const NOT_KEPT = new Set<number>([400, 401, 403, 429, 500, 503]);

/** Whether a money command answers with this for ever when it is sent with the same key. */
export const isKept = (code: ErrorCode): boolean => !NOT_KEPT.has(ERRORS[code].status);

/** A rule was broken. Carries its code and data to the one place that answers. */
export class DomainError extends Error {
  readonly code: ErrorCode;
  readonly data: unknown;
  private constructor(code: ErrorCode, data: unknown) {
    super(apiMessage(code, data));
    this.name = 'DomainError';
    this.code = code;
    this.data = data;
  }

  /** A new error whose data have the shape that the table declares for its code. */
  static of<C extends ErrorCode>(
    code: C,
    ...[data]: ErrorData<C> extends undefined ? [] : [ErrorData<C>]
  ): DomainError {
    return new DomainError(code, data);
  }

  /** One that was stored or sent before, so its data are taken as they are. */
  static restored(code: ErrorCode, data: unknown): DomainError {
    return new DomainError(code, data);
  }
}
