import type { BotType, CalendarEntry, EVENT_PERIODS } from '@botdepot/contract';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { api, errorCode, isKeptAnswer, queries } from '../../../lib/api.ts';
import { useCommandKey } from '../../../lib/command-key.ts';
import { toast } from '../../../lib/toast.ts';
import { ADMIN_TOASTS } from '../admin-texts.ts';

/** A state is looked at while something goes on. */
const AGAIN_MS = 5_000;

export function useAdminBots() {
  return useQuery(queries.admin.listAdminBots.queryOptions({ refetchInterval: AGAIN_MS }));
}

export function useBotPauses(page: number, botType: BotType | null) {
  return useQuery(
    queries.admin.listBotPauses.queryOptions({
      input: { page, ...(botType && { botType }) },
      placeholderData: keepPreviousData,
    }),
  );
}

export type EventPeriod = (typeof EVENT_PERIODS)[number];

/** What has begun moves to another list by itself. */
const CALENDAR_MS = 60_000;

export function useCalendar(period: EventPeriod, page: number) {
  return useQuery(
    queries.admin.listCalendar.queryOptions({
      input: { period, page },
      placeholderData: keepPreviousData,
      refetchInterval: CALENDAR_MS,
    }),
  );
}

/** The window that runs or comes next; null for none, undefined while that is not known. */
export function useNextWindow(): CalendarEntry | null | undefined {
  const { data } = useCalendar('coming', 1);
  return data && (data.items[0] ?? null);
}

interface OperatorCommand<Input, Result> {
  send: (input: Input, options: { context: { idempotencyKey: string } }) => Promise<Result>;
  /** The toast's second line when it failed. */
  failedText: string;
  onDone: (result: Result) => void;
}

/** A command of an operator, for one opening of its dialog: once, however often its button is pressed or its answer is lost. */
function useOperatorCommand<Input, Result>({ send, failedText, onDone }: OperatorCommand<Input, Result>) {
  const client = useQueryClient();
  const key = useCommandKey();
  const inFlight = useRef(false);
  const { mutate, reset, error, isPending, isSuccess } = useMutation({
    mutationFn: (input: Input) => send(input, { context: { idempotencyKey: key.of(JSON.stringify(input)) } }),
    onSuccess: onDone,
    onError: (failure) => {
      if (isKeptAnswer(failure)) key.renew();
      // Without a session the login follows and says why.
      if (errorCode(failure) !== 'UNAUTHENTICATED') toast.error(ADMIN_TOASTS.failed, failedText);
    },
    onSettled: () => {
      inFlight.current = false;
      // Not awaited: the dialog closes with the answer, and the lists follow.
      void client.invalidateQueries({ queryKey: queries.admin.key() });
    },
  });
  const run = (input: Input) => {
    if (inFlight.current) return;
    inFlight.current = true;
    mutate(input);
  };
  return { run, error, isPending, isSuccess, forget: reset };
}

export const usePauseBot = (onDone: () => void) =>
  useOperatorCommand({ send: api.admin.pauseBot, failedText: 'Der Bot wurde nicht angehalten', onDone });

export const useResumeBot = (onDone: () => void) =>
  useOperatorCommand({ send: api.admin.resumeBot, failedText: 'Der Bot wurde nicht fortgesetzt', onDone });

export const useCreateEvent = (onDone: (entry: CalendarEntry) => void) =>
  useOperatorCommand({
    send: api.admin.createTradingEvent,
    failedText: 'Der Termin wurde nicht eingetragen',
    onDone,
  });

export const useMoveEvent = (onDone: (entry: CalendarEntry) => void) =>
  useOperatorCommand({
    send: api.admin.moveTradingEvent,
    failedText: 'Der Termin wurde nicht geändert',
    onDone,
  });

export const useCancelEvent = (onDone: (entry: CalendarEntry) => void) =>
  useOperatorCommand({
    send: api.admin.cancelTradingEvent,
    failedText: 'Der Termin wurde nicht abgesagt',
    onDone,
  });
