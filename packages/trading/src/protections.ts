import type { PaperBroker } from './broker.ts';
import { DAY_MS } from './candles.ts';
import { type DailyLossState, watchDailyLoss } from './daily-loss-limit.ts';
import { type DrawdownState, watchDrawdown } from './drawdown-stop.ts';
import type { FillReason } from './fill.ts';
import type { FillLog } from './fill-log.ts';
import { capLeverage } from './leverage-cap.ts';
import { OperatorHold } from './operator-hold.ts';
import type { ProtectionEvent } from './step-report.ts';
import type { ProtectionLimits } from './strategy.ts';

const NO_EVENTS: readonly ProtectionEvent[] = Object.freeze([]);

/** The limits that hold whatever the strategy decides, and the record of what they did since it was last taken. */
export class Protections {
  readonly drawdown: DrawdownState;
  readonly dailyLoss: DailyLossState;
  readonly hold = new OperatorHold();
  readonly #broker: PaperBroker;
  readonly #limits: ProtectionLimits;
  #events: ProtectionEvent[] = [];

  constructor(broker: PaperBroker, limits: ProtectionLimits, startingEquity: number) {
    this.#broker = broker;
    this.#limits = limits;
    this.drawdown = { peak: startingEquity, peakSince: null, pausedFrom: null, pausedUntil: null };
    this.dailyLoss = { day: Number.NaN, openingEquity: startingEquity, haltedUntil: null };
  }

  /**
   * Where nothing has to be looked at: up to `calmEnd` (ms UTC) with an equity above `calmFloor` and not above the peak, `passes` is
   * true and changes nothing. Nowhere during a pause.
   */
  get calmFloor(): number {
    if (this.isPaused) return Number.POSITIVE_INFINITY;
    const { maxDrawdown, maxDailyLoss } = this.#limits;
    const { drawdown, dailyLoss } = this;
    return Math.max(0, dailyLoss.openingEquity * (1 - maxDailyLoss), drawdown.peak * (1 - maxDrawdown));
  }

  get calmEnd(): number {
    return (this.dailyLoss.day + 1) * DAY_MS;
  }

  /** Whether new positions are forbidden for a while. */
  get isPaused(): boolean {
    return this.#isLimited || this.hold.isActive;
  }

  /** Whether a limit keeps the bot out of the market. */
  get #isLimited(): boolean {
    return this.drawdown.pausedUntil !== null || this.dailyLoss.haltedUntil !== null;
  }

  /** Whether there is a cap on Σ|position|, which must be watched at every bar. */
  get capsLeverage(): boolean {
    return this.#limits.maxGross !== Number.POSITIVE_INFINITY;
  }

  /** Largest Σ|weight| of one decision. */
  get maxOrdered(): number {
    return this.#limits.maxOrdered ?? Number.POSITIVE_INFINITY;
  }

  record(event: ProtectionEvent): void {
    this.#events.push(event);
  }

  get hasEvents(): boolean {
    return this.#events.length > 0;
  }

  /** What happened since the last call, stops among the fills from `first` on included. */
  take(fills: FillLog, first: number): readonly ProtectionEvent[] {
    for (let at = first; at < fills.length; at++) {
      if (fills.reasonAt(at) !== 'stop') continue;
      const { symbol, time: from, stop, midPrice: price, units, grossRealised: result } = fills.at(at);
      const figures = { stop, price, units: -units, result };
      this.record({ kind: 'stop', symbol, from, until: null, figures });
    }
    if (this.#events.length === 0) return NO_EVENTS;
    const events = this.#events;
    this.#events = [];
    return events;
  }

  /**
   * Keeps peak and day at a bar's close. False where a limit acts or has acted: then `watch` must deal with the bar, and finds
   * nothing changed that it would not have changed itself.
   */
  passes(before: number, equity: number, end: number): boolean {
    const { drawdown, dailyLoss } = this;
    const { maxDrawdown, maxDailyLoss } = this.#limits;
    if (drawdown.pausedUntil !== null || dailyLoss.haltedUntil !== null || this.hold.isActive) return false;
    if (!(end <= (dailyLoss.day + 1) * DAY_MS)) {
      dailyLoss.day = Math.ceil(end / DAY_MS) - 1;
      dailyLoss.openingEquity = before;
    }
    if (equity > drawdown.peak) drawdown.peak = equity;
    return (
      equity > dailyLoss.openingEquity * (1 - maxDailyLoss) && equity > drawdown.peak * (1 - maxDrawdown)
    );
  }

  /** Lets drawdown stop, daily loss limit and operator act on a bar's close; says whether new positions are allowed. */
  watch(before: number, equity: number, end: number): boolean {
    if (this.passes(before, equity, end)) return true;
    const { drawdown, dailyLoss } = this;
    const limits = this.#limits;
    const day = watchDailyLoss(dailyLoss, before, equity, end, limits);
    const fall = watchDrawdown(drawdown, equity, end, limits);
    if (this.hold.isDue) this.obey(end);
    const held = this.hold.since === null ? {} : { held: 1 };
    const allowed = !this.isPaused;
    if (day === 'none' && fall === 'none') return allowed;
    if (allowed && (day === 'resumed' || fall === 'resumed')) {
      const figures = { equity, peak: drawdown.peak };
      this.record({ kind: 'pause-end', symbol: null, from: end, until: null, figures });
    }
    if (day === 'stopped') {
      this.#sellEverything('daily-loss');
      const { openingEquity: opening, haltedUntil } = dailyLoss;
      const figures = { equity, opening, loss: 1 - equity / opening, limit: limits.maxDailyLoss, ...held };
      this.record({ kind: 'daily-loss', symbol: null, from: end, until: haltedUntil, figures });
    }
    if (fall === 'stopped') {
      this.#sellEverything('drawdown-stop');
      const { peak, pausedUntil } = drawdown;
      const figures = { equity, peak, drawdown: 1 - equity / peak, limit: limits.maxDrawdown, ...held };
      this.record({ kind: 'drawdown-stop', symbol: null, from: end, until: pausedUntil, figures });
    }
    return allowed;
  }

  /**
   * Does what the operator has said, at the close of the bar that ends at `end`. Where every market was shut that bar has no
   * prices, and what is held is sold once one opens; what was not when the bot is let go is kept.
   */
  obey(end: number): void {
    const { hold, drawdown, dailyLoss } = this;
    const equity = this.#broker.equity();
    const event = { kind: 'operator-pause', symbol: null } as const;
    if (hold.isWanted) {
      hold.since = end;
      this.#sellEverything('operator-pause');
      this.record({ ...event, from: end, until: null, figures: { equity } });
      return;
    }
    const from = hold.since ?? end;
    hold.since = null;
    // What waits to be sold for the operator's sake stays, unless a limit wants it sold as well.
    if (!this.#isLimited) this.#withdraw('operator-pause');
    // A pause for the drawdown outlasts the day.
    const pausedUntil = drawdown.pausedUntil ?? dailyLoss.haltedUntil;
    this.record({ ...event, from, until: end, figures: { equity, pausedUntil } });
  }

  /** Scales positions and waiting orders down where together they exceed the cap. */
  capLeverage(equity: number, end: number, isHalted: (index: number) => boolean): void {
    const { maxGross } = this.#limits;
    const gross = capLeverage(this.#broker, equity, maxGross, isHalted);
    if (gross === null) return;
    const figures = { gross, limit: maxGross };
    this.record({ kind: 'leverage-cap', symbol: null, from: end, until: null, figures });
  }

  #sellEverything(reason: FillReason): void {
    const { positions, orders } = this.#broker;
    for (let index = 0; index < positions.length; index++) {
      const isHeld = positions[index]!.units !== 0;
      orders[index] = isHeld ? { targetUnits: 0, reason, decision: null, stop: null, closeAt: null } : null;
    }
  }

  #withdraw(reason: FillReason): void {
    const { orders } = this.#broker;
    for (let index = 0; index < orders.length; index++)
      if (orders[index]?.reason === reason) orders[index] = null;
  }
}
