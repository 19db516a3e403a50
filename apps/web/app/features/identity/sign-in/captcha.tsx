import { useRef } from 'react';
import type { InstallationFacts } from '../use-installation.ts';

interface Captcha {
  /** Begins to work, so that it is done by the time the form is sent. */
  prepare: () => void;
  /** What the next request brings along; each is good for one. Undefined where none is wanted or it did not work out. */
  take: () => Promise<string | undefined>;
}

/** The server takes a solution for twenty minutes. */
const GOOD_FOR_MS = 15 * 60_000;

/**
 * @param wanted Whether this installation asks for a proof of work; undefined as long as that is not known. Who is faster than
 * the answer has the server asked for a task, which it has not where none is wanted.
 */
export function useCaptcha(wanted: boolean | undefined): Captcha {
  const work = useRef<{ payload: Promise<string | undefined>; begunAt: number }>(undefined);

  const begin = () => {
    const isGood = work.current && Date.now() - work.current.begunAt < GOOD_FOR_MS;
    if (!isGood) work.current = { payload: workOut(), begunAt: Date.now() };
    return work.current;
  };
  return {
    prepare: () => {
      if (wanted) begin();
    },
    take: async () => {
      if (wanted === false) return undefined;
      const payload = begin()?.payload;
      work.current = undefined;
      return payload;
    },
  };
}

/** Never rejects: without a payload the server says that it did not work, and the next attempt begins anew. */
async function workOut(): Promise<string | undefined> {
  try {
    const response = await fetch('/api/auth/captcha', { cache: 'no-store' });
    if (!response.ok) return undefined;
    // Only here, so that installations without it never load it.
    const { solve } = await import('./captcha-solver.ts');
    return (await solve(await response.json())) ?? undefined;
  } catch {
    return undefined;
  }
}

/** Says what the browser does before the form is sent; nothing where it does nothing. */
export function CaptchaNote({ installation }: { installation: InstallationFacts | undefined }) {
  if (!installation?.captcha) return null;
  return (
    <p className="small muted">
      Statt eines Bilderrätsels rechnet Ihr Browser vor dem Absenden kurz. Das hält automatische Anfragen
      fern, und niemand sonst erfährt davon.
    </p>
  );
}
