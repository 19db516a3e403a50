import { BOTS, type BotType, type Investment } from '@botdepot/contract';
import { inUsdt, type Micros, toWire } from '@botdepot/money';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { api, errorCode, errorText, isKeptAnswer } from '../../lib/api.ts';
import { useCommandKey } from '../../lib/command-key.ts';
import { refetchSubjects } from '../../lib/live-subjects.ts';
import { toast } from '../../lib/toast.ts';
import { BOT_TOASTS } from './bot-texts.ts';

/** Refusals that belong to the amount and stand at its field. */
const AMOUNT_CODES = ['INSUFFICIENT_WALLET_BALANCE', 'AMOUNT_BELOW_MINIMUM', 'AMOUNT_ABOVE_MAXIMUM'];

interface StartBot {
  start: (amount: Micros) => void;
  pending: boolean;
  /** It is under way or done, or its answer was lost: its amount may have left the wallet already. */
  maybeBooked: boolean;
  /** The server's reason, at the field or above the buttons. */
  amountProblem: string | null;
  otherProblem: string | null;
  /** The amount changed: the reason no longer applies. */
  forget: () => void;
}

export function useStartBot(botType: BotType, onStarted: (investment: Investment) => void): StartBot {
  const client = useQueryClient();
  const key = useCommandKey();
  const running = useRef(false);
  const mutation = useMutation({
    mutationFn: (amount: Micros) => {
      const amountUsd = toWire(amount);
      return api.bots.startBot({ botType, amountUsd }, { context: { idempotencyKey: key.of(amountUsd) } });
    },
    onSuccess: (investment, amount) => {
      toast.success(BOT_TOASTS.started, `${inUsdt(amount)} sind im ${BOTS[botType].name} angelegt.`);
      onStarted(investment);
    },
    onError: (error) => {
      if (isKeptAnswer(error)) key.renew();
      toast.error(BOT_TOASTS.failed, BOT_TOASTS.startFailed);
    },
    onSettled: () => {
      running.current = false;
      refetchSubjects(client, ['investments', 'wallet', 'bots']);
    },
  });

  const problem = mutation.error ? errorText(mutation.error) : null;
  const ofAmount = AMOUNT_CODES.includes(errorCode(mutation.error) ?? '');
  return {
    start: (amount) => {
      // The second click of a double click comes before the button knows that the first is under way.
      if (running.current) return;
      running.current = true;
      mutation.mutate(amount);
    },
    pending: mutation.isPending,
    maybeBooked: !mutation.isIdle && !isKeptAnswer(mutation.error),
    amountProblem: ofAmount ? problem : null,
    otherProblem: ofAmount ? null : problem,
    forget: mutation.reset,
  };
}
