import { type Challenge, solveChallengeWorkers } from 'altcha/lib';
import Pbkdf2Worker from 'altcha/workers/pbkdf2?worker';

/** More would only heat the phone. */
const MOST_WORKERS = 4;

/** Works on a challenge of the server in the background. Null when it took too long. */
export async function solve(challenge: Challenge): Promise<string | null> {
  const solution = await solveChallengeWorkers({
    challenge,
    concurrency: Math.min(MOST_WORKERS, navigator.hardwareConcurrency),
    createWorker: () => new Pbkdf2Worker(),
  });
  return solution && btoa(JSON.stringify({ challenge, solution }));
}
