/** A tab that was closed meanwhile does not say that it is over. */
const LONGEST_MS = 15_000;

let pending: Promise<unknown> = Promise.resolve();
let channel: BroadcastChannel | undefined;

/**
 * Some answers replace the session, which all tabs of this browser share: the old one ends on the server a moment before the
 * new cookie is here. Anyone who asks about the session meanwhile, in whatever tab, waits with `sessionChanged`.
 */
export function whileSessionChanges<T>(answer: Promise<T>): Promise<T> {
  const tabs = otherTabs();
  tabs.postMessage('changing');
  const over = () => tabs.postMessage('changed');
  return whileSessionEnds(answer.finally(over));
}

/** For an answer that ends the session and leads away: what this tab asks waits for it, others hear of the end at once. */
export function whileSessionEnds<T>(answer: Promise<T>): Promise<T> {
  pending = answer.catch(() => undefined);
  return answer;
}

/** Resolves once no answer that replaces the session is on its way. Never rejects. */
export async function sessionChanged(): Promise<void> {
  otherTabs();
  await pending;
}

/** From the first call on, changes in other tabs are heard of. */
function otherTabs(): BroadcastChannel {
  if (channel) return channel;
  channel = new BroadcastChannel('session-change');
  let finish = () => {};
  channel.onmessage = ({ data }) => {
    finish();
    if (data !== 'changing') return;
    pending = new Promise<void>((resolve) => {
      finish = resolve;
      setTimeout(resolve, LONGEST_MS);
    });
  };
  return channel;
}
