import { useCallback, useMemo } from 'react';
import { type NavigateOptions, useSearchParams } from 'react-router';

/** How one value stands in the address. */
export interface UrlValue<Value> {
  /** Its parameter, German as everything that people read. */
  name: string;
  /** What is not there, or is nobody's value, is the default. */
  read: (text: string | null) => Value;
  /** Null for the default, which is not written. */
  write: (value: Value) => string | null;
  /**
   * Another `filter` or `order` begins at the first page; an order leaves nothing out. A `page` and a `place` (a view, what is
   * open) change nothing else.
   */
  role: 'filter' | 'order' | 'page' | 'place';
  /** It is typed, letter by letter: no step of the history. */
  isTyped?: boolean;
  /** How the default would stand there, where it has a word. */
  defaultWord?: string;
}

const as = <Value>(value: UrlValue<Value>, role: UrlValue<Value>['role']): UrlValue<Value> => ({
  ...value,
  role,
  isTyped: false,
});

/** For what only sorts, or chooses what is looked at. */
export const order = <Value>(value: UrlValue<Value>): UrlValue<Value> => as(value, 'order');

/** For a view, or what is open. */
export const place = <Value>(value: UrlValue<Value>): UrlValue<Value> => as(value, 'place');

/** A text, without spaces around it. */
export const text = (name: string, { maxLength = 200 } = {}): UrlValue<string> => ({
  name,
  read: (found) => found?.trim().slice(0, maxLength) ?? '',
  write: (value) => value || null,
  role: 'filter',
  isTyped: true,
});

/** A text of a form that is known, else null. */
export const matching = (name: string, pattern: RegExp): UrlValue<string | null> => ({
  name,
  read: (found) => (found !== null && pattern.test(found) ? found : null),
  write: (value) => value || null,
  role: 'filter',
});

/** One of some values, else null. @param words how they stand in the address, where it is not by themselves. */
export function oneOf<Value extends string>(
  name: string,
  values: readonly Value[],
  words?: Readonly<Partial<Record<Value, string>>>,
): UrlValue<Value | null> {
  const wordOf = (value: Value) => words?.[value] ?? value;
  return {
    name,
    read: (found) => values.find((value) => wordOf(value) === found) ?? null,
    write: (value) => value && wordOf(value),
    role: 'filter',
  };
}

/** The same where one of them is the default and not written. */
export function oneOfElse<Value extends string>(
  name: string,
  values: readonly Value[],
  fallback: Value,
  words?: Readonly<Partial<Record<Value, string>>>,
): UrlValue<Value> {
  const { read, write, role } = oneOf(name, values, words);
  return {
    name,
    read: (found) => read(found) ?? fallback,
    write: (value) => (value === fallback ? null : write(value)),
    role,
    defaultWord: words?.[fallback] ?? fallback,
  };
}

/** `?ungelesen=ja` */
export const flag = (name: string): UrlValue<boolean> => ({
  name,
  read: (found) => found === 'ja',
  write: (value) => (value ? 'ja' : null),
  role: 'filter',
});

/** The page of a list, from 1. */
export const pageNumber = (name = 'seite'): UrlValue<number> => ({
  name,
  read: (found) => (found && /^[1-9]\d{0,4}$/.test(found) ? Number(found) : 1),
  write: (value) => (value <= 1 ? null : String(value)),
  role: 'page',
});

export type UrlSchema<State> = { readonly [Key in keyof State]: UrlValue<State[Key]> };

/** What a schema reads. */
export type UrlStateOf<Schema> = {
  [Key in keyof Schema]: Schema[Key] extends UrlValue<infer Value> ? Value : never;
};

export type SetUrlState<State> = (change: Partial<State>, options?: NavigateOptions) => void;

export interface UrlState<State> {
  value: State;
  set: SetUrlState<State>;
  isFiltered: boolean;
  /** Takes all filters away, and what is none. */
  clear: () => void;
  /** What stands in the address as a filter and cannot be read as one: `stand=x`. It filters nothing. */
  unread: readonly string[];
  /** Takes that out of the address. */
  dropUnread: () => void;
  /** Of the one list whose page the schema has. */
  onPage: (page: number) => void;
}

/**
 * What the address says. What it says wrongly, it does not say; of filters `unread` names it. Other parameters stay as they are.
 *
 * @param schema stands outside of the component.
 */
export function useUrlState<State extends object>(schema: UrlSchema<State>): UrlState<State> {
  const [parameters, setParameters] = useSearchParams();
  const value = useMemo(() => readUrl(schema, parameters), [schema, parameters]);
  const set: SetUrlState<State> = useCallback(
    (change, options) => {
      const isNoStep = keysOf(change).every((key) => schema[key].role === 'order' || schema[key].isTyped);
      // The address as it is: what was drawn may be older, and then a change right before would be undone.
      setParameters(() => changed(schema, new URLSearchParams(window.location.search), change), {
        preventScrollReset: true,
        replace: isNoStep,
        ...options,
      });
    },
    [schema, setParameters],
  );
  const filters = keysOf(schema).filter((key) => schema[key].role === 'filter');
  const unread = unreadKeys(schema, parameters);
  const forget = (keys: readonly (keyof State)[], options?: NavigateOptions) => {
    const nothing = readUrl(schema, new URLSearchParams());
    set(Object.fromEntries(keys.map((key) => [key, nothing[key]])) as Partial<State>, options);
  };
  return {
    value,
    set,
    isFiltered: filters.some((key) => schema[key].write(value[key]) !== null),
    clear: () => forget(filters),
    unread: unread.map((key) => `${schema[key].name}=${parameters.get(schema[key].name)}`),
    dropUnread: () => forget(unread, { replace: true }),
    onPage: (page) => {
      const pages = keysOf(schema).filter((key) => schema[key].role === 'page');
      set(Object.fromEntries(pages.map((key) => [key, page])) as Partial<State>);
    },
  };
}

/** What an address says, outside of a component. */
export function readUrl<State extends object>(schema: UrlSchema<State>, parameters: URLSearchParams): State {
  const entries = keysOf(schema).map((key) => [key, schema[key].read(parameters.get(schema[key].name))]);
  return Object.fromEntries(entries) as State;
}

/** Filters whose parameter is there and is nobody's value. */
export function unreadKeys<State extends object>(
  schema: UrlSchema<State>,
  parameters: URLSearchParams,
): (keyof State)[] {
  return keysOf(schema).filter((key) => {
    const { name, read, write, role, defaultWord } = schema[key];
    const found = parameters.get(name)?.trim();
    return role === 'filter' && found && found !== defaultWord && write(read(found)) === null;
  });
}

/** The parameters after a change: a link, or the next address. */
export function changed<State extends object>(
  schema: UrlSchema<State>,
  before: URLSearchParams,
  change: Partial<State>,
): URLSearchParams {
  const after = new URLSearchParams(before);
  if (keysOf(change).some((key) => beginsAnew(schema[key])))
    for (const key of keysOf(schema)) if (schema[key].role === 'page') after.delete(schema[key].name);
  for (const key of keysOf(change)) {
    const { name, write } = schema[key];
    const written = write(change[key] as State[typeof key]);
    if (written === null) after.delete(name);
    else after.set(name, written);
  }
  return after;
}

const beginsAnew = ({ role }: Pick<UrlValue<never>, 'role'>) => role === 'filter' || role === 'order';

const keysOf = <T extends object>(object: T) => Object.keys(object) as (keyof T)[];
