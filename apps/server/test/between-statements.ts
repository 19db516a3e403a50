import { AsyncLocalStorage } from 'node:async_hooks';
import type pg from 'pg';

type Callback = (error: unknown, result: unknown) => void;

/**
 * Watches a pool's connections from now on. The returned function runs `task` and, once the first statement that matches
 * has been answered, `meanwhile`, before the task hears of the answer: so whatever the task asks next, it asks later. What
 * others ask at the same time, such as the mails of a request before, is none of its statements.
 * @param onRows told how many rows each answer has.
 */
export function betweenStatements(pool: pg.Pool, onRows: (count: number) => void = () => undefined) {
  const watched = new WeakSet<pg.PoolClient>();
  type Armed = { pattern: Pick<RegExp, 'test'>; meanwhile: () => Promise<unknown> };
  const asker = new AsyncLocalStorage<Armed>();
  let armed: Armed | undefined;

  async function interfere(text: string, askedBy: Armed | undefined, result: unknown): Promise<void> {
    onRows((result as { rows?: unknown[] } | undefined)?.rows?.length ?? 0);
    if (!armed || askedBy !== armed || !armed.pattern.test(text)) return;
    const { meanwhile } = armed;
    armed = undefined;
    await meanwhile();
  }

  pool.on('acquire', (client) => {
    if (watched.has(client)) return;
    watched.add(client);
    const query = client.query.bind(client) as (...input: unknown[]) => unknown;
    const watching = (...input: unknown[]): unknown => {
      const [first] = input;
      const text = typeof first === 'string' ? first : (first as { text?: string }).text;
      const askedBy = asker.getStore();
      const last = input.at(-1);
      if (typeof last !== 'function')
        return (query(...input) as Promise<unknown>).then(async (result) => {
          await interfere(text ?? '', askedBy, result);
          return result;
        });
      const done: Callback = (error, result) =>
        void interfere(text ?? '', askedBy, result).then(
          () => (last as Callback)(error, result),
          (failure: unknown) => (last as Callback)(failure, undefined),
        );
      return query(...input.slice(0, -1), done);
    };
    // The overloads of `query` are all passed on as they are.
    client.query = watching as typeof client.query;
  });

  return async <T>(
    pattern: Pick<RegExp, 'test'>,
    meanwhile: () => Promise<unknown>,
    task: () => Promise<T>,
  ): Promise<T> => {
    const mine = { pattern, meanwhile };
    armed = mine;
    const result = await asker.run(mine, task);
    if (armed) throw new Error(`no statement matches ${String(pattern)}`);
    return result;
  };
}
