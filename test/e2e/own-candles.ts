// Candles of one's own: files of them, and what a browser keeps.
import type { Page } from '@playwright/test';

const DAY_MS = 86_400_000;
const START = Date.UTC(2014, 0, 1);
/** Where every walk begins: a price like nothing else on a page or in a request. */
const MARK = '157.3391';

/** Bars of a walk that is the same every time, as lines of a CSV file. */
export function walk(
  bars: number,
  { stepMs = DAY_MS, head = 'Date,Open,High,Low,Close,Volume', time = isoDay } = {},
) {
  let state = 7;
  const random = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
  let price = Number(MARK);
  const lines = [head];
  for (let at = 0; at < bars; at++) {
    const start = START + at * stepMs;
    const open = price;
    price = Number((price * (1 + (random() - 0.495) * 0.03)).toFixed(4));
    if (stepMs === DAY_MS && [0, 6].includes(new Date(start).getUTCDay())) continue;
    const bar = [open, Math.max(open, price) * 1.004, Math.min(open, price) * 0.996, price];
    lines.push([time(start), ...bar.map((value) => value.toFixed(4)), 5].join());
  }
  return lines;
}
export const isoDay = (at: number): string => new Date(at).toISOString().slice(0, 10);
export const iso = (at: number): string => new Date(at).toISOString();

/** What this browser keeps, by kind. */
export const kept = (page: Page): Promise<string[]> =>
  page.evaluate(
    () =>
      new Promise<string[]>((resolve) => {
        const opening = indexedDB.open('own-candles', 1);
        opening.onupgradeneeded = () => opening.result.createObjectStore('kept');
        opening.onsuccess = () => {
          const keys = opening.result.transaction('kept').objectStore('kept').getAllKeys();
          keys.onsuccess = () => {
            opening.result.close();
            resolve(keys.result.map((key) => String((key as string[])[1])).sort());
          };
        };
      }),
  );
