/**
 * Candles of one symbol as a file for browsers, `BDC1`, little endian: the four letters, the number of candles (u32), the interval and
 * the start of the first candle in ms (f64), then for each candle the intervals since the first (u32), then open, high, low, close
 * and volume as columns of f64.
 */
import type { Candles } from './candles.ts';

const MAGIC = 'BDC1';
const HEADER_BYTES = 24;
const COLUMNS = ['open', 'high', 'low', 'close', 'volume'] as const;
const BYTES_PER_CANDLE = 4 + 8 * COLUMNS.length;

export interface CandleFileContent {
  readonly intervalMs: number;
  readonly candles: Candles;
}

/** @throws RangeError for candles that do not start on the interval's grid as the first one lays it. */
export function writeCandleFile({ intervalMs, candles }: CandleFileContent): Uint8Array<ArrayBuffer> {
  const { length, time } = candles;
  const bytes = new Uint8Array(HEADER_BYTES + length * BYTES_PER_CANDLE);
  const view = new DataView(bytes.buffer);
  for (let at = 0; at < MAGIC.length; at++) bytes[at] = MAGIC.charCodeAt(at);
  const first = length > 0 ? time[0]! : 0;
  view.setUint32(4, length, true);
  view.setFloat64(8, intervalMs, true);
  view.setFloat64(16, first, true);
  for (let index = 0; index < length; index++) {
    const steps = (time[index]! - first) / intervalMs;
    if (!Number.isInteger(steps) || steps < 0 || steps > 0xffff_ffff)
      throw new RangeError(`candle at ${time[index]} is not on the grid of ${intervalMs} ms`);
    view.setUint32(HEADER_BYTES + 4 * index, steps, true);
  }
  let at = HEADER_BYTES + 4 * length;
  for (const column of COLUMNS)
    for (let index = 0; index < length; index++, at += 8) view.setFloat64(at, candles[column][index]!, true);
  return bytes;
}

/** @throws RangeError for anything that `writeCandleFile` does not write. */
export function readCandleFile(bytes: Uint8Array): CandleFileContent {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const magic = String.fromCharCode(...bytes.subarray(0, MAGIC.length));
  if (bytes.byteLength < HEADER_BYTES || magic !== MAGIC) throw new RangeError('not a candle file');
  const length = view.getUint32(4, true);
  const intervalMs = view.getFloat64(8, true);
  const first = view.getFloat64(16, true);
  if (bytes.byteLength !== HEADER_BYTES + length * BYTES_PER_CANDLE)
    throw new RangeError('the candle file is cut off or too long');
  if (!(intervalMs > 0 && Number.isFinite(first))) throw new RangeError('the candle file has no times');
  const time = new Float64Array(length);
  for (let index = 0; index < length; index++) {
    time[index] = first + view.getUint32(HEADER_BYTES + 4 * index, true) * intervalMs;
    if (index > 0 && !(time[index]! > time[index - 1]!)) throw new RangeError('the candles do not ascend');
  }
  let at = HEADER_BYTES + 4 * length;
  const [open, high, low, close, volume] = COLUMNS.map(() => {
    const column = new Float64Array(length);
    for (let index = 0; index < length; index++, at += 8) column[index] = view.getFloat64(at, true);
    return column;
  });
  return {
    intervalMs,
    candles: { length, time, open: open!, high: high!, low: low!, close: close!, volume: volume! },
  };
}
