// What a change of the code's shape alone must leave as it is, to the byte. A wanted change: `npx vitest run --project server
// apps/server/test/api/frozen.test.ts -u`, and a line about it in a decision.
import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ERRORS, germanMessage } from '@botdepot/contract';
import { DAY_MS, HOUR_MS, HOURLY_STUDY_SYMBOLS, STUDY_SYMBOLS } from '@botdepot/trading';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeReports } from '../../src/commands/backtest/write-reports.ts';
import { createApiDocument } from '../../src/reference/api-document.ts';
import { runCommand } from '../run-command.ts';

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 16);

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'botdepot-frozen-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

test('the API describes itself as before', async () => {
  const { paths = {}, ...rest } = await createApiDocument({
    brandName: 'Botdepot',
    version: '0',
    baseUrl: 'http://localhost:3000',
  });
  const operations = Object.entries(paths).flatMap(([path, methods = {}]) =>
    Object.entries(methods).map(([method, operation]) => [`${method} ${path}`, operation] as const),
  );
  const lines = [...operations, ['the rest', rest] as const].map(
    ([name, part]) => `${hashOf(JSON.stringify(part))} ${name}`,
  );
  await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot(here('frozen/openapi.txt'));
});

/** A value for each field that an error may bring, so that its sentence is a whole one. */
const SAMPLE = {
  ...Object.fromEntries(
    [
      'available',
      'required',
      'before',
      'after',
      'maximum',
      'minimum',
      'movedUsd',
      'thresholdUsd',
      'togetherUsd',
    ].map((field) => [field, '1234.5']),
  ),
  ...Object.fromEntries(
    ['at', 'earliest', 'startsAt', 'endsAt'].map((field) => [field, '2026-11-21T10:30:00.000Z']),
  ),
  assignee: 'Anna Koch',
  by: 'Anna Koch',
  firstDay: '2026-11-01',
  kind: 'deposit',
  lastDay: '2026-11-21',
  limit: '5',
  maxAgeMinutes: '15',
  name: 'US-Arbeitsmarktbericht',
  reference: 'E-1688',
  status: 'approved',
  symbols: 'GOLD,SPX500',
};

test('every error has its code, status and sentences', async () => {
  const lines = Object.entries(ERRORS).map(
    ([code, { status, message }]) => `${code} ${status} ${message} | ${germanMessage(code, SAMPLE)}`,
  );
  await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot(here('frozen/errors.txt'));
});

describe('on markets that never were', () => {
  beforeAll(async () => {
    for (const [at, { file, earlier }] of STUDY_SYMBOLS.entries()) {
      const days = walk(at + 1, Date.UTC(2007, 0, 1), DAY_MS, 6_100);
      for (const name of earlier ? [file, earlier] : [file])
        await writeFile(join(folder, `${name}_1d.csv`), days);
      if (HOURLY_STUDY_SYMBOLS.includes(STUDY_SYMBOLS[at]!.symbol))
        await writeFile(join(folder, `${file}_1h.csv`), walk(at + 51, Date.UTC(2013, 4, 1), HOUR_MS, 90_000));
    }
  }, 60_000);

  test('the bots make the same reports', { tags: ['long'] }, async () => {
    const lines = (await makeReports(folder)).map(({ name, text }) => `${hashOf(text)} ${name}`);
    await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot(here('frozen/reports.txt'));
  });

  test('sma-cross prints the same', async () => {
    const lines: string[] = [];
    for (const format of ['json', 'table', 'csv']) {
      const candles = join(folder, 'SPX500_1d.csv');
      const args = ['--strategy', 'sma-cross', '--candles', candles, '--format', format];
      const { out } = await runCommand('backtest', {}, ...args);
      lines.push(`${hashOf(out)} ${format}`);
    }
    await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot(here('frozen/sma-cross.txt'));
  });
});

test('a record sealed by an earlier version is found intact', async () => {
  const { out } = await runCommand('verify-track-record', {}, here('frozen/track-record.ndjson.gz'));
  await expect(out).toMatchFileSnapshot(here('frozen/track-record.txt'));
});

/** Candles as CSV: trends that change now and then, and noise. Plus and times alone, so that every machine makes the same. */
function walk(seed: number, startMs: number, stepMs: number, bars: number): string {
  let state = seed * 2_654_435_761;
  const random = (): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
  const lines = ['time,open,high,low,close,volume'];
  let price = 100;
  let trend = 0;
  for (let bar = 0; bar < bars; bar++) {
    if (random() < 0.01) trend = (random() - 0.45) * 0.004;
    const open = price;
    price = Math.max(1, open * (1 + trend + (random() - 0.5) * 0.02));
    const high = Math.max(open, price) * (1 + random() * 0.004);
    const low = Math.min(open, price) * (1 - random() * 0.004);
    const time = new Date(startMs + bar * stepMs).toISOString();
    lines.push([time, ...[open, high, low, price].map((value) => value.toFixed(6)), '0'].join(','));
  }
  return `${lines.join('\n')}\n`;
}
