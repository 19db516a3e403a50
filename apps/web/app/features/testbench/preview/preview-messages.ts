import type {
  ExplainedDecision,
  Figure,
  Operand,
  Overfitting,
  Rule,
  VariantResult,
} from '@botdepot/trading/browser';
import type { PriceSource } from '../own-candles/own-candles.ts';
import type { Histogram, Preview } from './preview.ts';

/** Where candles come from: for each symbol an address, or the place of a file of one's own. */
export interface MarketFile {
  readonly symbol: string;
  readonly url: string;
}

export interface PreviewOrder {
  readonly rule: Rule;
  readonly files: readonly MarketFile[];
  /** ms UTC, as in `PreviewRequest`. */
  readonly from: number | null;
  readonly until: number;
  readonly costFactor: number;
  readonly chartSymbol: string | null;
}

/** The status of a file of one's own that this browser has no longer. */
export const GONE = 410;

/** What the worker is asked; sent as JSON, which also tells one question from another. */
export type Question =
  /** `source` is for whoever asks: that an answer is of. */
  | { readonly kind: 'preview'; readonly order: PreviewOrder; readonly source: PriceSource }
  /** How the values of `operand` are spread, and how many positions each of `variants` opens. */
  | {
      readonly kind: 'neighbours';
      readonly order: PreviewOrder;
      readonly operand: Operand;
      readonly variants: readonly Rule[];
    }
  /** What each of `variants` would have done. `isStored`: another worker has just fetched the candles, so the browser has them. */
  | {
      readonly kind: 'variants';
      readonly order: PreviewOrder;
      readonly variants: readonly Rule[];
      readonly isStored: boolean;
    }
  /** Why an order of `symbol` was given that was filled at the open of a bar, for each of these bars. */
  | {
      readonly kind: 'why';
      readonly order: PreviewOrder;
      readonly symbol: string;
      /** Decimals of its prices. */
      readonly digits: number;
      /** Starts of bars, ms UTC. */
      readonly filledAt: readonly number[];
    };

/** What all variants of a sweep together say: sent as it is. */
export interface SweepQuestion {
  readonly kind: 'sweep';
  /** UTC day of the first return, ms. */
  readonly firstDay: number;
  readonly returns: readonly Float64Array[];
}

export type Answer =
  | { readonly kind: 'preview'; readonly preview: Preview; readonly ms: number }
  | {
      readonly kind: 'neighbours';
      readonly histogram: Histogram | null;
      readonly entries: readonly number[];
    }
  /** Bars that start in [from, until), ms UTC, were traded. */
  | {
      readonly kind: 'variants';
      readonly from: number;
      readonly until: number;
      readonly results: readonly VariantResult[];
    }
  | { readonly kind: 'why'; readonly decisions: readonly ExplainedDecision[] }
  /** `leads`: which ones move like none before them. */
  | { readonly kind: 'sweep'; readonly overfitting: Figure<Overfitting>; readonly leads: readonly boolean[] }
  /** `status` of the answer that came instead of candles; null where there was none, or the run itself failed. */
  | { readonly kind: 'failed'; readonly symbol: string | null; readonly status: number | null };

/** `began`: the prices are there, and it works the answer out. */
export type FromWorker = Answer | { readonly kind: 'began' };
