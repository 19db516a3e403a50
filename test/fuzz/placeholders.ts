// Names of what is known only when the request is sent: `~deposit.2~` becomes the id of the third newest deposit, `~time.2~`
// the full minute two hours later.
import fc from 'fast-check';

export const THINGS = [
  'deposit',
  'withdrawal',
  'transfer',
  'investment',
  'notification',
  'chat',
  'note',
  'user',
  'approval',
  'run',
  'event',
  'session',
] as const;
export type Thing = (typeof THINGS)[number];

/** How far back rows are named; they belong to several people. */
export const ROWS_NAMED = 8;

/** What stands in a path or in a field decides what its ids name; the first that fits. */
const OF_WHAT: [RegExp, Thing][] = [
  [/transferId/, 'transfer'],
  [/noteId/, 'note'],
  [/investmentIds?/, 'investment'],
  [/assignee|expected|userId|owner|actor/i, 'user'],
  [/revoke-session/, 'session'],
  [/customers/, 'user'],
  [/deposits/, 'deposit'],
  [/withdrawals/, 'withdrawal'],
  [/requests/, 'deposit'],
  [/transfers/, 'transfer'],
  [/bot-investments/, 'investment'],
  [/notifications/, 'notification'],
  [/chats/, 'chat'],
  [/approvals/, 'approval'],
  [/reconciliation/, 'run'],
  [/trading-events/, 'event'],
];

/** Mostly what belongs there, sometimes the id of something else. */
export function placeholderFor(place: readonly string[]): fc.Arbitrary<string> {
  const field = place.at(-1) ?? '';
  const [, fitting] =
    OF_WHAT.find(([pattern]) => pattern.test(field)) ??
    OF_WHAT.find(([pattern]) => pattern.test(place.join(' '))) ??
    [];
  const anything = fc.constantFrom(...THINGS);
  const thing =
    fitting === undefined
      ? anything
      : fc.oneof({ weight: 8, arbitrary: fc.constant(fitting) }, { weight: 1, arbitrary: anything });
  return fc.tuple(thing, fc.nat(ROWS_NAMED - 1)).map(([name, index]) => `~${name}.${index}~`);
}

const PLACEHOLDER = /~(\w+)(?:\.(\w+))?~/g;

/** The text with every placeholder replaced; what `resolve` does not know stays. */
export function fillIn(text: string, resolve: (name: string, which: string) => string | undefined): string {
  return text.replaceAll(PLACEHOLDER, (whole, name: string, which: string | undefined) => {
    return resolve(name, which ?? '') ?? whole;
  });
}
