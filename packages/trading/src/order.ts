import type { FillReason } from './fill.ts';

/** How far a level lies from another price: price units of the symbol, or a part of that price. */
export type LevelDistance = { readonly distance: number } | { readonly fraction: number };

/**
 * Where the protective stop of a new position goes: at a price, or at a distance from the mid price of the entry fill
 * (below it for a long position, above it for a short one).
 */
export type StopRule = { readonly price: number } | LevelDistance;

/** Levels of a new position beside its stop. */
export interface Levels {
  /** Where a profit is taken, from the mid price of the entry fill: above it for a long position. */
  readonly target?: LevelDistance | undefined;
  /** A stop that follows the best price since the entry fill: that far below it for a long position. */
  readonly trailing?: LevelDistance | undefined;
}

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
export interface Order extends Levels {
  readonly targetUnits: number;
  /** Part of the equity that was decided on, negative for short; not for what a protection orders. */
  readonly weight?: number | undefined;
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
  openedAt: number | null;
  /** When the symbol was last left flat; strategies use it to avoid entering twice. */
  closedAt: number | null;
  stop: number | null;
  /** Price at which the profit is taken. */
  target: number | null;
  trailing: LevelDistance | null;
  /** Best price since the entry, which the trailing stop follows; null without one. */
  extreme: number | null;
  closeAt: number | null;
  /** Financing accrued since the last fill, reported with the next one. */
  financing: number;
};

/** A position as the broker keeps it. */
export class HeldPosition implements Position {
  units = 0;
  entryPrice = 0;
  stop: number | null = null;
  target: number | null = null;
  trailing: LevelDistance | null = null;
  closeAt: number | null = null;
  financing = 0;
  /** `openedAt`, `closedAt` and `extreme`, NaN for null: of a number in a field that may be null the runtime makes an object. */
  opened = Number.NaN;
  closed = Number.NaN;
  best = Number.NaN;

  get openedAt(): number | null {
    return orNull(this.opened);
  }

  get closedAt(): number | null {
    return orNull(this.closed);
  }

  get extreme(): number | null {
    return orNull(this.best);
  }

  /** Whether a price within a bar, or a moment, may end it. */
  get isGuarded(): boolean {
    return this.stop !== null || this.target !== null || this.trailing !== null || this.closeAt !== null;
  }

  /** Begins a new position with the levels of its order, at the mid price of its first fill. @param units signed. */
  open(units: number, price: number, time: number, { stop, target, trailing, closeAt }: Order): void {
    const side = Math.sign(units);
    this.units = units;
    this.entryPrice = price;
    this.opened = time;
    this.stop = stop === null ? null : 'price' in stop ? stop.price : price - side * awayFrom(price, stop);
    this.target = target === undefined ? null : price + side * awayFrom(price, target);
    this.trailing = trailing ?? null;
    this.best = trailing === undefined ? Number.NaN : price;
    this.closeAt = closeAt;
  }

  close(time: number): void {
    this.units = 0;
    this.entryPrice = 0;
    this.opened = Number.NaN;
    this.closed = time;
    this.stop = null;
    this.target = null;
    this.trailing = null;
    this.best = Number.NaN;
    this.closeAt = null;
  }

  /** Where the trailing stop is; NaN without one. */
  get trailingLevel(): number {
    if (this.trailing === null) return Number.NaN;
    return this.best - Math.sign(this.units) * awayFrom(this.best, this.trailing);
  }

  /** Lets the trailing stop follow, once the bar is over. */
  follow(high: number, low: number): void {
    if (this.units > 0 ? high > this.best : low < this.best) this.best = this.units > 0 ? high : low;
  }

  restore(position: Position): void {
    const { openedAt, closedAt, extreme, ...rest } = position;
    Object.assign(this, rest);
    this.opened = openedAt ?? Number.NaN;
    this.closed = closedAt ?? Number.NaN;
    this.best = extreme ?? Number.NaN;
  }

  /** A plain copy. */
  state(): Position {
    const { units, entryPrice, openedAt, closedAt, stop, target, extreme, closeAt, financing } = this;
    const trailing = this.trailing && { ...this.trailing };
    return { units, entryPrice, openedAt, closedAt, stop, target, trailing, extreme, closeAt, financing };
  }

  /** The same, written over a copy from before. */
  copyTo(copy: Position): void {
    copy.units = this.units;
    copy.entryPrice = this.entryPrice;
    copy.openedAt = this.openedAt;
    copy.closedAt = this.closedAt;
    copy.stop = this.stop;
    copy.target = this.target;
    copy.trailing = this.trailing && { ...this.trailing };
    copy.extreme = this.extreme;
    copy.closeAt = this.closeAt;
    copy.financing = this.financing;
  }
}

const awayFrom = (price: number, rule: LevelDistance): number =>
  'distance' in rule ? rule.distance : price * rule.fraction;
const orNull = (moment: number): number | null => (Number.isNaN(moment) ? null : moment);
