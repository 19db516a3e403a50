import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import type { Plugin } from 'vite';

const OF_PAGES = /@source pages\('([^']+)'\);/g;
const IMPORT = /(?:from|import)\s*\(?\s*'(\.[^']+\.tsx?)'/g;

/**
 * `@source pages('…')` in a sheet of utilities: Tailwind looks at the files that match, and at those they import, at once or
 * later. A sheet of public pages then never carries what only the app needs, and nobody keeps a list.
 */
export function utilities(): Plugin {
  return {
    name: 'utilities',
    enforce: 'pre',
    transform(code, id) {
      const path = id.split('?')[0] ?? id;
      if (!path.endsWith('.css') || !code.includes('@source pages(')) return null;
      const folder = dirname(path);
      return code.replace(OF_PAGES, (_, pattern: string) =>
        importedBy(globSync(resolve(folder, pattern)))
          .map((file) => `@source '${file}';`)
          .join('\n'),
      );
    },
  };
}

function importedBy(pages: readonly string[]): string[] {
  const found = new Set(pages);
  for (const file of found)
    for (const [, target = ''] of readFileSync(file, 'utf8').matchAll(IMPORT)) {
      const path = resolve(dirname(file), target);
      if (existsSync(path)) found.add(path);
    }
  return [...found];
}
