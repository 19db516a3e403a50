/** Time as a dependency: the demo's history and the tests run the real commands under a clock of their own. */
export type Clock = { now(): Date };

export const systemClock: Clock = { now: () => new Date() };
