import { examine } from './aftermath.ts';
import type { Outcome } from './drill.ts';
import { sendOperation } from './http-client.ts';
import type { Answer, Operation } from './operations.ts';
import type { OperationsLedger } from './operations-ledger.ts';
import type { ServerProcess } from './server-process.ts';
import type { World } from './world.ts';

/** Who asks while the database is away waits for the attempt to connect, and for a busy machine. */
const IN_TIME_MS = 15_000;
/** What was under way when it went silent waits for the longest statement that the server allows. */
const UNDER_WAY_MS = 40_000;

export type Outage = {
  send(operation: Operation): Promise<Answer | null>;
  /** From now on the database is away. */
  begin(): void;
  /** It is back: what is asked from now on may have any answer. */
  end(): void;
  /** Once the server is well again: it must still be the same process, and must have said meanwhile that it is not ready. */
  conclude(
    world: World,
    ledger: OperationsLedger,
    seen: { readyMeanwhile: number | undefined; healedAfterMs: number },
  ): Promise<Outcome>;
};

/**
 * Listens to what the server says while its database is away: whatever was asked since must be answered in time, with a 503
 * that says so. What was under way when it went may have any outcome, but must end in time too.
 */
export function watchOutage(server: ServerProcess): Outage {
  const pid = server.pid();
  const send = (operation: Operation) => sendOperation(server.port, operation);
  let begun: number | undefined;
  let over = false;
  let asked = 0;
  let longestMs = 0;
  const wrong: string[] = [];
  return {
    begin: () => {
      begun = performance.now();
    },
    end: () => {
      over = true;
    },
    async send(operation) {
      const sentAt = performance.now();
      const isLater = begun !== undefined && !over;
      const answer = await send(operation);
      if (begun === undefined) return answer;
      const tookMs = performance.now() - Math.max(sentAt, begun);
      longestMs = Math.max(longestMs, tookMs);
      if (answer === null) wrong.push(`${operation.kind}: keine Antwort nach ${Math.round(tookMs)} ms`);
      else if (tookMs > (isLater ? IN_TIME_MS : UNDER_WAY_MS))
        wrong.push(`${operation.kind}: ${answer.status} erst nach ${Math.round(tookMs)} ms`);
      if (isLater) asked += 1;
      if (isLater && !over && answer && !(answer.status === 503 && answer.body.includes('UNAVAILABLE')))
        wrong.push(`${operation.kind}: ${answer.status} ${answer.body.slice(0, 120)}`);
      return answer;
    },
    async conclude(world, ledger, { readyMeanwhile, healedAfterMs }) {
      const found = await examine(world, ledger, send);
      const faults = [...found.faults, ...wrong];
      if (!server.isRunning() || server.pid() !== pid)
        faults.push('der Server ist ein anderer Prozess als zuvor');
      if (readyMeanwhile !== 503) faults.push(`/ready sagte währenddessen ${readyMeanwhile}`);
      return {
        struck: found.struck,
        faults,
        figures: {
          ...found.figures,
          'währenddessen gefragt': asked,
          'längste Antwort in ms': Math.round(longestMs),
          'geheilt nach ms': Math.round(healedAfterMs),
        },
      };
    },
  };
}
