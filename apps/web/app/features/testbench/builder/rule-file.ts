/** Reads a rule from a file that somebody chose; null where it is no JSON or far too long. */
export async function readRuleFile(file: File): Promise<unknown> {
  if (file.size > 64 * 1024) return null;
  try {
    const value: unknown = JSON.parse(await file.text());
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : null;
  } catch {
    return null;
  }
}

/** Gives the rule to the browser as a file. */
export function saveRuleFile(name: string, rule: unknown): void {
  const url = URL.createObjectURL(
    new Blob([`${JSON.stringify(rule, null, 2)}\n`], { type: 'application/json' }),
  );
  const link = document.createElement('a');
  link.href = url;
  link.download = `${name.replace(/[^\p{L}\p{N}._-]+/gu, '-')}.json`;
  link.click();
  URL.revokeObjectURL(url);
}
