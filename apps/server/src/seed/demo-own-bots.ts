import type { OwnBotSetup } from '@botdepot/contract';
import {
  DAY_MS,
  HOUR_MS,
  parseRule,
  RULE_CAPITAL,
  type Rule,
  ruleSymbolSpec,
  runVariant,
  sharedColumns,
} from '@botdepot/trading';
import type { Logger } from 'pino';
import type { BacktestRunner, DemoMoment, simulateDemoHistory } from '../modules/bots/index.ts';
import type { MarketFeed } from '../modules/markets/index.ts';
import {
  type CandleSources,
  certifyOwnBot,
  createOwnBot,
  createOwnBotHost,
  createOwnBotVersion,
  recordTrials,
  runOwnBacktest,
  startOwnBot,
} from '../modules/testbench/index.ts';
import type { SignedIn } from '../platform/api.ts';
import type { Database } from '../platform/database.ts';
import type { LeaderTerm } from '../platform/leader.ts';
import { createLocalBus } from '../platform/live-bus.ts';
import { type Clock, createWorkRunner, type WorkRunner } from '../platform/work.ts';
import { demoTime } from './demo-story.ts';

const of = (indicator: 'sma' | 'highest' | 'lowest', bars: number, offset = 0) => ({
  kind: 'indicator',
  indicator,
  bars,
  offset,
});
const MARKETS = {
  ruleVersion: 1,
  symbols: ['EUR/USD', 'SPX500', 'GOLD'],
  side: 'long',
  sizing: { by: 'share', percent: 33 },
  maxPositions: 3,
};

/** The one that trades. */
const TREND = ruleOf({
  ...MARKETS,
  interval: '1h',
  entryLong: { is: 'crossesAbove', left: of('sma', 24), right: of('sma', 96) },
  exitLong: { is: 'crossesBelow', left: of('sma', 24), right: of('sma', 96) },
  stop: { unit: 'percent', value: 3 },
});

/** The one that was tried out with other lengths and stops; the last is the draft. */
const BREAKOUTS = [10, 20, 40, 60].flatMap((bars) =>
  [4, 2, 3].map((stop) =>
    ruleOf({
      ...MARKETS,
      interval: '1d',
      entryLong: { is: 'above', left: { kind: 'price', field: 'close' }, right: of('highest', bars, 1) },
      exitLong: { is: 'below', left: { kind: 'price', field: 'close' }, right: of('lowest', bars / 2, 1) },
      stop: { unit: 'atr', value: stop },
    }),
  ),
);

function ruleOf(input: unknown): Rule {
  const { rule } = parseRule(input);
  if (!rule) throw new Error('a rule of the demo is none');
  return rule;
}

const SETUP = { source: 'practice' as const, from: null, until: null, costFactor: 1 } satisfies OwnBotSetup;
/** Of a draft that nobody saved since, and of its rule, frozen once. */
const VERSION = 1;

type Deps = {
  database: Database;
  backtests: Pick<BacktestRunner, 'stream'>;
  sources: CandleSources;
  savingsRate: number;
  ownBotsMax: number;
  log: Logger;
  clock: Clock;
  runWork: WorkRunner;
  owner: SignedIn;
  /** The end of the history. */
  now: Date;
  /** The leader while there is none. */
  term: LeaderTerm;
};

/**
 * Own bots of the demo, by the commands that people use: one that has traded for twenty days, and a draft with twelve trials. Nothing where
 * the installation has none.
 */
export function tellOwnBots(
  deps: Deps,
): { moments: DemoMoment[] } & Pick<Parameters<typeof simulateDemoHistory>[1], 'onHour'> {
  const { runWork, owner, now, sources } = deps;
  if (deps.ownBotsMax === 0) return { moments: [] };
  const asker = {
    actor: owner,
    signal: new AbortController().signal,
    answerOf: (error: unknown) => error as Error,
  };
  const begun = demoTime(now, { daysAgo: 20, hour: 9.4 });
  const tried = demoTime(now, { daysAgo: 2, hour: 18 });
  // Other processes take seconds for it, while prices and history are made here. Both know nothing of each other.
  const trend = sources.prepare().then(() => certifyTrend(at(begun)));
  const results = trend.then(async (id) => {
    await test(at(begun), id);
    await tryOut(at(tried));
  });
  results.catch(() => undefined);
  const trade = hourlyHost(deps);
  let started = false;

  /** What is done at another time than that of the history. */
  function at(time: Date): Deps {
    const clock = { now: () => time };
    return { ...deps, clock, runWork: createWorkRunner({ ...deps, bus: createLocalBus(), clock }) };
  }
  /** Its number, with its rule frozen. */
  async function build(there: Deps, name: string, rule: Rule): Promise<string> {
    return there.runWork(owner, async (work) => {
      const bot = await createOwnBot(work, { name, rule, setup: SETUP });
      await createOwnBotVersion(work, bot);
      return bot.id;
    });
  }
  const test = async (there: Deps, id: string) =>
    over(await runOwnBacktest(there, asker, { id, version: VERSION }));
  /** All that its start needs. */
  async function certifyTrend(there: Deps): Promise<string> {
    const id = await build(there, 'Trend auf Stunden', TREND);
    await over(await certifyOwnBot(there, asker, { id, version: VERSION }));
    return id;
  }
  async function tryOut(there: Deps): Promise<void> {
    await countTrials(there, BREAKOUTS.slice(0, -1));
    await test(there, await build(there, 'Ausbruch mit Stopp', BREAKOUTS.at(-1)!));
  }
  async function begin(): Promise<void> {
    const id = await trend;
    await runWork(owner, (work) => startOwnBot(work, deps, { id, version: VERSION, amountUsd: '500' }));
    started = true;
  }
  return {
    moments: [
      { at: begun, run: begin },
      { at: tried, run: () => results },
    ],
    onHour: async (hour) => {
      if (started) await trade(hour);
    },
  };
}

/** Until a run has ended. */
async function over(events: AsyncIterable<unknown>): Promise<void> {
  for await (const _ of events);
}

/** Counts rules as the page of a draft does once their results were looked at. */
async function countTrials({ sources, runWork, owner }: Deps, rules: readonly Rule[]): Promise<void> {
  const [{ symbols, interval }] = rules as [Rule];
  const practice = (await sources.list(null)).find(({ source }) => source === SETUP.source);
  const until = practice?.testPeriodFrom;
  if (!until) throw new Error('the practice market has no test period');
  const untilMs = Date.parse(until);
  const series = await Promise.all(
    symbols.map(async (symbol) => ({
      spec: ruleSymbolSpec(symbol),
      candles: await sources.read({ source: SETUP.source, symbol, interval, untilMs }),
    })),
  );
  const fromMs = Math.min(...series.map(({ candles }) => candles.time[0]!));
  const period = { from: fromMs, until: untilMs, baseIntervalMs: DAY_MS, startingEquity: RULE_CAPITAL };
  const columns = sharedColumns();
  const entries = rules.map((rule) => {
    const { ruleHash, sharpe, returns } = runVariant(rule, { ...period, series }, columns);
    return { ruleHash, sharpe, returns: Buffer.from(Float32Array.from(returns).buffer).toString('base64') };
  });
  const from = new Date(fromMs).toISOString().slice(0, 10);
  const on = { source: SETUP.source, interval, symbols, from, until, firstDay: from };
  await runWork(owner, (work) => recordTrials(work, { ...on, entries }, null));
}

/** Own bots are traded over the hours of the past as over minutes. */
function hourlyHost(deps: Deps): NonNullable<Parameters<typeof simulateDemoHistory>[1]['onHour']> {
  let close: Parameters<MarketFeed['onMinuteClosed']>[0] | undefined;
  const feed: Pick<MarketFeed, 'onTick' | 'onMinuteClosed'> = {
    onTick: () => () => undefined,
    onMinuteClosed: (listener) => {
      close = listener;
      return () => undefined;
    },
  };
  const host = createOwnBotHost({ ...deps, feed, bus: createLocalBus(), barMs: HOUR_MS });
  host.start();
  return async ({ time, bars }) => {
    await close?.({ timeMs: time, bars }, deps.term);
    await host.idle();
  };
}
