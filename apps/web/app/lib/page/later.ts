/**
 * A part of the program that is imported when it is needed, once. Chromium keeps the failure of an import as long as the document
 * lives, so nothing is tried while the server cannot be reached: then the next attempt can succeed.
 */
export function later<Part>(load: () => Promise<Part>): () => Promise<Part> {
  let loaded: Promise<Part> | undefined;
  return async () => {
    if (!loaded && !(await isServerReached())) throw new Error('No network to load a part of the page');
    loaded ??= load();
    try {
      return await loaded;
    } catch (error) {
      // Other browsers ask again.
      loaded = undefined;
      throw error;
    }
  };
}

const RETRY_MS = 5_000;

/** Waits for a network and tries again until it is here: for what the page does without meanwhile. */
export async function untilLoaded<Part>(load: () => Promise<Part>): Promise<Part> {
  for (;;) {
    try {
      return await load();
    } catch (error) {
      console.error(error);
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
    }
  }
}

/** Without a network there may still be a server: on this computer. */
async function isServerReached(): Promise<boolean> {
  if (navigator.onLine) return true;
  return fetch('/health', { cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  );
}

/** Instead of what was asked for, when the network did not bring it. */
export const NO_CONNECTION = 'Keine Verbindung. Bitte prüfen Sie Ihr Netz und versuchen Sie es noch einmal.';
