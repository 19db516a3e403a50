import { createHmac } from 'node:crypto';
import { z } from 'zod';

/** Raised when a reader of an older program could not understand the files any more. */
export const BACKUP_FORMAT = 1;
export const MANIFEST_FILE = 'manifest.json';

const table = z.strictObject({
  name: z.string(),
  /** In the order of the file's columns; generated columns are not among them. */
  columns: z.array(z.string()).min(1),
  rows: z.number().int().nonnegative(),
  file: z.string().regex(/^[a-z0-9_]+\.copy\.gz$/),
  /** Of the file as it lies in the folder, packed. */
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
});
export type BackedUpTable = z.infer<typeof table>;

/** What lies in the folder of a backup. Counters are kept because a restored one must go on behind every old row. */
export const manifest = z.strictObject({
  format: z.literal(BACKUP_FORMAT),
  product: z.string(),
  createdAt: z.iso.datetime(),
  /** By `secretCheck`, where the secret stood in the environment; a secret that is a file lies in the folder. */
  secretCheck: z.string().optional(),
  postgresMajor: z.number().int(),
  /** Hashes of the migrations that the database had, the oldest first. */
  migrations: z.array(z.string()),
  /** Every table, those that others refer to first. */
  tables: z.array(table),
  counters: z.array(z.strictObject({ name: z.string(), value: z.string().regex(/^\d+$/) })),
});
export type Manifest = z.infer<typeof manifest>;

/** Tells one secret of an installation from another. It has 32 random characters or more, so this does not tell what it is. */
export const secretCheck = (secret: string): string =>
  createHmac('sha256', secret).update('botdepot-backup').digest('hex');

/** A sentence for the person at the terminal: nothing was changed. */
export class BackupRefusal extends Error {
  override name = 'BackupRefusal';
}
