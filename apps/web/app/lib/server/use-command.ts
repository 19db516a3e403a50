import type { OperationName } from '@botdepot/contract';
import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { askAgainAfter } from '../live/live-subjects.ts';
import { toast } from '../page/toast.ts';
import { type Api, api, errorCode, isKeptAnswer } from './api.ts';
import { asksForProof, isRefused, withProof } from './reauthenticate.ts';

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

interface InstantChange<Name> {
  /** What shows it. */
  keys: readonly QueryKey[];
  /** Changes what is shown, before the server has answered. */
  show: (input: InputOf<Name>) => void;
}

/**
 * For what moves no money: shown at once, and taken back when the server did not take it. Changes of the same keys go out one
 * after the other, so that the last one stays, and only the last one asks again: an earlier answer knows nothing yet of a later
 * change.
 */
export function useInstantChange<Name extends CommandName>(name: Name, { keys, show }: InstantChange<Name>) {
  const client = useQueryClient();
  const mutationKey = ['instant', ...keys];
  return useMutation({
    mutationKey,
    scope: { id: JSON.stringify(mutationKey) },
    mutationFn: (input: InputOf<Name>): Promise<ResultOf<Name>> => call(name, input),
    onMutate: async (input) => {
      // An answer that is on its way would still say what was before.
      await Promise.all(keys.map((queryKey) => client.cancelQueries({ queryKey })));
      const before = keys.flatMap((queryKey) => client.getQueriesData({ queryKey }));
      show(input);
      return () => {
        for (const [key, data] of before) client.setQueryData(key, data);
      };
    },
    onError: (_error, _input, undo) => undo?.(),
    onSettled: () => {
      if (client.isMutating({ mutationKey }) > 1) return;
      for (const queryKey of keys) void client.invalidateQueries({ queryKey });
    },
  });
}

/** As the platform writes its ids: lower case, with hyphens. */
export const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/**
 * A random UUID for a money command. `crypto.randomUUID` exists only on https and localhost; a demo in the house's own
 * network is reached over http, so the bytes are drawn here (RFC 9562, version 4).
 */
export function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}
