export const SENDERS = ['nobody', 'anna', 'ben', 'admin', 'chief'] as const;
export type Sender = (typeof SENDERS)[number];

export type Header = readonly [name: string, value: string];

/** A request before its placeholders are filled in. */
export interface Attempt {
  kind: 'valid' | 'nearly valid' | 'hostile';
  sender: Sender;
  method: string;
  /** Path and query, as they stand in the first line. */
  target: string;
  headers: readonly Header[];
  body: string | Buffer | undefined;
  /** Sent over a socket as it stands, as no client would. */
  isRaw: boolean;
}
