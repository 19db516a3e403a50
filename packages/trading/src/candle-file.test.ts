import { expect, test } from 'vitest';
import { readCandleFile, writeCandleFile } from './candle-file.ts';
import { CandleSeries, type Candles, candlesFrom, DAY_MS, HOUR_MS } from './candles.ts';
import { sfc32 } from './evidence/sfc32.ts';

const FIELDS = ['time', 'open', 'high', 'low', 'close', 'volume'] as const;
const columnsOf = (candles: Candles) =>
  FIELDS.map((field) => [...candles[field].subarray(0, candles.length)]);

const draw = sfc32(new Uint8Array(16).fill(9));
const doubles = new DataView(new ArrayBuffer(8));
/** Any finite double, by its bits. */
function anyDouble(): number {
  for (;;) {
    doubles.setUint32(0, draw());
    doubles.setUint32(4, draw());
    if (Number.isFinite(doubles.getFloat64(0))) return doubles.getFloat64(0);
  }
}
/** With gaps, and with columns that are longer than what counts. */
function anyCandles(length: number, first: number): Candles {
  const series = new CandleSeries();
  let time = first;
  for (let index = 0; index < length; index++) {
    const [open, high, low, close, volume] = Array.from({ length: 5 }, anyDouble);
    series.append(time, { open: open!, high: high!, low: low!, close: close!, volume: volume! });
    time += HOUR_MS * (1 + (draw() % 60));
  }
  return series;
}

test('what is written is read again, bit for bit', () => {
  for (const length of [0, 1, 2, 500]) {
    const candles = anyCandles(length, Date.UTC(1969, 0, 1));
    const bytes = writeCandleFile({ intervalMs: HOUR_MS, candles });
    expect(bytes.byteLength).toBe(24 + 44 * length);
    // As a part of a larger buffer that begins anywhere.
    const within = new Uint8Array(bytes.length + 7);
    within.set(bytes, 3);
    const read = readCandleFile(within.subarray(3, 3 + bytes.length));
    expect(read.intervalMs).toBe(HOUR_MS);
    expect(columnsOf(read.candles)).toEqual(columnsOf(candles));
  }
});

const bar = { open: 1, high: 2, low: 0.5, close: 1.5, volume: 0 };

test('the bytes are those of the description', () => {
  const candles = candlesFrom([
    { time: 2 * DAY_MS, ...bar },
    { time: 5 * DAY_MS, ...bar, volume: 7 },
  ]);
  const view = new DataView(writeCandleFile({ intervalMs: DAY_MS, candles }).buffer);
  expect(String.fromCharCode(...new Uint8Array(view.buffer, 0, 4))).toBe('BDC1');
  expect(view.getUint32(4, true)).toBe(2);
  expect([view.getFloat64(8, true), view.getFloat64(16, true)]).toEqual([DAY_MS, 2 * DAY_MS]);
  expect([view.getUint32(24, true), view.getUint32(28, true)]).toEqual([0, 3]);
  expect(Array.from({ length: 10 }, (_, index) => view.getFloat64(32 + 8 * index, true))).toEqual([
    1, 1, 2, 2, 0.5, 0.5, 1.5, 1.5, 0, 7,
  ]);
});

test('candles beside the grid are not written', () => {
  const candles = candlesFrom([
    { time: 0, ...bar },
    { time: HOUR_MS / 2, ...bar },
  ]);
  expect(() => writeCandleFile({ intervalMs: HOUR_MS, candles })).toThrow(RangeError);
});

test('other bytes are refused', () => {
  const bytes = writeCandleFile({ intervalMs: HOUR_MS, candles: anyCandles(3, 0) });
  const changed = (at: number, value: number) =>
    Uint8Array.from(bytes, (byte, i) => (i === at ? value : byte));
  const refused = [
    new Uint8Array(0),
    bytes.subarray(0, 20),
    bytes.subarray(0, bytes.length - 1),
    new Uint8Array([...bytes, 0]),
    changed(0, 65),
    changed(4, 4),
    // The second candle at the time of the first.
    Uint8Array.from(bytes, (byte, i) => (i >= 28 && i < 32 ? 0 : byte)),
    // No interval.
    Uint8Array.from(bytes, (byte, i) => (i >= 8 && i < 16 ? 0 : byte)),
  ];
  for (const other of refused) expect(() => readCandleFile(other)).toThrow(RangeError);
});
