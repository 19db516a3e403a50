import { AsyncLocalStorage } from 'node:async_hooks';
import type pg from 'pg';

type Callback = (error: unknown, result: unknown) => void;
interface Interference {
  pattern: Pick<RegExp, 'test'>;
  meanwhile: () => Promise<unknown>;
  isOver: boolean;
}

/**
 * Watches a pool's connections from now on. The returned function runs `task` and, once the first statement that matches
 * has been answered, `meanwhile`, before the task hears of the answer: so whatever the task asks next, it asks later. What
 * others ask at the same time, such as the mails of a request before, is none of its statements.
 * @param onRows told how many rows each answer has.
 */
export function betweenStatements(pool: pg.Pool, onRows: (count: number) => void = () => undefined) {
  const watched = new WeakSet<pg.PoolClient>();
  const inTask = new AsyncLocalStorage<Interference>();

  async function interfere(text: string, during: Interference | undefined, result: unknown): Promise<void> {
    onRows((result as { rows?: unknown[] } | undefined)?.rows?.length ?? 0);
    if (!during || during.isOver || !during.pattern.test(text)) return;
    during.isOver = true;
    await during.meanwhile();
  }

  pool.on('acquire', (client) => {
    if (watched.has(client)) return;
    watched.add(client);
    const query = client.query.bind(client) as (...input: unknown[]) => unknown;
    const watching = (...input: unknown[]): unknown => {
      const [first] = input;
      const text = typeof first === 'string' ? first : (first as { text?: string }).text;
      const interference = inTask.getStore();
      const last = input.at(-1);
      if (typeof last !== 'function')
        return (query(...input) as Promise<unknown>).then(async (result) => {
          await interfere(text ?? '', interference, result);
          return result;
        });
      const done: Callback = (error, result) =>
        void interfere(text ?? '', interference, result).then(
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
    const interference = { pattern, meanwhile, isOver: false };
    const result = await inTask.run(interference, task);
    if (!interference.isOver) throw new Error(`no statement matches ${String(pattern)}`);
    return result;
  };
}
