// How often what is random or a race is repeated: few times before every commit, and as often as it takes to find what is rare in the
// long form, `TEST_FULL=1 npx vitest run --project server`. Nothing but the number differs.

const IS_FULL = process.env.TEST_FULL === '1';

export function rounds(times: { short: number; full: number }): number {
  return IS_FULL ? times.full : times.short;
}
