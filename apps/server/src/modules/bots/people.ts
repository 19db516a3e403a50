import type { Tx } from '../../platform/database.ts';

/** Who people are, from the module that knows. */
export type People = {
  /** Addresses by id; whoever is gone is missing. */
  listEmails(tx: Tx, userIds: string[]): Promise<Map<string, string>>;
};
