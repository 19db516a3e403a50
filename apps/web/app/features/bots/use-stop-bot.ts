import { BOTS, type Investment } from '@botdepot/contract';
import { formatAmount, fromWire } from '@botdepot/money';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { api, errorText, queries } from '../../lib/api.ts';
import { NBSP } from '../../lib/numbers.ts';
import { toast } from '../../lib/toast.ts';
import { BOT_TOASTS } from './bot-texts.ts';
import { isDecided, useCommandKey } from './command-key.ts';

/** The specification's pause between „Bot beendet“ and the result. */
const RESULT_DELAY_MS = 1000;

interface StopBot {
  stop: () => void;
  pending: boolean;
  problem: string | null;
}

export function useStopBot(id: string, onStopped: () => void): StopBot {
  const client = useQueryClient();
  const key = useCommandKey();
  const running = useRef(false);
  const mutation = useMutation({
    mutationFn: () => api.bots.stopBot({ id }, { context: { idempotencyKey: key.of(id) } }),
    onSuccess: (investment) => {
      announceResult(investment);
      onStopped();
    },
    onError: (error) => {
      if (isDecided(error)) key.renew();
      toast.error(BOT_TOASTS.failed, BOT_TOASTS.stopFailed);
    },
    onSettled: () => {
      running.current = false;
      void client.invalidateQueries({ queryKey: queries.bots.key() });
      void client.invalidateQueries({ queryKey: queries.wallet.key() });
    },
  });
  return {
    stop: () => {
      if (running.current) return;
      running.current = true;
      mutation.mutate();
    },
    pending: mutation.isPending,
    problem: mutation.error ? errorText(mutation.error) : null,
  };
}

function announceResult({ botType, usdCurrentAmount, profit }: Investment): void {
  const paid = `${formatAmount(fromWire(usdCurrentAmount))}${NBSP}USDT`;
  toast.success(BOT_TOASTS.stopped, `${paid} aus dem ${BOTS[botType].name} sind in Ihrem Wallet.`);
  const result = fromWire(profit);
  const text = `${formatAmount(result, { sign: 'always' })}${NBSP}USDT`;
  // Not tied to the dialog: it is closed by then, and perhaps the page as well.
  setTimeout(() => {
    if (result < 0n) toast.info(BOT_TOASTS.loss, text);
    else toast.success(BOT_TOASTS.profit, text);
  }, RESULT_DELAY_MS);
}
