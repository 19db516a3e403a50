/** Milliseconds of the wall, or of work by this thread: what the wall would show if the machine had nothing else to do. */
const CLOCKS = {
  wall: () => performance.now(),
  work: () => {
    const { user, system } = process.threadCpuUsage();
    return (user + system) / 1000;
  },
};

/** Runs `task` on `lanes` parallel lanes for `ms` by the clock and returns operations per second of it. */
async function measure(
  task: (lane: number) => Promise<void>,
  lanes: number,
  ms: number,
  now: () => number,
): Promise<number> {
  const started = now();
  const counts = await Promise.all(
    Array.from({ length: lanes }, async (_, lane) => {
      let count = 0;
      while (now() - started < ms) {
        await task(lane);
        count += 1;
      }
      return count;
    }),
  );
  return (counts.reduce((sum, count) => sum + count, 0) / (now() - started)) * 1000;
}

export type Contender = { name: string; task: (lane: number) => Promise<void> };
export type Rate = { name: string; perSecond: number; ratio: number };

/**
 * Measures contenders in turns against the first one, the baseline, so that whatever else the machine does hits all of
 * them alike. Ratios are medians over the rounds of rate / baseline rate of the same round.
 */
export async function compareRates(
  contenders: Contender[],
  options: { lanes: number; rounds: number; sliceMs: number; clock?: keyof typeof CLOCKS },
): Promise<Rate[]> {
  const now = CLOCKS[options.clock ?? 'wall'];
  const rates = contenders.map((): number[] => []);
  for (let round = -1; round < options.rounds; round++) {
    for (const [index, contender] of contenders.entries()) {
      const rate = await measure(contender.task, options.lanes, options.sliceMs, now);
      // The first round warms caches and plans.
      if (round >= 0) rates[index]?.push(rate);
    }
  }
  const baseline = rates[0] ?? [];
  return contenders.map((contender, index) => ({
    name: contender.name,
    perSecond: median(rates[index] ?? []),
    ratio: median((rates[index] ?? []).map((rate, round) => rate / (baseline[round] ?? Number.NaN))),
  }));
}

export function median(values: number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length / 2;
  const [low, high] = [sorted[Math.ceil(middle) - 1], sorted[Math.floor(middle)]];
  return ((low ?? Number.NaN) + (high ?? Number.NaN)) / 2;
}

/** One line per figure: what, its value, and what it is held against. */
export function printRatio(
  name: string,
  value: number,
  bound: { atLeast: number } | { atMost: number },
): boolean {
  const met = 'atLeast' in bound ? value >= bound.atLeast : value <= bound.atMost;
  const wanted = 'atLeast' in bound ? `mindestens ${bound.atLeast}` : `höchstens ${bound.atMost}`;
  console.log(`  ${met ? 'erreicht ' : 'VERFEHLT '} ${name}: ${value.toFixed(4)} (${wanted})`);
  return met;
}
