// Style is a test. The rules live in tools/tidy; here they meet the project, and each proves on a sample that it can fail.
import { describe, expect, test } from 'vitest';
import { SPEC_LABELS, SPEC_MESSAGES } from './spec-strings.ts';
import { findCycles, readImports } from './tidy/imports.ts';
import { findWrongDirections } from './tidy/layers.ts';
import {
  findBadNames,
  findEscapes,
  findInexactDecisions,
  findLonelyFiles,
  findLongFiles,
  findMarketingWords,
  findNodeInBrowsers,
  findOwnAddresses,
  findOwnForms,
  findOwnSheets,
  findOwnWaysToSend,
  findSharedStatementNames,
} from './tidy/rules.ts';
import { listSourceFiles, type SourceFile } from './tidy/source-files.ts';
import { findMissingTexts } from './tidy/spec-texts.ts';

const files = listSourceFiles();
const imports = readImports(files);

describe('the project', () => {
  test('imports only in the directions of the design', () => {
    expect(findWrongDirections(imports)).toEqual([]);
  });

  test('has no cycle', () => {
    expect(findCycles(imports).map((cycle) => cycle.join(' → '))).toEqual([]);
  });

  test('has no file over 400 lines', () => {
    expect(findLongFiles(files)).toEqual([]);
  });

  test('has no short file that only one other needs', () => {
    expect(findLonelyFiles(files, imports)).toEqual([]);
  });

  test('names its files for what is inside', () => {
    expect(findBadNames(files)).toEqual([]);
  });

  test('promises nothing', () => {
    expect(findMarketingWords(files)).toEqual([]);
  });

  test('gives every prepared statement a name of its own', () => {
    expect(findSharedStatementNames(files)).toEqual([]);
  });

  test('gives browsers nothing that needs Node', () => {
    expect(findNodeInBrowsers(imports)).toEqual([]);
  });

  test('decides with nothing that browsers work out differently', () => {
    expect(findInexactDecisions(files, imports)).toEqual([]);
  });

  test('sends commands in one way', () => {
    expect(findOwnWaysToSend(files)).toEqual([]);
  });

  test('keeps what an address says in one way', () => {
    expect(findOwnAddresses(files)).toEqual([]);
  });

  test('asks and checks in one way', () => {
    expect(findOwnForms(files)).toEqual([]);
  });

  test('has style sheets only where utilities do not reach', () => {
    expect(findOwnSheets(files)).toEqual([]);
  });

  test('has no escape from the type checker and no test left out silently', () => {
    expect(findEscapes(files)).toEqual([]);
  });

  test.each([SPEC_MESSAGES, SPEC_LABELS].flatMap((texts) => Object.entries(texts)))(
    'shows the texts of the specification: %s',
    (_, texts) => {
      expect(findMissingTexts(texts, files)).toEqual([]);
    },
  );
});

/** A file of the sample; the rules see nothing else. */
function sample(path: string, text: string): SourceFile {
  return { path, text };
}

function directions(from: string, specifier: string): string[] {
  return findWrongDirections(readImports([sample(from, `import { x } from '${specifier}';`)]));
}

describe('a wrong direction is found', () => {
  const platform = 'apps/server/src/platform';
  const modules = 'apps/server/src/modules';
  const web = 'apps/web/app';

  test.each([
    ['money imports trading', 'packages/money/src/amount.ts', '@botdepot/trading'],
    ['trading imports money', 'packages/trading/src/engine.ts', '@botdepot/money'],
    ['trading reads files', 'packages/trading/src/engine.ts', 'node:fs/promises'],
    ['the contract imports the server', 'packages/contract/src/index.ts', '../../../apps/server/src/app.ts'],
    ['the web imports trading', `${web}/lib/numbers.ts`, '@botdepot/trading'],
    ['a feature imports the engine itself', `${web}/features/bots/card.tsx`, '@botdepot/trading'],
    ['the web imports the server', `${web}/routes/x.tsx`, '../../../server/src/app.ts'],
    ['a feature imports another', `${web}/features/bots/card.tsx`, '../wallet/balance.ts'],
    ['an entity imports a feature', `${web}/entities/bot/offer.tsx`, '../../features/bots/card.tsx'],
    ['ui imports an entity', `${web}/ui/button.tsx`, '../entities/bot/offer.tsx'],
    ['ui imports a feature', `${web}/ui/button.tsx`, '../features/bots/card.tsx'],
    ['lib imports ui', `${web}/lib/urls.ts`, '../ui/button.tsx'],
    ['a feature imports a route', `${web}/features/bots/card.tsx`, '../../routes/app/bots.tsx'],
    ['platform imports a module', `${platform}/api.ts`, '../modules/wallet/index.ts'],
    ['identity imports wallet', `${modules}/identity/auth.ts`, '../wallet/index.ts'],
    ['wallet imports bots', `${modules}/wallet/index.ts`, '../bots/index.ts'],
    ['bots import the test bench', `${modules}/bots/wealth/x.ts`, '../../testbench/index.ts'],
    ['the test bench imports support', `${modules}/testbench/x.ts`, '../support/index.ts'],
    ['wallet imports admin', `${modules}/wallet/index.ts`, '../admin/index.ts'],
    ['bots go past the index of wallet', `${modules}/bots/start-bot.ts`, '../wallet/ledger/post-transfer.ts'],
    ['main goes past the index of wallet', 'apps/server/src/main.ts', './modules/wallet/wallet.router.ts'],
    ['a module imports main', `${modules}/bots/start-bot.ts`, '../../main.ts'],
    ['a module imports tools', `${modules}/bots/start-bot.ts`, '../../../../../tools/browser.ts'],
    ['a module nobody has designed', 'apps/server/src/main.ts', './modules/misc/index.ts'],
  ])('%s', (_, from, specifier) => {
    expect(directions(from, specifier)).toHaveLength(1);
  });

  test.each([
    ['bots import wallet by its index', `${modules}/bots/start-bot.ts`, '../wallet/index.ts'],
    ['support imports the test bench', `${modules}/support/desk/x.ts`, '../../testbench/index.ts'],
    ['admin imports support', `${modules}/admin/admin.router.ts`, '../support/index.ts'],
    ['a route imports a feature', `${web}/routes/app/bots.tsx`, '../../features/bots/card.tsx'],
    ['a feature imports an entity', `${web}/features/bots/card.tsx`, '../../entities/bot/offer.tsx'],
    ['a feature trades in the browser', `${web}/features/bots/card.tsx`, '@botdepot/trading/browser'],
    ['a feature imports itself', `${web}/features/bots/card.tsx`, './bots.queries.ts'],
    ['trading hashes', 'packages/trading/src/data-hash.ts', 'node:crypto'],
    [
      'a test of the server imports anything',
      'apps/server/test/race.test.ts',
      '../src/modules/wallet/ledger/ledger.ts',
    ],
  ])('but not: %s', (_, from, specifier) => {
    expect(directions(from, specifier)).toEqual([]);
  });
});

test('what browsers cannot do alike is found behind any number of imports', () => {
  const trading = 'packages/trading/src';
  const reach = (text: string) => [
    sample(`${trading}/browser.ts`, "export * from './engine.ts';"),
    sample(`${trading}/engine.ts`, "import './deep.ts';"),
    sample(`${trading}/deep.ts`, text),
  ];
  const nodes = (text: string) => findNodeInBrowsers(readImports(reach(text)));
  expect(nodes("import { createHash } from 'node:crypto';")).toHaveLength(1);
  expect(nodes("import { sha256 } from '#sha256';")).toEqual([]);
  const inexact = (text: string) => findInexactDecisions(reach(text), readImports(reach(text)));
  for (const text of ['Math.exp(x)', 'Math.pow(x, 2)', 'x ** 2', 'Math.log1p(x)', 'Math.sin(x)'])
    expect(inexact(text)).toHaveLength(1);
  for (const text of ['Math.sqrt(x)', '// x ** 2', 'Math.max(x, 2)', '/** Math.exp */'])
    expect(inexact(text)).toEqual([]);
});

test('every way to write an import is read, and comments are not', () => {
  const text = [
    "import a from './a.ts';",
    "import type { B } from './b.ts';",
    "import {\n  c,\n  d,\n} from './c.ts';",
    "export * from './d.ts';",
    "import './e.css';",
    "const f = await import('./f.ts');",
    "// import g from './g.ts';",
    "/* import h from './h.ts'; */",
    "const url = 'https://example.org'; // import './i.ts'",
  ].join('\n');
  const found = readImports([sample('tools/x.ts', text)]).map(({ specifier }) => specifier);
  expect(found.sort()).toEqual(['./a.ts', './b.ts', './c.ts', './d.ts', './e.css', './f.ts']);
});

test('a cycle is found, across files and types', () => {
  const cycle = readImports([
    sample('tools/a.ts', "import './b.ts';"),
    sample('tools/b.ts', "import type { C } from './c.ts';"),
    sample('tools/c.ts', "export { a } from './a.ts';"),
    sample('tools/d.ts', "import './a.ts';"),
  ]);
  expect(findCycles(cycle)).toEqual([['tools/a.ts', 'tools/b.ts', 'tools/c.ts', 'tools/a.ts']]);
});

test('a long file is found, from the first line too many', () => {
  const lines = (count: number) => sample('apps/server/src/x.ts', 'x\n'.repeat(count));
  expect(findLongFiles([lines(400)])).toEqual([]);
  expect(findLongFiles([lines(401)])).toHaveLength(1);
});

describe('a short file that only one other imports', () => {
  const room = 'apps/web/app/features/bots';
  const found = (...samples: SourceFile[]) => findLonelyFiles(samples, readImports(samples)).length;
  const card = sample(`${room}/card.tsx`, "import { x } from './words.ts';\n");
  const words = (count = 1) => sample(`${room}/words.ts`, 'export const x = 1;\n'.repeat(count));

  test('is found', () => expect(found(card, words())).toBe(1));
  test.each([
    ['but not when it is long', [card, words(161)]],
    ['nor when both together would be', [sample(card.path, `${card.text}${'\n//'.repeat(380)}`), words(20)]],
    ['nor when another one needs it', [card, words(), sample(`${room}/row.tsx`, card.text)]],
    ['nor when it has a test', [card, words(), sample(`${room}/words.test.ts`, card.text)]],
    ['nor when it is a form', [card, sample(`${room}/words.ts`, 'export const x = () => useForm({});')]],
    ['nor when it is loaded later', [sample(card.path, "const x = await import('./words.ts');"), words()]],
    [
      'nor from another room',
      [sample('apps/web/app/ui/words.ts', 'x'), sample(`${room}/card.tsx`, "import '../../ui/words.ts';")],
    ],
    ['nor tables', [sample(`${room}/a.ts`, "import './b.schema.ts';"), sample(`${room}/b.schema.ts`, 'x')]],
  ])('%s', (_, samples) => expect(found(...samples)).toBe(0));
});

test.each([
  ['apps/web/app/ui/MoneyInput.tsx', 1],
  ['apps/web/app/ui/money_input.tsx', 1],
  ['apps/server/src/platform/utils.ts', 1],
  ['apps/server/src/platform/helpers/dates.ts', 1],
  ['apps/server/src/modules/wallet/wallet-manager.ts', 1],
  ['packages/contract/src/common.ts', 1],
  ['apps/server/src/modules/wallet/ledger.store.ts', 0],
  ['packages/contract/src/errors.de.ts', 0],
  ['apps/server/src/modules/identity/common-words.ts', 0],
  ['docs/README.md', 0],
])('the name %s has %i faults', (path, count) => {
  expect(findBadNames([sample(path, '')])).toHaveLength(count);
});

test.each([
  'Garantiert 5 % am Tag',
  'völlig risikofrei',
  'eine sichere Rendite',
  'sicherer Gewinn',
  'passives  Einkommen',
])('the words „%s“ are found in the product, and only there', (text) => {
  expect(findMarketingWords([sample('apps/web/app/routes/x.tsx', text)])).toHaveLength(1);
  expect(findMarketingWords([sample('apps/web/app/routes/x.test.tsx', text)])).toEqual([]);
});

test('two prepared statements of one name are found, wherever they stand', () => {
  const statement = (name: string) => `query({\n  name: '${name}',\n  text: 'SELECT 1',\n})`;
  const store = (path: string, ...names: string[]) =>
    sample(`apps/server/src/${path}`, names.map(statement).join('\n'));
  expect(findSharedStatementNames([store('a.ts', 'one'), store('b.ts', 'two', 'three')])).toEqual([]);
  expect(findSharedStatementNames([store('a.ts', 'one'), store('b.ts', 'one')])).toHaveLength(1);
  expect(findSharedStatementNames([store('a.ts', 'one', 'one')])).toHaveLength(1);
});

test.each([
  ["import { useMutation } from '@tanstack/react-query';", 'apps/web/app/features/bots/x.ts', 1],
  ['{ context: { idempotencyKey } }', 'apps/web/app/features/bots/x.ts', 1],
  ["import { useMutation } from '@tanstack/react-query';", 'apps/web/app/lib/x.ts', 0],
  ["import { useQuery } from '@tanstack/react-query';", 'apps/web/app/features/bots/x.ts', 0],
])('%j in %s is %i ways of its own to send', (text, path, count) => {
  expect(findOwnWaysToSend([sample(path, text)])).toHaveLength(count);
});

test.each([
  ['const [params, setParams] = useSearchParams();', 'apps/web/app/features/wallet/x.tsx', 1],
  ['const [, setParams] = useSearchParams();', 'apps/web/app/routes/app/x.tsx', 1],
  ['const [params] = useSearchParams();', 'apps/web/app/features/wallet/x.tsx', 0],
  ['const [params, setParams] = useSearchParams();', 'apps/web/app/lib/x.ts', 0],
])('%j in %s is %i addresses of its own', (text, path, count) => {
  expect(findOwnAddresses([sample(path, text)])).toHaveLength(count);
});

test.each([
  ['<form onSubmit={submit} noValidate>', 'apps/web/app/features/wallet/x.tsx', 1],
  ['<form\n  className={classes.form}\n  onSubmit={submit}\n>', 'apps/web/app/ui/x.tsx', 1],
  ['<form {...form.props(send)}></form><form onSubmit={send}>', 'apps/web/app/ui/x.tsx', 1],
  [
    'const [pending, setPending] = useState(false);\n<form {...form.props(send)}>',
    'apps/web/app/ui/x.tsx',
    1,
  ],
  ['<form\n  {...form.props(send)}\n  className={classes.form}\n>', 'apps/web/app/ui/x.tsx', 0],
  ['const [pending, setPending] = useState(false);', 'apps/web/app/ui/x.tsx', 0],
  ['<form onSubmit={submit}>', 'apps/web/app/features/admin/desk/desk-composer.tsx', 0],
])('%j in %s is %i forms of its own', (text, path, count) => {
  expect(findOwnForms([sample(path, text)])).toHaveLength(count);
});

test.each([
  ['apps/web/app/features/wallet/wallet.module.css', 1],
  ['apps/web/app/ui/panel.css', 1],
  ['apps/web/app/ui/table/data-table.module.css', 0],
  ['apps/web/app/ui/theme/tokens.css', 0],
  ['apps/web/public/api-reference/reference.css', 0],
])('%s is %i style sheets too many', (path, count) => {
  expect(findOwnSheets([sample(path, '.a {}')])).toHaveLength(count);
});

// The samples are texts, not code: each is what the rule must find, or must let pass, in somebody's file.
test.each([
  ["it.todo('x');", 1],
  ["await page.unroute('**/api/wallet');", 1],
  ["await page.route('**/api/wallet', answer, { times: 1 });", 1],
  ['// @ts-expect-error\nx();', 1],
  ['// @ts-expect-error the type must refuse this\nx();', 0],
  ['// @Ts-Expect-Error\nx();', 1],
  ['// A note to oneself: fixme', 1],
  ['/**\n * Todo: the rest\n */', 1],
  ['// @TS-NoCheck', 1],
  ['list.todo(3);', 0],
  ["await page.unrouteAll({ behavior: 'ignoreErrors' });", 0],
])('%j has %i escapes', (text, count) => {
  expect(findEscapes([sample('apps/server/src/x.ts', text)])).toHaveLength(count);
});

describe('a text of the specification is missing', () => {
  const missing = (wanted: string, text: string) =>
    findMissingTexts([wanted], [sample('apps/web/app/x.tsx', text)]);

  test.each([
    ['when one letter differs', 'Bot beendet', "toast('Bot Beendet')"],
    ['when it is only part of another text', 'Fehler', "toast('Fehler beim Anmelden')"],
    ['when a space has become a non-breaking one', 'Bot beendet', "toast('Bot\u00a0beendet')"],
  ])('%s', (_, wanted, text) => {
    expect(missing(wanted, text)).toEqual([wanted]);
  });

  test.each([
    ['in a string', 'Bot beendet', "toast('Bot beendet')"],
    ['as text of an element that the formatter has broken', 'Bot beendet', '<p>\n  Bot\n  beendet\n</p>'],
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the sample is source code that contains a template
    ['with a value', 'Willkommen zurück bei {brand}.', 'text: `Willkommen zurück bei ${BRAND_NAME}.`'],
  ])('but not %s', (_, wanted, text) => {
    expect(missing(wanted, text)).toEqual([]);
  });

  test('in a test it does not count', () => {
    const file = sample('apps/web/app/x.test.tsx', "'Bot beendet'");
    expect(findMissingTexts(['Bot beendet'], [file])).toEqual(['Bot beendet']);
  });
});
