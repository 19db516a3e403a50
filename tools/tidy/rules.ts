// Rules about single files: length, names, words. Each returns one sentence per finding.
import { basename, dirname } from 'node:path/posix';
import { type Import, isCode, reachedFrom, withoutComments } from './imports.ts';
import { BROWSER_ENTRY } from './layers.ts';
import type { SourceFile } from './source-files.ts';

const MAX_LINES = 400;
const SOURCE = /\.(ts|tsx|mjs|js|css|sh)$/;
const GENERATED = /^apps\/server\/drizzle\//;

/** Kebab-case, then dotted kinds: `request-withdrawal.ts`, `ledger.store.ts`, `errors.de.ts`, `0001_rules.sql`. */
const KEBAB = /^\.?[a-z0-9]+(-[a-z0-9]+)*(\.[a-z0-9]+(-[a-z0-9]+)*)*$/;
const CONVENTIONAL = new Set([
  'README.md',
  'LICENSE',
  'NOTICE',
  'CHANGELOG.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  'Dockerfile',
]);
const EMPTY_NAMES = /^(utils?|helpers?|commons?|shared|managers?|misc|stuff)$/;

/** What sellers of „trading bots“ say. We say what was measured. */
const MARKETING = [
  /garantiert/i,
  /(rendite|gewinn)garantie/i,
  /risikofrei/i,
  /risikolos/i,
  /todsicher/i,
  /sichere[rnms]?\s+(rendite|gewinn|ertrag|ertr[äa]g|verdienst)/i,
  /passives\s+einkommen/i,
  /schnell\s+reich/i,
];

/** Ways round the compiler and the tests that Biome has no rule for; it refuses the others. */
const ESCAPES: { pattern: RegExp; name: string; withReason: boolean }[] = [
  // Biome's `noTsIgnore` knows only the directive for one line. One for a whole file switches the compiler off, or says what
  // holds anyway; the compiler reads it in capitals too.
  { pattern: /@ts-(no)?check\b/i, name: 'a directive for the whole file', withReason: false },
  { pattern: /\b(test|it|describe|suite)(\.\w+)*\.todo\(/, name: 'a test to be written', withReason: false },
  { pattern: /@ts-expect-error\b/i, name: '„@ts-expect-error“', withReason: true },
  // Chromium now and then never answers what is under way when the last route goes; test/e2e/routes.ts shows the other way.
  {
    pattern: /\.unroute\(|\btimes: \d/,
    name: 'a route that goes before the test has ended',
    withReason: false,
  },
  // What is left for later belongs in an issue; Biome has no rule for words in comments.
  { pattern: /(\/\/|\/\*|^\s*\*).*\b(todo|fixme|xxx)\b/i, name: 'a note to oneself', withReason: false },
];

export function findLongFiles(files: SourceFile[]): string[] {
  return files
    .filter((file) => SOURCE.test(file.path) && !GENERATED.test(file.path))
    .map((file) => ({ path: file.path, lines: file.text.trimEnd().split('\n').length }))
    .filter(({ lines }) => lines > MAX_LINES)
    .map(({ path, lines }) => `${path} has ${lines} lines, more than ${MAX_LINES}`);
}

export function findBadNames(files: SourceFile[]): string[] {
  return files
    .filter((file) => !GENERATED.test(file.path))
    .flatMap(({ path }) => {
      const name = basename(path);
      const parts = [...dirname(path).split('/'), name].filter((part) => part !== '.');
      const odd = parts.filter((part) => !KEBAB.test(part) && !CONVENTIONAL.has(part));
      // The last word names the thing: „test-helpers“ is empty, „common-words“ is not.
      const things = parts.map((part) => part.split('.')[0]?.split('-').at(-1) ?? '');
      const empty = things.filter((word) => EMPTY_NAMES.test(word));
      return [
        ...odd.map((part) => `${path}: „${part}“ is not kebab-case`),
        ...empty.map((word) => `${path}: „${word}“ says nothing about what is inside`),
      ];
    });
}

export function findMarketingWords(files: SourceFile[]): string[] {
  return files.filter(isProduct).flatMap((file) =>
    MARKETING.flatMap((pattern) => {
      const found = pattern.exec(file.text)?.[0];
      return found === undefined ? [] : [`${file.path} says „${found}“`];
    }),
  );
}

/**
 * A connection keeps a prepared statement by its name and refuses another text under the same one: only the second of two
 * statements to come along would fail, and only where both are used.
 */
export function findSharedStatementNames(files: SourceFile[]): string[] {
  const places = new Map<string, string[]>();
  for (const { path, text } of files.filter(isProduct))
    for (const [, name = ''] of text.matchAll(/\bname: ['`]([^'`]+)['`],\s*text:/g))
      places.set(name, [...(places.get(name) ?? []), path]);
  return [...places]
    .filter(([, paths]) => paths.length > 1)
    .map(([name, paths]) => `„${name}“ names statements in ${paths.join(' and ')}`);
}

export function findEscapes(files: SourceFile[]): string[] {
  // The tests of these rules must be able to name what the rules forbid.
  const checked = files.filter((file) => isCode(file) && !file.path.startsWith('tools/tidy'));
  return checked.flatMap((file) => {
    const lines = file.text.split('\n');
    return lines.flatMap((line, index) =>
      ESCAPES.filter(({ pattern, withReason }) => {
        return pattern.test(line) && !(withReason && hasReason(lines[index - 1] ?? '', line));
      }).map(
        ({ name, withReason }) =>
          `${file.path}:${index + 1} has ${name}${withReason ? ' without a reason' : ''}`,
      ),
    );
  });
}

/** A comment of at least two words, on the line itself or on the one above. */
function hasReason(above: string, line: string): boolean {
  const words = (comment: string | undefined) =>
    (comment ?? '')
      .replace(/@ts-expect-error/i, '')
      .trim()
      .split(/\s+/);
  const aboveComment = /^\s*\/\/(.*)$/.exec(above)?.[1];
  const sameLine = /\/\/(.*)$/.exec(line)?.[1];
  return words(aboveComment).length > 1 || words(sameLine).length > 1;
}

/** Keys, double clicks, lost answers and the question who is there belong to one place, see decision 0050. */
export function findOwnWaysToSend(files: SourceFile[]): string[] {
  return files
    .filter(({ path }) => /^apps\/web\/app\/(?!lib\/)/.test(path) && !/\.test\.tsx?$/.test(path))
    .filter(({ text }) => /\buseMutation\b|\bidempotencyKey\b/.test(text))
    .map(({ path }) => `${path} sends a command in a way of its own; useCommand does it`);
}

/** A backtest's request is one value in many parameters; everything else is a schema of `useUrlState`, see decision 0051. */
const WRITES_ITS_ADDRESS = /^apps\/web\/app\/(lib\/|features\/bots\/backtest\/)/;

export function findOwnAddresses(files: SourceFile[]): string[] {
  return files
    .filter(({ path }) => path.startsWith('apps/web/app/') && !WRITES_ITS_ADDRESS.test(path))
    .filter(({ text }) => /\[[^\]]*,\s*\w+\s*\]\s*=\s*useSearchParams\b/.test(text))
    .map(({ path }) => `${path} writes parameters of the address in a way of its own; useUrlState does it`);
}

/**
 * Composers keep a draft and are sent without a check; a backtest is judged while somebody types; a correction waits until it is
 * known whose wallet it is. Everything else is a form of `useForm`, see decision 0052.
 */
const OWN_FORM = /\/(desk-composer|support-panel|backtest-form|correct-wallet-form)\.tsx$/;
const OWN_SUBMIT = /<form\b(?!\s+\{\.\.\.[\w.]+\.props\()/;
const STATE_OF_FORM = /\[(problems?|failure|pending), set\w+\] = useState\b/;

export function findOwnForms(files: SourceFile[]): string[] {
  return files
    .filter(({ path }) => /^apps\/web\/app\/.*\.tsx$/.test(path) && !OWN_FORM.test(path))
    .filter(({ text }) => OWN_SUBMIT.test(text) || (text.includes('<form') && STATE_OF_FORM.test(text)))
    .map(({ path }) => `${path} checks or sends a form in a way of its own; useForm does it`);
}

const SHORT_LINES = 160;
const TOGETHER_LINES = 390;
/** Rooms in which a file may move into the one that uses it. */
const ROOM = /^apps\/(web\/app\/((features|entities)\/[^/]+|ui)|server\/src\/modules\/[^/]+)\//;
/** Routers only translate, an index only leads on, and tables stand alone. */
const KEPT_APART = /(\/index|\.router|\.schema)\.tsx?$/;

/** A short file that only one other imports is a part of that one. A test, a style sheet or a form of its own is a reason to be apart. */
export function findLonelyFiles(files: SourceFile[], imports: Import[]): string[] {
  const byPath = new Map(files.map((file) => [file.path, file]));
  const importers = new Map<string, Set<string>>();
  for (const { from, target } of imports)
    if (target !== undefined) importers.set(target, (importers.get(target) ?? new Set()).add(from));
  const lines = (path: string) => byPath.get(path)?.text.trimEnd().split('\n').length ?? 0;
  return [...importers].flatMap(([path, users]) => {
    const [user = ''] = users;
    const isLonely =
      users.size === 1 &&
      ROOM.exec(path)?.[0] === ROOM.exec(user)?.[0] &&
      ROOM.test(path) &&
      isCode({ path, text: '' }) &&
      !(path.endsWith('.tsx') && user.endsWith('.ts')) &&
      ![path, user].some((one) => KEPT_APART.test(one) || /\.test\.tsx?$/.test(one)) &&
      lines(path) <= SHORT_LINES &&
      lines(path) + lines(user) <= TOGETHER_LINES &&
      !/\.css'|import\(|^export .* from |\buseForm\(/m.test(byPath.get(path)?.text ?? '') &&
      !(byPath.get(user)?.text ?? '').includes(`import('./${basename(path)}')`);
    return isLonely ? [`${path} is short, and only ${user} imports it`] : [];
  });
}

/**
 * What has a style sheet; everything else is written in utilities (decision 0053). Tables and sheets, charts, the landing page and
 * what leads on from it, what the root shows before a page has its utilities, and what Mantine brings.
 */
const STYLED = new Set([
  'ui/sheet/account-sheet',
  'ui/chart/book-chart',
  'ui/sheet/book-sheet',
  'ui/frame/brand',
  'ui/form/button',
  'ui/chart/compare-chart',
  'ui/table/data-table',
  'ui/frame/held-notice',
  'ui/sheet/ledger',
  'ui/frame/message-page',
  'ui/state/notice',
  'ui/frame/play-money-bar',
  'ui/sheet/sheet-section',
  'ui/frame/site-footer',
  'ui/frame/site-header',
  'ui/chart/sparkline',
  'ui/frame/toasts',
  'ui/frame/user-menu',
  'routes/public/ai-trading/ai-trading',
  'routes/public/landing/hero',
  'routes/public/landing/landing',
]);
const STYLED_FOR_ALL = /^ui\/(theme|utilities)\/[a-z-]+$/;
const SHEET = /^apps\/web\/app\/(.*?)(\.module)?\.css$/;

export function findOwnSheets(files: SourceFile[]): string[] {
  return files
    .map(({ path }) => ({ path, name: SHEET.exec(path)?.[1] }))
    .filter(({ name }) => name !== undefined && !STYLED.has(name) && !STYLED_FOR_ALL.test(name))
    .map(({ path }) => `${path} is a style sheet: write it in utilities`);
}

/** What customers get: the apps and packages, without tests. */
export function isProduct(file: SourceFile): boolean {
  return (
    /^(apps|packages)\//.test(file.path) && !/\.test\.tsx?$|^apps\/server\/(test|drizzle)\//.test(file.path)
  );
}

/** What browsers get may not need Node. */
export function findNodeInBrowsers(imports: Import[]): string[] {
  const reached = reachedFrom([BROWSER_ENTRY], imports);
  return imports.flatMap(({ from, specifier }) =>
    reached.has(from) && specifier.startsWith('node:') ? [`${from} imports ${specifier}`] : [],
  );
}

/** Functions that browsers work out with other last digits; +, −, ×, ÷ and √ are the same everywhere (IEEE 754). */
const INEXACT =
  /\bMath\.(exp|expm1|log\w*|pow|a?sinh?|a?cosh?|a?tanh?|atan2|cbrt|hypot)\b|[\w)\]]\s*\*\*\s*[\w(]/;

/** The decisions of a rule are the same bits in every engine of JavaScript. */
export function findInexactDecisions(files: SourceFile[], imports: Import[]): string[] {
  const roots = ['engine', 'rules/compile-rule'].map((name) => `packages/trading/src/${name}.ts`);
  const reached = reachedFrom(roots, imports);
  return files
    .filter(({ path, text }) => reached.has(path) && INEXACT.test(withoutComments(text)))
    .map(({ path }) => `${path} decides with a function that differs between browsers`);
}
