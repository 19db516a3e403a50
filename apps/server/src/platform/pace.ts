import { type contract, DomainError, OWN_BOT_LIMITS, SUPPORT_LIMITS, TRIAL_LIMITS } from '@botdepot/contract';
import type { RateLimit, RateLimiter } from './rate-limit.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/**
 * How often one person may do something, wide enough that nobody meets it by hand and narrow enough that a loop ends: asking for
 * something and taking it back as fast as the server answers would fill its books, its log and its team's lists.
 */
const CUSTOMER_COMMANDS: RateLimit = { max: 200, windowMs: HOUR_MS };
/** The team decides on requests one after the other, all day. */
const TEAM_COMMANDS: RateLimit = { max: 1_200, windowMs: HOUR_MS };
/** All searches together, whatever is searched. One file of a long list is a hundred of them within seconds. */
const SEARCHES: RateLimit = { max: 600, windowMs: 5 * MINUTE_MS };
/** Fields by which an operation searches. */
const SEARCH_FIELDS: ReadonlySet<string> = new Set(['query', 'search']);

type Contract = typeof contract;
type Operation = {
  [Module in keyof Contract]: `${Module}.${keyof Contract[Module] & string}`;
}[keyof Contract];

/** Operations with a limit of their own. */
const OWN: { readonly [name in Operation]?: RateLimit } = {
  'support.startSupportChat': { max: SUPPORT_LIMITS.messagesPerMinute, windowMs: MINUTE_MS },
  'support.sendSupportMessage': { max: SUPPORT_LIMITS.messagesPerMinute, windowMs: MINUTE_MS },
  'support.sendTranscript': { max: SUPPORT_LIMITS.transcriptsPerHour, windowMs: HOUR_MS },
  // Open pages say by themselves what was seen.
  'support.markSupportRead': TEAM_COMMANDS,
  'notifications.readNotification': TEAM_COMMANDS,
  // A draft is saved while somebody types.
  'testbench.updateOwnBot': { max: OWN_BOT_LIMITS.savesPerMinute, windowMs: MINUTE_MS },
  'testbench.listTemplates': { max: OWN_BOT_LIMITS.checksPerMinute, windowMs: MINUTE_MS },
  'testbench.checkRule': { max: OWN_BOT_LIMITS.checksPerMinute, windowMs: MINUTE_MS },
  'testbench.recordTrials': { max: TRIAL_LIMITS.perMinute, windowMs: MINUTE_MS },
  // Each is some hundred short backtests.
  'testbench.explainDecision': { max: OWN_BOT_LIMITS.explanationsPerHour, windowMs: HOUR_MS },
  // Pages ask again for two counts after each report.
  'testbench.listTrials': { max: OWN_BOT_LIMITS.checksPerMinute, windowMs: MINUTE_MS },
};

type Request = {
  /** Who asks: an account, or a network where nobody is signed in. */
  asker: string;
  /** Of the router: `wallet.requestDeposit`. */
  operation: string;
  method: string;
  path: string;
  /** Names of what came in body or query. */
  sentFields: readonly string[];
};

/** What a request counts as, and how often that may be; null for reading without a search. */
export function paceOf({ operation, method, path, sentFields }: Omit<Request, 'asker'>) {
  const own = (OWN as Readonly<Record<string, RateLimit>>)[operation];
  if (own) return { purpose: `pace:${operation}`, limit: own };
  if (method === 'GET')
    return sentFields.some((name) => SEARCH_FIELDS.has(name)) ? { purpose: 'search', limit: SEARCHES } : null;
  return {
    purpose: `pace:${operation}`,
    limit: path.startsWith('/admin') ? TEAM_COMMANDS : CUSTOMER_COMMANDS,
  };
}

/** Whether an operation that anybody may use has a limit for each who asks. */
export const isPacedForAnybody = (operation: string): boolean => Object.hasOwn(OWN, operation);

/** Counts a request before it does anything. Throws TOO_MANY_REQUESTS. */
export async function keepPace(limiter: RateLimiter, request: Request): Promise<void> {
  const pace = paceOf(request);
  if (pace === null) return;
  const key = { purpose: pace.purpose, subject: request.asker };
  if ((await limiter.consume(key, pace.limit)) > 0) throw DomainError.of('TOO_MANY_REQUESTS');
}
