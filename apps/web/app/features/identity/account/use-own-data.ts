import { useState } from 'react';
import { withProof } from '../../../lib/server/reauthenticate.ts';
import { failureText } from '../identity-texts.ts';
import { downloadOwnData } from './account-api.ts';

/** The download of one's own data, with what it says about itself. */
export function useOwnData() {
  const [pending, setPending] = useState(false);
  const [done, setDone] = useState(false);
  const [problem, setProblem] = useState<string>();
  const download = async () => {
    if (pending) return;
    setPending(true);
    setDone(false);
    setProblem(undefined);
    const outcome = await withProof(downloadOwnData);
    setPending(false);
    if (outcome.ok) setDone(true);
    // Who has given up knows that.
    else if (outcome.code !== 'REAUTHENTICATION_REQUIRED') setProblem(failureText(outcome));
  };
  return { download, pending, done, problem };
}
