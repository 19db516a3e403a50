import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

export type Metrics = {
  observeRequest(method: string, status: number, seconds: number): void;
  countTick(): void;
  text(): Promise<{ contentType: string; body: string }>;
};

// Whatever else a client sends as a method must not become a label.
const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

/**
 * Figures for an operator's monitoring, asked for when they are read. No labels with ids or addresses.
 * `feedAgeMs` is null before the first price.
 */
export function createMetrics(sources: { feedAgeMs(): Promise<number | null> }): Metrics & {
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
  new Gauge({
    name: 'botdepot_feed_age_seconds',
    help: 'Age of the newest price',
    registers,
    async collect() {
      const ageMs = await sources.feedAgeMs().catch(() => null);
      this.set(ageMs === null ? Number.NaN : ageMs / 1000);
    },
  });
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
    text: async () => ({ contentType: registry.contentType, body: await registry.metrics() }),
  };
}
