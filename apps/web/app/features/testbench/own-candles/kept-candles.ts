/**
 * What this browser keeps of somebody's own candles, and no server ever gets: the file as hours and days, what rules did on it, and how
 * often that was tried. Small, since whoever signs out needs it: nothing here knows what it keeps.
 */

const DATABASE = 'own-candles';
const STORE = 'kept';

/** Whose it is, what it is, and which one. Only a `tally` outlives the session: it holds no price, and signing out must not make tries undone. */
export type KeptKey = readonly [
  owner: string,
  kind: 'file' | 'bars' | 'result' | 'columns' | 'tally',
  ...string[],
];

/** @throws what the browser throws, above all where it keeps nothing. */
async function within<T>(mode: IDBTransactionMode, run: (store: IDBObjectStore) => T): Promise<T> {
  const opening = indexedDB.open(DATABASE, 1);
  opening.onupgradeneeded = () => opening.result.createObjectStore(STORE);
  const database = await settled(opening);
  try {
    const transaction = database.transaction(STORE, mode);
    const over = new Promise<void>((resolve, reject) => {
      transaction.oncomplete = () => resolve();
      transaction.onabort = () => reject(transaction.error);
    });
    const result = run(transaction.objectStore(STORE));
    await over;
    return result;
  } finally {
    database.close();
  }
}

const settled = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

/** Undefined where there is nothing. */
export async function readKept<T>(key: KeptKey): Promise<T | undefined> {
  const request = await within('readonly', (store) => store.get([...key]));
  return request.result;
}

/** All of a kind. */
export async function listKept<T>([owner, kind]: readonly [KeptKey[0], KeptKey[1]]): Promise<T[]> {
  // Lists come after every text.
  const range = IDBKeyRange.bound([owner, kind], [owner, kind, []]);
  const request = await within('readonly', (store) => store.getAll(range));
  return request.result;
}

/** All of it or nothing; undefined is forgotten. */
export async function writeKept(entries: readonly (readonly [KeptKey, unknown])[]): Promise<void> {
  await within('readwrite', (store) => {
    for (const [key, value] of entries)
      if (value === undefined) store.delete([...key]);
      else store.put(value, [...key]);
  });
}

/**
 * Writes what becomes of what is there, with nobody in between.
 * @param change gets what stands under the keys, and gives what shall stand under the first of them.
 */
export async function changeKept<Before extends readonly unknown[]>(
  keys: readonly KeptKey[],
  change: (before: Before) => readonly unknown[],
): Promise<void> {
  await within('readwrite', (store) => {
    const requests = keys.map((key) => store.get([...key]));
    requests.at(-1)!.onsuccess = () => {
      const after = change(requests.map((request) => request.result) as unknown as Before);
      for (const [at, value] of after.entries()) store.put(value, [...keys[at]!]);
    };
  });
}

/** The files of some people, and what rules did on them. */
export const forgetCandles = (isForgotten: (owner: string) => boolean): Promise<void> =>
  within('readwrite', (store) => {
    const walk = store.openKeyCursor();
    walk.onsuccess = () => {
      const cursor = walk.result;
      if (cursor === null) return;
      const [owner, kind] = cursor.primaryKey as unknown as KeptKey;
      if (kind !== 'tally' && isForgotten(owner)) store.delete(cursor.primaryKey);
      cursor.continue();
    };
  });

/** Those of everybody: others may sign in at the same screen. Never rejects. (Where an account ends, its browser is told to clear all.) */
export const forgetAllCandles = (): Promise<void> => forgetCandles(() => true).catch(() => undefined);
