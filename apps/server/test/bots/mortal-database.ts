import { pino } from 'pino';
import { type Database, openDatabase } from '../../src/platform/database.ts';

export type MortalDatabase = {
  database: Database;
  /** The n-th statement from now on fails, unsent or after the server has done it, and all later ones; 0 heals. */
  dieAt(statement: number, sent: boolean): void;
};

/** A database whose process can be told to die at a statement. */
export function mortalDatabase(url: string): MortalDatabase {
  const database = openDatabase({ url, log: pino({ level: 'silent' }), maxConnections: 4 });
  let left = Number.POSITIVE_INFINITY;
  let deadlyIsSent = false;
  database.pool.on('connect', (client) => {
    const query = client.query.bind(client) as (...args: unknown[]) => Promise<unknown>;
    const mortal = async (...args: unknown[]): Promise<unknown> => {
      left -= 1;
      if (left > 0 || args[0] === 'ROLLBACK') return query(...args);
      // Outside a transaction the pool asks with a callback and would wait for it for ever.
      const callback = args.at(-1);
      const plain = typeof callback === 'function' ? args.slice(0, -1) : args;
      if (left === 0 && deadlyIsSent) await query(...plain);
      const error = new Error('killed');
      if (typeof callback !== 'function') throw error;
      return callback(error);
    };
    Object.assign(client, { query: mortal });
  });
  return {
    database,
    dieAt(statement, sent) {
      left = statement === 0 ? Number.POSITIVE_INFINITY : statement;
      deadlyIsSent = sent;
    },
  };
}
