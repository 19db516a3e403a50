import { CandleSeries } from './candles.ts';

/**
 * Reads candles from CSV text: a header line `time,open,high,low,close,volume`, then ascending bars whose time is the
 * ISO 8601 start in UTC.
 *
 * @throws SyntaxError naming the line, for a wrong header, anything that is not a number or a time, prices that are not
 * positive, a high or low that does not enclose the bar, or bars out of order.
 */
export function parseCandleCsv(text: string): CandleSeries {
  const lines = text.split('\n');
  if (lines[0]?.trim() !== 'time,open,high,low,close,volume') {
    throw new SyntaxError('line 1: expected the header time,open,high,low,close,volume');
  }
  const series = new CandleSeries(lines.length);
  let lastTime = Number.NEGATIVE_INFINITY;
  for (let index = 1; index < lines.length; index++) {
    const line = lines[index]!.trim();
    if (line === '') continue;
    const fail = (problem: string) => new SyntaxError(`line ${index + 1}: ${problem}`);
    const cells = line.split(',');
    if (cells.length !== 6) throw fail(`expected 6 cells, found ${cells.length}`);
    const time = /Z$/.test(cells[0]!) ? Date.parse(cells[0]!) : Number.NaN;
    if (Number.isNaN(time)) throw fail(`'${cells[0]}' is not an ISO time in UTC`);
    if (time <= lastTime) throw fail('bars are not in ascending order');
    const [open, high, low, close, volume] = cells
      .slice(1)
      .map((cell) => (cell.trim() === '' ? Number.NaN : Number(cell))) as [
      number,
      number,
      number,
      number,
      number,
    ];
    if (![open, high, low, close, volume].every(Number.isFinite)) throw fail('a value is not a number');
    if (low <= 0 || volume < 0) throw fail('prices must be positive and the volume not negative');
    if (high < Math.max(open, close, low) || low > Math.min(open, close)) {
      throw fail('high and low do not enclose the bar');
    }
    series.append(time, { open, high, low, close, volume });
    lastTime = time;
  }
  return series;
}
