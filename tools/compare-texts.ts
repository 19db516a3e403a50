// npm run texts -- REVISION: which sentences and words that people read are gone or new since then, wherever they stand in the
// code. Exit code 1 when any is: a change of the code's shape alone leaves all of them.
import { execFileSync } from 'node:child_process';
import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseSync } from 'rolldown/experimental';

const FOLDERS = [
  'apps/server/src',
  'apps/web/app',
  'packages/contract/src',
  'packages/money/src',
  'packages/trading/src',
];
/** Names of classes, paths, formats and the like: no blank, a route of the API, or nothing but small ASCII. */
const NO_TEXT = /^(\S*|(GET|POST) \/\S*|[a-z\d\s_:;,./#%()[\]{}<>=+*!&|@$^~?'"-]*)$/;
const SQL = /\b(SELECT|INSERT|UPDATE|DELETE|FROM|WHERE|VALUES|ORDER BY)\b/;
const WORD = /^[A-ZÄÖÜ][a-zäöüß]+$/;

/** Each text and the first file that it stands in, of the code in a folder. */
function textsOf(root: string): Map<string, string> {
  const texts = new Map<string, string>();
  const files = FOLDERS.flatMap((folder) => globSync(`${folder}/**/*.{ts,tsx}`, { cwd: root })).sort();
  for (const file of files.filter((name) => !name.endsWith('.test.ts')))
    visit(parseSync(file, readFileSync(join(root, file), 'utf8')).program, (text) => {
      const plain = text.replace(/\s+/g, ' ').trim();
      if ((WORD.test(plain) || !NO_TEXT.test(plain)) && !SQL.test(plain) && !texts.has(plain))
        texts.set(plain, file);
    });
  return texts;
}

type Node = { type?: string; value?: unknown };

function visit(node: unknown, tell: (text: string) => void): void {
  if (node === null || typeof node !== 'object') return;
  const { type, value }: Node = node;
  if ((type === 'JSXText' || type === 'Literal') && typeof value === 'string') tell(value);
  if (type === 'TemplateElement' && typeof value === 'object' && value !== null && 'cooked' in value)
    tell(String(value.cooked));
  for (const [name, child] of Object.entries(node))
    if (name !== 'source') for (const each of Array.isArray(child) ? child : [child]) visit(each, tell);
}

const [revision] = process.argv.slice(2);
if (!revision) {
  console.error('Aufruf: npm run texts -- REVISION');
  process.exit(2);
}
const folder = mkdtempSync(join(tmpdir(), 'botdepot-texts-'));
execFileSync('git', ['archive', '--output', join(folder, 'then.tar'), revision, ...FOLDERS]);
execFileSync('tar', ['-xf', join(folder, 'then.tar'), '-C', folder]);
const before = textsOf(folder);
rmSync(folder, { recursive: true });
const after = textsOf('.');
const only = (these: Map<string, string>, those: Map<string, string>) =>
  [...these].filter(([text]) => !those.has(text)).sort();
const gone = only(before, after);
const fresh = only(after, before);
for (const [text, file] of gone) console.log(`- ${text}   (${file})`);
for (const [text, file] of fresh) console.log(`+ ${text}   (${file})`);
console.log(
  `${before.size} Texte vorher, ${after.size} jetzt: ${gone.length} fehlen, ${fresh.length} sind neu.`,
);
process.exitCode = gone.length + fresh.length > 0 ? 1 : 0;
