import type { Investment } from '@botdepot/contract';
import { fromWire, inUsdt, type Micros } from '@botdepot/money';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { api, errorText, isKeptAnswer } from '../../lib/api.ts';
import { useCommandKey } from '../../lib/command-key.ts';
import { refetchSubjects } from '../../lib/live-subjects.ts';
import { toast } from '../../lib/toast.ts';
import { BOT_TOASTS, stoppedText } from './bot-texts.ts';

/** The specification's pause between „Bot beendet“ and the result. */
const RESULT_DELAY_MS = 1000;

interface StopBot {
  /** @param shown what the button says that it pays out. */
  stop: (shown: Micros) => void;
  pending: boolean;
  problem: string | null;
}

export function useStopBot(id: string, onStopped: () => void): StopBot {
  const client = useQueryClient();
  const key = useCommandKey();
  const running = useRef(false);
  const mutation = useMutation({
    mutationFn: (_shown: Micros) => api.bots.stopBot({ id }, { context: { idempotencyKey: key.of(id) } }),
    onSuccess: (investment, shown) => {
      announceResult(investment, shown);
      onStopped();
    },
    onError: (error) => {
      if (isKeptAnswer(error)) key.renew();
      toast.error(BOT_TOASTS.failed, BOT_TOASTS.stopFailed);
    },
    onSettled: () => {
      running.current = false;
      refetchSubjects(client, ['investments', 'wallet', 'bots']);
    },
  });
  return {
    stop: (shown) => {
      if (running.current) return;
      running.current = true;
      mutation.mutate(shown);
    },
    pending: mutation.isPending,
    problem: mutation.error ? errorText(mutation.error) : null,
  };
}

function announceResult(investment: Investment, shown: Micros): void {
  toast.success(BOT_TOASTS.stopped, stoppedText(investment, shown));
  const result = fromWire(investment.profit);
  const text = inUsdt(result, { sign: 'always' });
  // Not tied to the dialog: it is closed by then, and perhaps the page as well.
  setTimeout(() => {
    if (result < 0n) toast.info(BOT_TOASTS.loss, text);
    else toast.success(BOT_TOASTS.profit, text);
  }, RESULT_DELAY_MS);
}
