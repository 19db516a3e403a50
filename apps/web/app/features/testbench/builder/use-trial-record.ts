import type { OwnBotSetup } from '@botdepot/contract';
import { DAY_MS } from '@botdepot/trading/browser';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { askAgainAfter } from '../../../lib/live/live-subjects.ts';
import { useSender } from '../../../lib/server/use-command.ts';
import type { Preview } from '../preview/preview.ts';

/** A result counts once it has been seen for so long. */
const SEEN_MS = 1000;

/** Counts a rule whose result was seen as a trial. What could not be sent is sent with the next one. */
export function useTrialRecord(preview: Preview | null, source: OwnBotSetup['source']): void {
  const sender = useSender();
  const client = useQueryClient();
  const sent = useRef(new Set<string>());
  const key = preview && keyOf(preview, source);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same trial is the same key
  useEffect(() => {
    if (key === null || preview === null || sent.current.has(key)) return;
    const timer = setTimeout(() => {
      sent.current.add(key);
      sender
        .send('testbench.recordTrials', trialOf(preview, source))
        .then(() => askAgainAfter(client, 'testbench.recordTrials'))
        .catch(() => sent.current.delete(key))
        .finally(() => sender.forget());
    }, SEEN_MS);
    return () => clearTimeout(timer);
  }, [key]);
}

const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10);

const keyOf = ({ ruleHash, from, until }: Preview, source: string): string =>
  [ruleHash, source, dayOf(from), dayOf(until)].join(' ');

function trialOf(preview: Preview, source: OwnBotSetup['source']) {
  const { rule, ruleHash, from, until, days, returns } = preview;
  const columns = Float32Array.from(returns);
  const areNumbers = returns.every(Number.isFinite);
  return {
    source,
    interval: rule.interval,
    symbols: [...rule.symbols],
    from: dayOf(from),
    // The day after the last bar.
    until: dayOf(Math.ceil(until / DAY_MS) * DAY_MS),
    firstDay: dayOf(days[0] ?? from),
    entries: [
      {
        ruleHash,
        sharpe: sharpeOf(returns),
        returns: areNumbers && columns.length > 0 ? base64Of(new Uint8Array(columns.buffer)) : null,
      },
    ],
  };
}

/** Mean over standard deviation (ddof 1), per day; null where nothing varies. */
function sharpeOf(returns: Float64Array): number | null {
  const count = returns.length;
  const mean = returns.reduce((sum, value) => sum + value, 0) / count;
  const squares = returns.reduce((sum, value) => sum + (value - mean) * (value - mean), 0);
  const sharpe = mean / Math.sqrt(squares / (count - 1));
  return Number.isFinite(sharpe) ? sharpe : null;
}

/** In pieces: a call takes only so many arguments. */
function base64Of(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += 8192)
    text += String.fromCharCode(...bytes.subarray(at, at + 8192));
  return btoa(text);
}
