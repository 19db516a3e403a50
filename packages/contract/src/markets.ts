import { oc } from '@orpc/contract';
import { z } from 'zod';
import { MARKET_TYPES } from './catalogue.ts';
import { fraction, id, timestamp } from './shapes.ts';

export const PRICE_SOURCES = ['simulated', 'kraken', 'twelvedata'] as const;

export const marketPrice = z.object({
  id,
  symbol: z.string(),
  marketType: z.enum(MARKET_TYPES),
  /** Decimal string in the symbol's quote currency. */
  price: z.string(),
  /** Change over 24 h as a fraction; null while the history is shorter. */
  change24h: fraction,
  lastUpdated: timestamp,
  source: z.enum(PRICE_SOURCES),
  /** `closed` is out of session, which is not the same as stale. */
  session: z.enum(['open', 'closed']),
});
export type MarketPrice = z.infer<typeof marketPrice>;

export const markets = {
  listPrices: oc
    .route({
      method: 'GET',
      path: '/market-prices',
      tags: ['markets'],
      summary: 'Latest prices with source and age',
    })
    .input(z.strictObject({ marketType: z.enum(MARKET_TYPES).optional() }))
    .output(z.array(marketPrice)),
};
