import type { OperationName } from '@botdepot/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { askAgainAfter } from '../live/live-subjects.ts';
import { toast } from '../page/toast.ts';
import { type Api, api, errorCode, isKeptAnswer } from './api.ts';
import { asksForProof, isRefused, withProof } from './reauthenticate.ts';
import { newKey } from './uuid.ts';

export type CommandName = OperationName<'command' | 'task'>;
type CallOf<Name> = Name extends `${infer M extends keyof Api}.${infer Operation}`
  ? Operation extends keyof Api[M]
    ? Api[M][Operation]
    : never
  : never;
/** Distributes, so that one of several operations can be chosen where a command is used. */
export type InputOf<Name> =
  CallOf<Name> extends infer Call
    ? Call extends (input: infer I, ...rest: never[]) => unknown
      ? I
      : never
    : never;
export type ResultOf<Name> =
  CallOf<Name> extends infer Call
    ? Call extends (...args: never[]) => Promise<infer Result>
      ? Result
      : never
    : never;

/** A title, and a sentence that is the same whatever failed, or made of the reason. */
interface Failed {
  title: string;
  text?: string | ((error: unknown) => string) | undefined;
  /** What a field says instead. */
  atField?: ((error: unknown) => boolean) | undefined;
}

/** Title and text; null where it is said elsewhere. Without a session the login follows and says why. */
export function failureToast(
  { title, text, atField }: Failed,
  error: unknown,
): [title: string, text: string | undefined] | null {
  if (errorCode(error) === 'UNAUTHENTICATED' || asksForProof(error) || atField?.(error)) return null;
  return [title, typeof text === 'function' ? text(error) : text];
}

interface CommandOptions<Name> {
  /** Called wherever the person has gone meanwhile. */
  onDone?: (result: ResultOf<Name>, input: InputOf<Name>) => void;
  onFailed?: (error: unknown) => void;
  /** The toast where it failed. */
  failed?: Failed;
  /** `onDone` waits until what is shown is current again: what comes next is chosen from it. */
  waits?: boolean;
}

export interface Command<Name> {
  /** Does nothing while it is under way: the second click of a double click comes before React shows the first. */
  run: (input: InputOf<Name>) => void;
  pending: boolean;
  done: boolean;
  /** What was sent last. */
  input: InputOf<Name> | undefined;
  /** Why it failed. */
  error: unknown;
  /** The server decided: sending it again cannot help. */
  refused: boolean;
  /** It is done, or may be: it is under way, or its answer was lost. */
  maybeDone: boolean;
  /** Another attempt begins: what was said about the one before is over, and after a success the same input is a new command. */
  forget: () => void;
}

/**
 * The one way to send a command. It happens once: a double click and a retry after a lost answer bear the key of the first try.
 * Where the server asks who is there, the person is asked. Never optimistic: whatever came of it, what is shown is asked for again.
 *
 * @param name the operation; it may change with what is shown.
 */
export function useCommand<Name extends CommandName>(
  name: Name,
  { onDone, onFailed, failed, waits = false }: CommandOptions<Name> = {},
): Command<Name> {
  const client = useQueryClient();
  const sender = useSender();
  const underWay = useRef(false);
  const { mutate, reset, variables, error, isIdle, isPending, isSuccess } = useMutation({
    mutationFn: (input: InputOf<Name>) => sender.send(name, input),
    onSuccess: async (result, input) => {
      if (waits) await askAgainAfter(client, name);
      onDone?.(result, input);
    },
    onError: (failure) => {
      const said = failed && failureToast(failed, failure);
      if (said) toast.error(...said);
      onFailed?.(failure);
    },
    onSettled: (_result, failure) => {
      underWay.current = false;
      // Not awaited: a dialog closes with the answer, and the lists follow.
      if (!waits || failure) void askAgainAfter(client, name);
    },
  });
  return {
    run: (input) => {
      if (underWay.current) return;
      underWay.current = true;
      const said = failed && failureToast(failed, error);
      if (said) toast.endError(...said);
      mutate(input);
    },
    pending: isPending,
    done: isSuccess,
    input: variables,
    error,
    refused: isRefused(error),
    maybeDone: !isIdle && !isKeptAnswer(error),
    forget: () => {
      sender.forget();
      reset();
    },
  };
}

export interface Sender {
  /** Rejects as the operation does; with the refusal where the person did not want to prove who they are. */
  send: <Name extends CommandName>(name: Name, input: InputOf<Name>) => Promise<ResultOf<Name>>;
  /** What succeeded is sent as a new command the next time. */
  forget: () => void;
}

/**
 * What keeps the keys: of the same command the same one again, until the server refuses it in a way that it would repeat for
 * ever. For what sends several commands on one press; everything else takes `useCommand`.
 */
export function useSender(): Sender {
  const [sender] = useState(() => createSender());
  return sender;
}

/** @param sendOnce how one attempt is made. */
export function createSender(sendOnce = call): Sender {
  const keys = new Map<string, { key: string; succeeded: boolean }>();
  return {
    async send(name, input) {
      const command = JSON.stringify([name, input]);
      const known = keys.get(command) ?? { key: newKey(), succeeded: false };
      keys.set(command, known);
      try {
        const result = await withProof(() => sendOnce(name, input, known.key));
        known.succeeded = true;
        return result;
      } catch (error) {
        if (isKeptAnswer(error)) keys.delete(command);
        throw error;
      }
    },
    forget() {
      for (const [command, { succeeded }] of keys) if (succeeded) keys.delete(command);
    },
  };
}

type Call = (input: unknown, options?: { context: { idempotencyKey: string } }) => Promise<unknown>;

/** Sends an operation that is chosen by its name, once. */
export function call<Name extends CommandName>(
  name: Name,
  input: InputOf<Name>,
  idempotencyKey?: string,
): Promise<ResultOf<Name>> {
  const [module = '', operation = ''] = name.split('.');
  const operations = api as unknown as Record<string, Record<string, Call>>;
  // The types above say of every operation what this cannot of one that is chosen by its name.
  const options = idempotencyKey === undefined ? undefined : { context: { idempotencyKey } };
  return operations[module]?.[operation]?.(input, options) as Promise<ResultOf<Name>>;
}
