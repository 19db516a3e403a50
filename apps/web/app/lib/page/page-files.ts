import { useContext, useEffect } from 'react';
import { matchRoutes, UNSAFE_DataRouterContext, UNSAFE_FrameworkContext } from 'react-router';
import { whenIdle } from './when-idle.ts';

/**
 * The files of pages that have not been opened yet. The router imports them when they are gone to and reloads the document
 * when that fails: right after a deployment took them away, but the end of the visit when there is no network. Its own way
 * to load them early would reload the document just the same.
 */
function usePageFiles() {
  const framework = useContext(UNSAFE_FrameworkContext);
  const routes = useContext(UNSAFE_DataRouterContext)?.router.routes ?? [];
  const filesOf = (ids: readonly string[]): string[] => {
    const unopened = ids.filter((id) => !(id in (framework?.routeModules ?? {})));
    const files = unopened.flatMap((id) => {
      const route = framework?.manifest.routes[id];
      return route ? [route.module, ...(route.imports ?? []), ...(route.css ?? [])] : [];
    });
    return [...new Set(files)];
  };
  return {
    of: (pathname: string) => filesOf((matchRoutes(routes, pathname) ?? []).map(({ route }) => route.id)),
    below: (folder: string) =>
      filesOf(Object.keys(framework?.manifest.routes ?? {}).filter((id) => id.startsWith(folder))),
  };
}

/** Into the browser's cache, where they stay: the address of a file says which version it is. Rejects when one is missing. */
async function fetchAll(files: readonly string[], isOff?: AbortSignal): Promise<void> {
  // One after the other, so that what somebody waits for comes first.
  for (const file of files) {
    isOff?.throwIfAborted();
    const answer = await fetch(file, { cache: 'force-cache', priority: 'low' });
    if (!answer.ok) throw new Error(`${file}: ${answer.status}`);
    await answer.arrayBuffer();
  }
}

/** Asks whether a page can be shown, without a network from what is here already. Never rejects. */
export function useIsPageAtHand(): (pathname: string) => Promise<boolean> {
  const files = usePageFiles();
  return (pathname) =>
    fetchAll(files.of(pathname)).then(
      () => true,
      () => false,
    );
}

/** Somebody whose browser asks for as few bytes as possible. */
const savesData = () =>
  'connection' in navigator &&
  (navigator.connection as { saveData?: boolean } | undefined)?.saveData === true;

/**
 * Has the pages of a folder, and parts of them, at hand before they are gone to, so that the way to them stays open when the
 * network is lost. Not where data is to be saved.
 *
 * @param folder How the ids of their routes begin. Undefined as long as the page itself is not here.
 * @param parts Made by `later`; the same list every time.
 */
export function usePagesAtHand(folder: string | undefined, parts: readonly (() => Promise<unknown>)[]): void {
  const files = usePageFiles();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the files are the same as long as the document is.
  useEffect(() => {
    if (folder === undefined || savesData()) return;
    const left = new AbortController();
    // What is missing now is loaded when it is needed, as without this.
    const load = () => {
      void Promise.all(parts.map((part) => part()))
        .then(() => fetchAll(files.below(folder), left.signal))
        .catch(() => undefined);
    };
    const callOff = whenIdle(load);
    window.addEventListener('online', load);
    return () => {
      left.abort();
      callOff();
      window.removeEventListener('online', load);
    };
  }, [folder, parts]);
}
