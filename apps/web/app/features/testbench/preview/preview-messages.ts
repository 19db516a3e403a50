import type { Operand, Rule } from '@botdepot/trading/browser';
import type { Histogram, Preview } from './preview.ts';

/** Where candles come from: an address for each symbol. */
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

export type ToWorker =
  | { readonly kind: 'preview'; readonly id: number; readonly order: PreviewOrder }
  /** How the values of `operand` are spread, and how many positions each of `variants` opens. */
  | {
      readonly kind: 'neighbours';
      readonly id: number;
      readonly order: PreviewOrder;
      readonly operand: Operand | null;
      readonly variants: readonly Rule[];
    };

export type FromWorker =
  /** The prices are there, and it begins to work it out. */
  | { readonly kind: 'began'; readonly id: number }
  | { readonly kind: 'preview'; readonly id: number; readonly preview: Preview; readonly ms: number }
  | {
      readonly kind: 'neighbours';
      readonly id: number;
      readonly histogram: Histogram | null;
      readonly entries: readonly number[];
    }
  /** `status` of the answer that came instead of candles; null where there was none, or the run itself failed. */
  | {
      readonly kind: 'failed';
      readonly id: number;
      readonly symbol: string | null;
      readonly status: number | null;
    };
