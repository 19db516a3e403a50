/** The last third may need so much more than the first; caches fill, and the collector is lazy. */
const GROWTH = 1.25;
const SLACK_MB = 30;

/** Whether a series of megabytes says that something leaks. Fewer than three figures say nothing. */
export const grows = (rss: readonly number[]): boolean => {
  const third = Math.floor(rss.length / 3);
  if (third === 0) return false;
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  return mean(rss.slice(-third)) > mean(rss.slice(0, third)) * GROWTH + SLACK_MB;
};

/** Least squares, per step. */
export function slopeOf(values: readonly number[]): number {
  const middle = (values.length - 1) / 2;
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  let above = 0;
  let below = 0;
  for (const [index, value] of values.entries()) {
    above += (index - middle) * (value - mean);
    below += (index - middle) ** 2;
  }
  return below === 0 ? 0 : above / below;
}
