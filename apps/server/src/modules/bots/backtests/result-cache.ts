/**
 * The last results by what they depend on, newest kept, at most `maxBytes` of text in all.
 */
export function createResultCache(maxBytes: number): {
  get(key: string): string | undefined;
  set(key: string, json: string): void;
} {
  const known = new Map<string, string>();
  let bytes = 0;
  function drop(key: string): void {
    bytes -= sizeOf(known.get(key) ?? '');
    known.delete(key);
  }
  return {
    get(key) {
      const json = known.get(key);
      if (json === undefined) return undefined;
      // Moved to the end: what was asked for last is kept longest.
      known.delete(key);
      known.set(key, json);
      return json;
    },
    set(key, json) {
      if (known.has(key)) drop(key);
      if (sizeOf(json) > maxBytes) return;
      known.set(key, json);
      bytes += sizeOf(json);
      for (const oldest of known.keys()) {
        if (bytes <= maxBytes) return;
        drop(oldest);
      }
    },
  };
}

/** Two bytes a character at most. */
const sizeOf = (text: string): number => text.length * 2;
