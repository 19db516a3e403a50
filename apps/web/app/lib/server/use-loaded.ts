import { useCallback, useEffect, useState } from 'react';

export interface Loaded<T> {
  /** Undefined until the first answer; older data stays while newer is loading, or could not be had. */
  data: T | undefined;
  loading: boolean;
  /** The newest attempt failed. With `data` beside it, that data is stale. */
  failed: boolean;
  retry: () => void;
}

interface LoadedOptions {
  /** Ask again when somebody comes back to the tab, or when the connection does. */
  refresh?: boolean | undefined;
}

/**
 * Data for the public pages, after their first paint and without the query client.
 *
 * @param load The same function every time, or it is called again.
 */
export function useLoaded<T>(load: () => Promise<T>, { refresh = false }: LoadedOptions = {}): Loaded<T> {
  const [data, setData] = useState<T>();
  const [loading, setLoading] = useState(true);
  const [failed, setFailed] = useState(false);
  const [attempt, setAttempt] = useState(0);
  const retry = useCallback(() => setAttempt((count) => count + 1), []);

  // biome-ignore lint/correctness/useExhaustiveDependencies: every attempt is a new request
  useEffect(() => {
    let left = false;
    setLoading(true);
    load().then(
      (answer) => {
        if (left) return;
        setData(answer);
        setFailed(false);
        setLoading(false);
      },
      (error: unknown) => {
        if (left) return;
        console.error(error);
        setFailed(true);
        setLoading(false);
      },
    );
    return () => {
      left = true;
    };
  }, [load, attempt]);

  useEffect(() => {
    const seenAgain = () => refresh && document.visibilityState === 'visible' && retry();
    const online = () => (refresh || failed) && retry();
    document.addEventListener('visibilitychange', seenAgain);
    window.addEventListener('online', online);
    return () => {
      document.removeEventListener('visibilitychange', seenAgain);
      window.removeEventListener('online', online);
    };
  }, [refresh, failed, retry]);

  return { data, loading, failed, retry };
}
