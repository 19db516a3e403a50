import type { OwnBotDetail } from '@botdepot/contract';
import { parseRule, type Rule, ruleHashOf } from '@botdepot/trading/browser';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { askAgainAfter } from '../../../lib/live/live-subjects.ts';
import { api, errorText, queries } from '../../../lib/server/api.ts';
import { followRun, type RunFailure, type RunProgress } from '../../../lib/server/run-stream.ts';
import { type Sender, useSender } from '../../../lib/server/use-command.ts';
import type { OwnSource, ShownResult } from '../own-candles/own-candles.ts';
import type { OwnAnswer, OwnWish } from '../own-candles/own-candles-messages.ts';
import { askOwnAgain, askOwnCandles, NOTHING_KEPT } from '../own-candles/use-own-candles.ts';
import { lackingSymbols } from '../preview/preview-order.ts';

export type RunName = 'runOwnBacktest' | 'certifyOwnBot' | 'openTestPeriod';

const WORDS = {
  unfinished: 'Die Rechnung war noch nicht fertig. Bitte starten Sie sie noch einmal.',
  failed: 'Das ging nicht',
};

export interface Run {
  name: RunName;
  version: number;
  state: RunProgress | RunFailure;
}

type Ended = { phase: 'done' } | RunFailure | null;
type Report = (state: RunProgress) => void;

/** One run at a time, and what becomes of it: on the server, or here where the prices are one's own. */
export function useRuns(bot: OwnBotDetail, own: OwnSource | undefined, shown: ShownResult | null) {
  const client = useQueryClient();
  const sender = useSender();
  const [run, setRun] = useState<Run | null>(null);
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);
  const start = async (name: RunName, version: number) => {
    running.current?.abort();
    const controller = new AbortController();
    running.current = controller;
    const { id } = bot;
    const { signal } = controller;
    const report: Report = (state) => signal.aborted || setRun({ name, version, state });
    const on = name === 'runOwnBacktest' ? bot.setup.source : shown?.source;
    const outcome: Ended =
      own !== undefined && on === 'own' && name !== 'certifyOwnBot'
        ? await runHere({ name, bot, version, own, shown }, { client, sender, signal, report })
        : await followRun((options) => api.testbench[name]({ id, version }, options), signal, report, WORDS);
    if (outcome === null) return;
    if (outcome.phase === 'failed') return setRun({ name, version, state: outcome });
    // What it made stands on the page before it is over.
    await askAgainAfter(client, `testbench.${name}`);
    // Prices say whether their test period is open; nothing else asks for them again.
    if (name === 'openTestPeriod')
      await client.invalidateQueries({ queryKey: queries.testbench.listCandleSources.key() });
    if (running.current === controller) setRun(null);
  };
  const cancel = () => {
    running.current?.abort();
    setRun(null);
  };
  return { run, start, cancel };
}

interface RunHere {
  name: 'runOwnBacktest' | 'openTestPeriod';
  bot: OwnBotDetail;
  /** Of the draft for a result, the frozen one for its test period. */
  version: number;
  own: OwnSource;
  shown: ShownResult | null;
}

interface Means {
  client: QueryClient;
  sender: Sender;
  signal: AbortSignal;
  report: Report;
}

/** In this browser, which alone knows the prices. The server freezes the rule and hears of nothing else. Never rejects. */
async function runHere(run: RunHere, { client, sender, signal, report }: Means): Promise<Ended> {
  const { file } = run.own;
  if (file === null) return failed(FAILURES.gone);
  report({ phase: 'waiting', ahead: null });
  try {
    const { savingsRate } = await client.fetchQuery(queries.testbench.listOwnBots.queryOptions());
    const wish = await (run.name === 'runOwnBacktest'
      ? judgeWish(run, savingsRate, sender)
      : openWish(run, savingsRate));
    if (signal.aborted) return null;
    if (wish === null) return failed('Die Regel passt nicht zu Ihrer Datei. Im Reiter „Regel“ steht, warum.');
    const answer = await askOwnCandles({ ...wish, owner: file.owner, hash: file.hash }, signal, (share) =>
      report({ phase: 'running', share }),
    );
    await askOwnAgain(client, file.owner);
    return answer.kind === 'failed' ? failed(FAILURES[answer.reason]) : { phase: 'done' };
  } catch (error) {
    return signal.aborted ? null : failed(errorText(error));
  } finally {
    sender.forget();
  }
}

const failed = (text: string): RunFailure => ({ phase: 'failed', title: WORDS.failed, text });

const FAILURES: Readonly<Record<Extract<OwnAnswer, { kind: 'failed' }>['reason'], string>> = {
  gone: 'Diese Datei liegt nicht mehr in diesem Browser. Bitte wählen Sie sie noch einmal.',
  empty: 'In diesem Zeitraum hat Ihre Datei keine Kerzen.',
  opened: 'Den Prüfzeitraum dieser Datei haben Sie schon geöffnet.',
  storage: NOTHING_KEPT,
  run: 'Die Regel ließ sich auf dieser Datei nicht rechnen.',
};

type Wish<Kind> = Omit<Extract<OwnWish, { kind: Kind }>, 'owner' | 'hash'>;

/** Freezes the rule as it is on the page. Null where the file has not what it needs. */
async function judgeWish(
  { bot, version, own }: RunHere,
  savingsRate: number,
  sender: Sender,
): Promise<Wish<'judge'> | null> {
  const drafted = parseRule(bot.rule).rule;
  if (drafted === null || lackingSymbols(drafted, own).length > 0 || own.testPeriodFrom === null) return null;
  const frozen = await sender.send('testbench.createOwnBotVersion', { id: bot.id, version });
  // As it was written, if it is what was frozen.
  const rule = ruleHashOf(drafted) === frozen.ruleHash ? drafted : (frozen.rule as Rule);
  const { from, until, costFactor } = bot.setup;
  const cut = Date.parse(own.testPeriodFrom);
  const period = {
    from: from === null ? null : Date.parse(from),
    until: until === null ? cut : Math.min(cut, Date.parse(until)),
  };
  return {
    kind: 'judge',
    botId: bot.id,
    version: frozen.version,
    run: { rule, ...period, costFactor, savingsRate },
  };
}

function openWish({ shown }: RunHere, savingsRate: number): Wish<'open'> | null {
  const rule = shown && parseRule(shown.rule).rule;
  const { from = null, until = null } = shown?.testPeriod ?? {};
  if (!shown || !rule || from === null || until === null) return null;
  const period = { from: Date.parse(from), until: Date.parse(until) };
  return { kind: 'open', run: { rule, ...period, costFactor: shown.result.costFactor, savingsRate } };
}
