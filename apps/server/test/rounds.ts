// How often what is random or a race is repeated: few times before every commit, and as often as it takes to find what is rare in the
// long form, `npm run test:full`. Nothing but the number differs.
//
// The races on wallet, bots, returns, queue, chats, open requests, corrections and accounts prove it in every run: without locks they
// must turn red, and mostly do in the first or second round. For the others a fault was put in once, and the short form found it:
//   admin-four-eyes-removal  a lost right counts for half a day only
//   admin-locked-payouts     a decision does not hold its admin
//   admin-queue-races        requests are not locked (selections that overlap)
//   bots-recovery            fills and NAV are committed before the rest of their bar
//   manual-return-races      a return does not take the bot's lock (any mix)
//   support-desk-races       who takes a chat over locks its former owner as well (leaving)
//   support-late-deposits    a deposit is locked before its user
// Not shortened, since the short form did not find it or proved too little: ledger-properties (each command must have succeeded
// often), wealth-history (a rounding that is not summed was found in the tenth run).

const IS_FULL = process.env.TEST_FULL === '1';

export function rounds(times: { short: number; full: number }): number {
  return IS_FULL ? times.full : times.short;
}
