/** Equity and gross exposure at the end of each bar, as columns that grow; only `length` entries count. */
export class EquityCurve {
  length = 0;
  /** End of the bar, ms UTC. */
  time: Float64Array;
  /** Account currency, open positions included. */
  equity: Float64Array;
  /** Σ|w|, 1 = fully invested. */
  gross: Float64Array;

  constructor(capacity = 256) {
    this.time = new Float64Array(capacity);
    this.equity = new Float64Array(capacity);
    this.gross = new Float64Array(capacity);
  }

  append(time: number, equity: number, gross: number): void {
    if (this.length === this.time.length) {
      const capacity = Math.max(256, this.length * 2);
      const grown = (column: Float64Array): Float64Array => {
        const larger = new Float64Array(capacity);
        larger.set(column);
        return larger;
      };
      this.time = grown(this.time);
      this.equity = grown(this.equity);
      this.gross = grown(this.gross);
    }
    this.time[this.length] = time;
    this.equity[this.length] = equity;
    this.gross[this.length] = gross;
    this.length++;
  }
}
