let pending: Promise<unknown> = Promise.resolve();

/**
 * Some answers replace the session: the old one ends on the server a moment before the new cookie is here. Whoever asks
 * about the session meanwhile waits with `sessionChanged`.
 */
export function whileSessionChanges<T>(answer: Promise<T>): Promise<T> {
  pending = answer.catch(() => undefined);
  return answer;
}

/** Resolves once no answer that replaces the session is on its way. Never rejects. */
export async function sessionChanged(): Promise<void> {
  await pending;
}
