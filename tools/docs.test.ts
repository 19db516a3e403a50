// Whether what the pages for people name is there: files, links, commands and settings.
import { readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { expect, test } from 'vitest';
import { INSTALLATION_NAMES } from './setup/environment.mjs';
import { listSourceFiles } from './tidy/source-files.ts';

const SETTINGS = '.env.example';
const files = [
  ...listSourceFiles(),
  // Its name is that of no kind of source.
  { path: SETTINGS, text: readFileSync(new URL(`../${SETTINGS}`, import.meta.url), 'utf8') },
];
const paths = files.map(({ path }) => path);
const pages = files.filter(({ path }) => path === 'README.md' || /^docs\/.*\.md$/.test(path));
const textOf = (path: string): string => files.find((file) => file.path === path)?.text ?? '';

/** `post-transfer.ts`, `wallet/ledger/post-transfer.ts`, `tools/tidy.test.ts`: with a folder or without. */
const FILE = /^(?:\.{0,2}\/)?[\w{}.-]+(?:\/[\w.-]+)*\.(?:ts|tsx|mjs|md|css|sql|yml|example)$/;
/** What stands for many files. */
const PATTERN = /[*{]/;
/** How the page of the specification shortens folders; `spec-coverage.test.ts` looks those up. */
const SHORTENED = /^(e2e|server|src|web|contract|trading)\//;

/** The texts of a page in code style, without whole blocks of code. */
const codeIn = (text: string): string[] =>
  [...text.replace(/```.*?```/gs, '').matchAll(/`([^`\n]+)`/g)].map(([, code]) => code ?? '');

const isThere = (named: string, page: string): boolean =>
  paths.some((path) => path === named || path.endsWith(`/${named}`)) ||
  paths.includes(posix.join(posix.dirname(page), named));

test('every file that a page names is there', () => {
  const missing = pages.flatMap(({ path, text }) =>
    codeIn(text)
      .filter((code) => FILE.test(code) && !PATTERN.test(code) && !SHORTENED.test(code))
      .filter((code) => !isThere(code, path))
      .map((code) => `${path}: ${code}`),
  );
  expect(missing).toEqual([]);
});

test('every link of a page leads to a file', () => {
  const broken = pages.flatMap(({ path, text }) =>
    [...text.matchAll(/\]\(([^)#]+)(?:#[^)]*)?\)/g)]
      .map(([, target]) => target ?? '')
      .filter((target) => !/^[a-z]+:/.test(target))
      .map((target) => posix.join(posix.dirname(path), target))
      // Folders are there when something is in them; pictures are no texts.
      .filter((target) => !/\.png$/.test(target))
      .filter((target) => !paths.some((known) => known === target || known.startsWith(`${target}/`)))
      .map((target) => `${path}: ${target}`),
  );
  expect(broken).toEqual([]);
});

test('every command that a page names is one of the project', () => {
  const { scripts } = JSON.parse(textOf('package.json')) as { scripts: Record<string, string> };
  const known = new Set(Object.keys(scripts));
  const unknown = pages.flatMap(({ path, text }) =>
    [...text.matchAll(/\bnpm run (?:-s )?([a-z][a-z-]*)/g)]
      .map(([, name]) => name ?? '')
      .filter((name) => !known.has(name))
      .map((name) => `${path}: npm run ${name}`),
  );
  expect(unknown).toEqual([]);
});

const example = new Set([...textOf(SETTINGS).matchAll(/^([A-Z][A-Z0-9_]*)=/gm)].map(([, name]) => name));

test('tests start without every setting of the example', () => {
  expect(INSTALLATION_NAMES.toSorted()).toEqual([...example].toSorted());
});

test('every setting of the server stands in the example and in no page under another name', () => {
  const config = textOf('apps/server/src/platform/config.ts');
  const read = [...config.matchAll(/^ {2}([A-Z][A-Z0-9_]+): /gm)].map(([, name]) => name ?? '');
  expect(read.length).toBeGreaterThan(20);
  expect(read.filter((name) => !example.has(name))).toEqual([]);
  const named = pages.flatMap(({ path, text }) =>
    codeIn(text).flatMap((code) =>
      [...code.matchAll(/\b([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+|PORT|HOST|DEMO)=/g)]
        .filter(([, name]) => !example.has(name))
        .map(([, name]) => `${path}: ${name}`),
    ),
  );
  expect(named).toEqual([]);
});

test('the page for operators says of every table how long its rows are kept', () => {
  const tables = files
    .filter(({ path }) => path.endsWith('.schema.ts'))
    .flatMap(({ text }) => [...text.matchAll(/pgTable\(\s*'(\w+)'/g)].map(([, name]) => name ?? ''));
  expect(tables.length).toBeGreaterThan(40);
  const [, kept = ''] = textOf('docs/operations.md').split('## Was wie lange bleibt');
  const named = codeIn(kept.split('\n## ')[0] ?? '');
  const isNamed = (table: string) =>
    named.some((name) => name === table || (name.endsWith('*') && table.startsWith(name.slice(0, -1))));
  expect(tables.filter((table) => !isNamed(table))).toEqual([]);
});

/** Each was once said to people here, and the program did something else. */
const FOUND_UNTRUE = [
  'gilt ab zwei Administratoren',
  'Admins made on the command line count at once, since',
  'gelten nach dem Wiederherstellen keine zweiten Faktoren',
  'mit einem anderen enden alle Sitzungen, und zweite Faktoren lassen sich nicht mehr lesen',
];

test('no sentence that was found untrue is said again', () => {
  const said = files
    .filter(({ path }) => path !== 'tools/docs.test.ts')
    .flatMap(({ path, text }) => {
      const inOneLine = text.replace(/\s+/g, ' ');
      return FOUND_UNTRUE.filter((sentence) => inOneLine.includes(sentence)).map(
        (sentence) => `${path}: ${sentence}`,
      );
    });
  expect(said).toEqual([]);
});
