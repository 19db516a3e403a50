import type { CustomerFacts } from './customer-facts.ts';

/** A customer who has nothing and has done nothing, for tests. */
export const NO_FACTS: CustomerFacts = {
  deposits: [],
  withdrawals: [],
  rejected: { deposits: [], withdrawals: [] },
  flows: { deposits: { count: 0, amount: 0n, granted: 0n }, withdrawals: { count: 0, amount: 0n } },
  investments: [],
  runningBots: 0,
  results: { running: null, ended: null },
  ofBots: new Map(),
  ownBots: [],
  ownResults: { running: null, ended: null },
  balances: { available: 0n, reserved: 0n },
  bots: [],
  prices: [],
  numbered: new Map(),
  placeInLine: null,
};
