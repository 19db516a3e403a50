import { useRef } from 'react';
import { downloadText } from '../../../lib/page/save-and-copy.ts';
import { toast } from '../../../lib/page/toast.ts';
import { Button } from '../../../ui/form/button.tsx';
import { IconUpload } from '../../../ui/icon/icons.ts';

/** Reads a rule from a file, finished or not; anything else is refused with a toast and changes nothing. */
export function RuleFileButton({ size, onRule }: { size?: 'sm'; onRule: (rule: unknown) => void }) {
  const input = useRef<HTMLInputElement>(null);
  const load = async (file: File | undefined) => {
    if (file === undefined) return;
    const rule = await readRuleFile(file);
    // The list of bots does without it until there is a file.
    const { shapeProblem } = await import('./rule-edit.ts');
    const problem = rule === null ? 'Sie enthält kein JSON einer Regel.' : shapeProblem(rule);
    if (problem === null) onRule(rule);
    else toast.error('Datei nicht gelesen', problem);
  };
  return (
    <>
      <Button icon={IconUpload} size={size} onClick={() => input.current?.click()}>
        JSON laden
      </Button>
      <input
        ref={input}
        type="file"
        accept="application/json,.json"
        className="vh"
        tabIndex={-1}
        aria-label="Regel als JSON"
        onChange={({ currentTarget }) => {
          void load(currentTarget.files?.[0]);
          currentTarget.value = '';
        }}
      />
    </>
  );
}

/** Reads a rule from a file that somebody chose; null where it is no JSON or far too long. */
async function readRuleFile(file: File): Promise<unknown> {
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
  const fileName = `${name.replace(/[^\p{L}\p{N}._-]+/gu, '-')}.json`;
  downloadText(fileName, `${JSON.stringify(rule, null, 2)}\n`, 'application/json');
}
