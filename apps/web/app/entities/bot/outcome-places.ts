/** Where the figures of an outcome band stand on its track, 0 at the left to 1000 at the right. */

interface Windows {
  worst: number;
  low: number;
  median: number;
  high: number;
  best: number;
}

export interface BandPlaces extends Windows {
  zero: number;
}

const WIDTH = 1000;
/** Free at both ends, so that a line at the edge is still seen. */
const MARGIN = 12;

/** The track covers every figure and zero, whether or not zero lies between them. */
export function bandPlaces({ worst, low, median, high, best }: Windows): BandPlaces {
  const from = Math.min(worst, 0);
  const to = Math.max(best, 0);
  const place = (figure: number) =>
    to === from ? WIDTH / 2 : MARGIN + ((figure - from) / (to - from)) * (WIDTH - 2 * MARGIN);
  return {
    worst: place(worst),
    low: place(low),
    median: place(median),
    high: place(high),
    best: place(best),
    zero: place(0),
  };
}
