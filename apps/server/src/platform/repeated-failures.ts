/** Whether to log a failure that repeats, the n-th in a row: the 1st, 2nd, 4th, 8th … time. */
export const isWorthLogging = (failures: number): boolean => Number.isInteger(Math.log2(failures));
