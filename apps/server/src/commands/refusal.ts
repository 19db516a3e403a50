/** What a command tells a person who called it wrongly, and how it ends. */

/** A mistake in the call or in a file: explained to a person in German, exit code 2. */
export class Refusal extends Error {}

/**
 * Says what ended a command. Returns the exit code.
 *
 * @param hint Where every argument is explained.
 */
export const explainWith =
  (hint: string) =>
  (error: unknown): number => {
    if (error instanceof Refusal) {
      console.error(`${error.message}\n${hint}`);
      return 2;
    }
    // Anyone who reads the output may stop reading, e.g. `| head`.
    if (error instanceof Error && 'code' in error && error.code === 'EPIPE') return 0;
    console.error(error);
    return 1;
  };

/** Waits until everything is written: a pipe takes its time, and the process must not end before. */
export function printAll(text: string): Promise<void> {
  return new Promise((resolve, reject) => {
    process.stdout.write(text, (error) => (error ? reject(error) : resolve()));
  });
}
