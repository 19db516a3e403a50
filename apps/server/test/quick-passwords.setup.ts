// Vitest's setup of the server tests. Half of the processor's time of all that is about people was scrypt, for passwords that
// nobody wants to guess. What the product asks for at its full cost is made at a small part of it here, for hashing and for checking
// alike, in the same threads and counted as before; `identity-password-cost.test.ts` looks at what is really stored.
import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';

/** What Better Auth hashes passwords with. */
const FULL = { N: 16_384, r: 16, p: 1 };
const QUICK = { N: 256 };

/** One for the process: the files share it, and each of them may load this module anew. */
const SHARED = Symbol.for('botdepot.test.passwords');
type Shared = { fullCosts: number };
const everywhere = globalThis as { [SHARED]?: Shared };
everywhere[SHARED] ??= makeQuick();
const shared = everywhere[SHARED];

/** Runs work in which a password costs what it costs in the product. */
export async function atFullCost<T>(work: () => Promise<T>): Promise<T> {
  shared.fullCosts += 1;
  return work().finally(() => {
    shared.fullCosts -= 1;
  });
}

function makeQuick(): Shared {
  const made: Shared = { fullCosts: 0 };
  const real = crypto.scrypt;
  const quick = (...[password, salt, length, options, done]: Parameters<typeof real>): void => {
    const isFull = options.N === FULL.N && options.r === FULL.r && options.p === FULL.p;
    real(password, salt, length, isFull && made.fullCosts === 0 ? { ...options, ...QUICK } : options, done);
  };
  Object.assign(crypto, { scrypt: quick });
  // For those who have imported it by name.
  syncBuiltinESMExports();
  return made;
}
