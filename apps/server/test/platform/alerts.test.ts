// Whether the alert rules that operators take over ask for what a server really exports, and whether they would fire.
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseYAML } from 'confbox/yaml';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { readConfig } from '../../src/platform/config.ts';
import { type RunningServer, startServer } from '../../src/server.ts';
import { createTestDatabase, type TestDatabase } from '../database.ts';

const RULES = new URL('../../../../docs/operations/alerts.yml', import.meta.url);

/** What Prometheus takes; anything else it refuses together with the whole file. */
const rules = z.strictObject({
  groups: z.array(
    z.strictObject({
      name: z.string().min(1),
      rules: z.array(
        z.strictObject({
          alert: z.string().regex(/^Botdepot[A-Z][A-Za-z]+$/),
          expr: z.string().min(1),
          for: z
            .string()
            .regex(/^\d+[mh]$/)
            .optional(),
          labels: z.strictObject({ severity: z.enum(['warning', 'critical']) }),
          annotations: z.strictObject({ summary: z.string().regex(/^[^:]+(:.+)?\.$/) }),
        }),
      ),
    }),
  ),
});
const read = async () =>
  rules.parse(parseYAML(await readFile(RULES, 'utf8'))).groups.flatMap((group) => group.rules);

/** The series that an expression asks for, each with its condition: `name{kind="deposit"}`. Functions have a bracket. */
const seriesIn = (expr: string) =>
  [...expr.matchAll(/\b([a-z]\w*_\w+)\b(?!\s*\()(?:\{(\w+)(=~?)"([^"]*)"\})?/g)].map(
    ([, name = '', label, , values]) => ({ name, label, values: values?.split('|') ?? [] }),
  );

describe('the alert rules', () => {
  let test: TestDatabase;
  let home: string;
  let server: RunningServer;
  beforeAll(async () => {
    test = await createTestDatabase();
    home = await mkdtemp(join(tmpdir(), 'alerts-test-'));
    const config = readConfig({
      DEMO: '0',
      AUTH_SECRET: 'x'.repeat(32),
      LOG_LEVEL: 'silent',
      PORT: '0',
      DATABASE_URL: test.url,
      DATA_DIR: home,
    });
    server = await startServer({ config, databaseUrl: test.url, log: pino({ level: 'silent' }) });
  });
  afterAll(async () => {
    await server.stop();
    await test.drop();
    await rm(home, { recursive: true });
  });

  const metrics = async () => {
    const answer = await fetch(`http://127.0.0.1:${server.port}/metrics`);
    expect(answer.status).toBe(200);
    return answer.text();
  };
  const figureOf = (text: string, series: string) =>
    text
      .split('\n')
      .find((line) => line.startsWith(`${series} `))
      ?.slice(series.length + 1);

  it('are what Prometheus takes, each under a name of its own', async () => {
    const names = (await read()).map(({ alert }) => alert);
    expect(names.length).toBeGreaterThan(10);
    expect(new Set(names).size).toBe(names.length);
  });

  it('ask for nothing that a server does not export', async () => {
    await vi.waitUntil(async () => /replica_leads\{.*\} 1/.test(await metrics()), { timeout: 30_000 });
    await fetch(`http://127.0.0.1:${server.port}/api/auth/get-session`);
    const text = await metrics();
    for (const { expr } of await read()) {
      const series = seriesIn(expr);
      expect(series, expr).not.toEqual([]);
      for (const { name, label, values } of series) {
        expect(text, expr).toMatch(new RegExp(`^${name}(\\{.*\\})? `, 'm'));
        // There is no answer 5xx as long as all goes well.
        for (const value of values)
          expect(text, expr).toMatch(
            new RegExp(`^${name}\\{.*${label}="${value === '5xx' ? '\\dxx' : value}"`, 'm'),
          );
      }
    }
  });

  it('would fire for a new server that was never backed up, and find its leader by name', async () => {
    const text = await metrics();
    expect(figureOf(text, 'botdepot_backup_age_seconds')).toBe('+Inf');
    expect(text).toMatch(new RegExp(`^botdepot_replica_leads\\{replica=".+/${process.pid}"\\} 1$`, 'm'));
    expect(figureOf(text, 'botdepot_open_requests{kind="deposit"}')).toBe('0');
  });

  it('find a server that is up without its database not ready, and nothing that it said before', async () => {
    await server.database.pool.query('ALTER TABLE market_ticks RENAME TO market_ticks_gone');
    await server.database.pool.query('ALTER TABLE support_chats RENAME TO support_chats_gone');
    try {
      const text = await metrics();
      expect(figureOf(text, 'botdepot_ready')).toBe('0');
      expect(text).not.toContain('botdepot_open_requests');
      expect(text).toContain('botdepot_http_request_seconds_count');
    } finally {
      await server.database.pool.query('ALTER TABLE market_ticks_gone RENAME TO market_ticks');
      await server.database.pool.query('ALTER TABLE support_chats_gone RENAME TO support_chats');
    }
  });
});
