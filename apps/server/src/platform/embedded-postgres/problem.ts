/** A failure whose message is written for the person in front of the terminal: German, with what to do about it. */
export class EmbeddedPostgresError extends Error {
  override name = 'EmbeddedPostgresError';
}

/** Another living server process holds the same data folder. */
export class AlreadyRunningError extends EmbeddedPostgresError {
  override name = 'AlreadyRunningError';
  /** Of its PostgreSQL, for the application's role. */
  readonly url: string;
  constructor(message: string, url: string) {
    super(message);
    this.url = url;
  }
}

/** The code of a Node or PostgreSQL error (`ENOENT`, `28P01`), or undefined. */
export function codeOf(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null || !('code' in error)) return undefined;
  return typeof error.code === 'string' ? error.code : undefined;
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
