// Reads imports without a TypeScript compiler: TypeScript 7 has no JavaScript API yet, and the statements are regular.
import { posix } from 'node:path';
import type { SourceFile } from './source-files.ts';

export interface Import {
  /** The file that imports. */
  from: string;
  /** As written: `./ledger.ts`, `@botdepot/money`, `node:fs`. */
  specifier: string;
  /** The file of ours that is meant; undefined for packages of others and for Node itself. */
  target: string | undefined;
}

const CODE = /\.(ts|tsx|mjs|js)$/;
const STATIC = /^[ \t]*(?:import|export)\b(?:[^'"`;()]*?\bfrom\s*|\s*)['"]([^'"\n]+)['"]/gm;
const DYNAMIC = /\bimport\(\s*['"]([^'"\n]+)['"]\s*[,)]/g;

export function isCode(file: SourceFile): boolean {
  return CODE.test(file.path);
}

/** All imports of all code files. `paths` decides which relative ones exist. */
export function readImports(files: SourceFile[]): Import[] {
  const paths = new Set(files.map((file) => file.path));
  return files.filter(isCode).flatMap((file) => {
    const text = withoutComments(file.text);
    const found = [...text.matchAll(STATIC), ...text.matchAll(DYNAMIC)];
    return found.map((match) => {
      const specifier = match[1] ?? '';
      return { from: file.path, specifier, target: resolveImport(file.path, specifier, paths) };
    });
  });
}

/** `@botdepot/contract/errors.de` → `packages/contract/src/errors.de.ts`; relative ones from the importing file. */
export function resolveImport(
  from: string,
  specifier: string,
  paths: ReadonlySet<string>,
): string | undefined {
  const own = /^@botdepot\/([^/]+)(?:\/(.+))?$/.exec(specifier);
  if (own !== null) {
    const home = ['server', 'web'].includes(own[1] ?? '') ? `apps/${own[1]}` : `packages/${own[1]}`;
    return `${home}/src/${own[2] ?? 'index'}.ts`;
  }
  if (!specifier.startsWith('.')) return undefined;
  const path = posix.normalize(posix.join(posix.dirname(from), specifier.replace(/[?#].*$/, '')));
  // The generated types of the routes are imported without an extension and lie outside of the sources.
  const candidates = [path, `${path}.ts`, `${path}.tsx`, path.replace(/\.js$/, '.ts'), `${path}/index.ts`];
  return candidates.find((candidate) => paths.has(candidate)) ?? path;
}

/** Comments become spaces. Strings stay: a `//` inside one belongs to a URL. */
export function withoutComments(text: string): string {
  return text.replace(
    /("(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\.)*`)|\/\*[\s\S]*?\*\/|(?<=^|[\s;{}(),])\/\/[^\n]*/g,
    (match, string: string | undefined) => string ?? match.replace(/[^\n]/g, ' '),
  );
}

/** All files that these import, directly or not, and they themselves. */
export function reachedFrom(roots: readonly string[], imports: Import[]): ReadonlySet<string> {
  const reached = new Set(roots);
  for (const path of reached)
    for (const { from, target } of imports) if (from === path && target !== undefined) reached.add(target);
  return reached;
}

/** Each cycle once, as the list of its files. Types count: a cycle of types hides who defines and who uses. */
export function findCycles(imports: Import[]): string[][] {
  const edges = new Map<string, string[]>();
  for (const { from, target } of imports) {
    if (target !== undefined) edges.set(from, [...(edges.get(from) ?? []), target]);
  }
  const finished = new Set<string>();
  const cycles: string[][] = [];
  const visit = (path: string, trail: string[]): void => {
    const seenAt = trail.indexOf(path);
    if (seenAt >= 0) {
      cycles.push([...trail.slice(seenAt), path]);
      return;
    }
    if (finished.has(path)) return;
    for (const next of edges.get(path) ?? []) visit(next, [...trail, path]);
    finished.add(path);
  };
  for (const path of edges.keys()) visit(path, []);
  return cycles;
}
