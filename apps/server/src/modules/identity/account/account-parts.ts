import type { AccountClosing } from '@botdepot/contract';
import type { Tx } from '../../../platform/database.ts';
import type { Work } from '../../../platform/work.ts';

/**
 * What a module does when somebody deletes their account. Identity knows no other module, so the server brings them
 * together: all locks are taken before the first of them changes anything, in the order of their list.
 */
export type AccountGuard = {
  /** Ids of what is still open; read without a lock. */
  listOpen?(tx: Tx, userId: string): Promise<string[]>;
  /** Locks what is still open, sorted by id, and returns the ids. */
  lockOpen?(work: Work, userId: string): Promise<string[]>;
  /** Ends what is open and erases what is personal. A `DomainError` undoes the whole deletion. */
  close(work: Work, userId: string): Promise<void>;
};

/** The figures of a deletion that other modules know. */
export type ReadAccountClosing = (tx: Tx, userId: string) => Promise<Omit<AccountClosing, 'isLastAdmin'>>;

/** One part of the download of one's own data: a single object, or rows that are read while they are sent. */
export type ExportSection = {
  /** The key in the file. */
  name: string;
  /** German, for the description at the head of the file. */
  about: string;
} & (
  | { one(tx: Tx, userId: string): Promise<object>; rows?: never }
  | { rows(tx: Tx, userId: string): AsyncIterable<object>; one?: never }
);

/** What the modules contribute to the end of an account and to the download of its data. */
export type AccountParts = {
  guards: readonly AccountGuard[];
  readClosing: ReadAccountClosing;
  exports: readonly ExportSection[];
};
