/**
 * An operator holds the bot: everything is sold at the next open and nothing is decided until the operator lets it go. Unlike
 * the limits it comes from outside, and whoever drives the engine says when.
 */
export class OperatorHold {
  /** What was said last; obeyed at the close of the next bar. */
  isWanted = false;
  /** End of the bar at whose close it was obeyed, ms UTC; null when the bot is not held. */
  since: number | null = null;

  restore(since: number | null): void {
    this.since = since;
    this.isWanted = since !== null;
  }

  /** Whether it holds, or will from the next bar on, or has not been let go yet. */
  get isActive(): boolean {
    return this.isWanted || this.since !== null;
  }

  /** Whether something was said that was not obeyed yet. */
  get isDue(): boolean {
    return this.isWanted !== (this.since !== null);
  }
}
