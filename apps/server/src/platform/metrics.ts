import type { Logger } from 'pino';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { isConnectionFailure } from './database.ts';
import type { Readiness } from './readiness.ts';

export type Metrics = {
  observeRequest(method: string, status: number, seconds: number): void;
  countTick(): void;
  text(): Promise<{ contentType: string; body: string }>;
};

/** One gauge as it stands now: a value, or one for each value of a label. */
export type Figure = { name: string; help: string } & (
  | { value: number }
  | { label: string; values: readonly (readonly [of: string, value: number])[] }
);

// Whatever else a client sends as a method must not become a label.
const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

/**
 * Figures for an operator's monitoring, asked for when they are read. No labels with ids or addresses of people. What cannot be
 * read now is left out rather than said as it was before; whether the process is ready is always told.
 */
export function createMetrics(sources: {
  readiness(): Promise<Readiness>;
  figures(): Promise<readonly Figure[]>;
  log: Logger;
}): Metrics & {
  watchSockets(count: () => { sockets: number; accounts: number }): void;
} {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const registers = [registry];
  const requests = new Histogram({
    name: 'botdepot_http_request_seconds',
    help: 'Duration of requests by method and status class',
    labelNames: ['method', 'status'],
    buckets: [0.005, 0.02, 0.1, 0.5, 2, 10],
    registers,
  });
  const ticks = new Counter({
    name: 'botdepot_ticks_total',
    help: 'Ticks that reached this process',
    registers,
  });

  async function readFigures(): Promise<readonly Figure[]> {
    const [{ ready, checks }, figures] = await Promise.all([
      sources.readiness(),
      sources.figures().catch((error: unknown) => {
        if (!isConnectionFailure(error)) sources.log.error({ err: error }, 'figures could not be read');
        return [];
      }),
    ]);
    const feedAge = checks.feedAgeMs === null ? Number.NaN : checks.feedAgeMs / 1000;
    return [
      { name: 'botdepot_ready', help: 'Whether /ready answers 200', value: ready ? 1 : 0 },
      { name: 'botdepot_feed_age_seconds', help: 'Age of the newest price', value: feedAge },
      ...figures,
    ];
  }

  return {
    observeRequest: (method, status, seconds) =>
      requests.observe(
        { method: METHODS.has(method) ? method : 'other', status: `${Math.floor(status / 100)}xx` },
        seconds,
      ),
    countTick: () => ticks.inc(),
    watchSockets: (count) => {
      new Gauge({
        name: 'botdepot_live_sockets',
        help: 'Open live connections',
        registers,
        collect() {
          this.set(count().sockets);
        },
      });
    },
    text: async () => {
      // Made anew, so that nothing of an earlier answer stays: a replica that is gone, a bot that runs no more.
      const now = new Registry();
      for (const figure of await readFigures()) addGauge(now, figure);
      const all = Registry.merge([registry, now]);
      return { contentType: all.contentType, body: await all.metrics() };
    },
  };
}

function addGauge(register: Registry, { name, help, ...figure }: Figure): void {
  if ('value' in figure) {
    new Gauge({ name, help, registers: [register] }).set(figure.value);
    return;
  }
  const gauge = new Gauge({ name, help, labelNames: [figure.label], registers: [register] });
  for (const [of, value] of figure.values) gauge.set({ [figure.label]: of }, value);
}
