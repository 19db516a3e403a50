import type { FillReason } from './fill.ts';

/**
 * Where the protective stop of a new position goes: at a price, or at a distance from the mid price of the entry fill
 * (below it for a long position, above it for a short one). Price units of the symbol.
 */
export type StopRule = { readonly price: number } | { readonly distance: number };

/** A size that is only known at the open: a part of the equity at that moment, in whole lots. */
export interface LotRule {
  /** Part of the equity, negative for short. */
  readonly weight: number;
  /** Smallest tradable quantity, e.g. 1 or 0.001 units. */
  readonly lot: number;
}

/**
 * An order waiting for the symbol's next open. It names the units to hold afterwards, not a difference, so a newer
 * decision simply replaces it. Stop and scheduled close belong to the position it opens or reverses; a rebalance on the
 * same side keeps the ones that stand.
 */
export interface Order {
  readonly targetUnits: number;
  /**
   * Present: `targetUnits` is an estimate at the last price, and the fill closes what stands and then opens as many whole lots as
   * the equity pays for.
   */
  readonly lots?: LotRule | undefined;
  readonly reason: FillReason;
  readonly decision: number | null;
  readonly stop: StopRule | null;
  /** ms UTC at which the position is closed whatever happens, known in advance; null for none. */
  readonly closeAt: number | null;
}

/** What is held of one symbol. `units` is signed; one unit earns the price difference in account currency. */
export type Position = {
  units: number;
  /** Average mid price of the units held; 0 when flat. */
  entryPrice: number;
  readonly openedAt: number | null;
  /** When the symbol was last left flat; strategies use it to avoid entering twice. */
  readonly closedAt: number | null;
  stop: number | null;
  closeAt: number | null;
  /** Financing accrued since the last fill, reported with the next one. */
  financing: number;
};

/** A position as the broker keeps it. */
export class HeldPosition implements Position {
  units = 0;
  entryPrice = 0;
  stop: number | null = null;
  closeAt: number | null = null;
  financing = 0;
  /** `openedAt` and `closedAt`, NaN for null: of a number in a field that may be null the runtime makes an object. */
  opened = Number.NaN;
  closed = Number.NaN;

  get openedAt(): number | null {
    return orNull(this.opened);
  }

  get closedAt(): number | null {
    return orNull(this.closed);
  }

  restore({ units, entryPrice, openedAt, closedAt, stop, closeAt, financing }: Position): void {
    this.units = units;
    this.entryPrice = entryPrice;
    this.opened = openedAt ?? Number.NaN;
    this.closed = closedAt ?? Number.NaN;
    this.stop = stop;
    this.closeAt = closeAt;
    this.financing = financing;
  }

  /** A plain copy. */
  state(): Position {
    const { units, entryPrice, openedAt, closedAt, stop, closeAt, financing } = this;
    return { units, entryPrice, openedAt, closedAt, stop, closeAt, financing };
  }
}

const orNull = (moment: number): number | null => (Number.isNaN(moment) ? null : moment);
