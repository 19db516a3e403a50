import { serialiseRecord, type TrackRecordEntry } from '@botdepot/trading';
import type { Unnumbered } from './read-entries.ts';

/** A sealed record as it reads now, with the hash that it was given when it was sealed. */
export type SealedLine = { readonly position: number; readonly hash: Buffer; readonly line: string };

/** The line of a record at its place in the chain. */
export const numberedLine = (entry: Unnumbered<TrackRecordEntry>, n: number): string =>
  // The union of the records without their number is spread into the union with it; TypeScript does not follow that.
  serialiseRecord({ ...entry, n } as TrackRecordEntry);

/** In the place of a record that is gone: it fits no hash, so the reader is told, not spared. */
export const missingLine = (n: number): string => `{"n":${n},"missing":true}`;
