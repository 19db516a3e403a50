const LOCKS = [/\s+for (no key )?update(\s+of \w+)?(\s+skip locked)?/gi, /\s+for (key )?share/gi];
const ADVISORY = /pg_advisory_xact_lock(_shared)?\([^()]*(\([^()]*\)[^()]*)*\)/gi;

/** The statement as somebody would have written it who forgot every lock. */
export function withoutLocks(text: string): string {
  let result = text;
  for (const lock of LOCKS) result = result.replace(lock, '');
  return result.replace(ADVISORY, 'pg_sleep(0)');
}
