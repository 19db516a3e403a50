import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';
import { LANDING_DOCUMENT } from './landing-document.ts';

interface ModuleGraph {
  getModuleInfo: (id: string) => {
    importers: readonly string[];
    dynamicImporters: readonly string[];
    exports: readonly string[];
    code: string | null;
  } | null;
}

const FRAMEWORK = /[\\/]node_modules[\\/](react|react-dom|scheduler|clsx)[\\/]|[\\/]vite[\\/]preload-helper/;
/** Every page but the landing page, which is a document by itself. */
const ROUTER = /[\\/]node_modules[\\/]react-router[\\/]/;
/** What a toast needs, also on a public page; the rest is menus and dialogs behind the login. */
const MANTINE_FOR_TOASTS =
  /[\\/]node_modules[\\/]@mantine[\\/](notifications|store|core[\\/]esm[\\/]core)[\\/].*\.mjs$/;
const MANTINE = /[\\/]node_modules[\\/]@mantine[\\/](core|spotlight)[\\/].*\.mjs$/;
const HOOKS = /[\\/]node_modules[\\/]@mantine[\\/]hooks[\\/]/;
/** What we take of them ourselves; the rest comes with the components. */
const OUR_HOOKS = /[\\/]node_modules[\\/]@mantine[\\/]hooks[\\/]esm[\\/]use-(media-query|local-storage)[\\/]/;
/** Every page with a form needs it, and no other does. */
const FORM =
  /[\\/](node_modules[\\/](@mantine[\\/]form|klona|fast-deep-equal)[\\/]|app[\\/]lib[\\/]form[\\/]use-form\.ts)/;
/** Not the sheets of utilities, which are one file each: a page has its own and no other. */
const OURS = /[\\/](apps[\\/]web[\\/]app|packages)[\\/](?!ui[\\/]utilities[\\/])/;
const PARTS = /[\\/]app[\\/](entities|ui(?![\\/]utilities)|lib)[\\/]/;
const PARTS_AND_LIBRARIES =
  /[\\/]app[\\/](root\.tsx|(entities|features|ui(?![\\/]utilities)|lib)[\\/])|[\\/]node_modules[\\/](?!partysocket)|[\\/]packages[\\/]/;
/** Every public page loads it later, as soon as it shows a price. */
const PRICES = /[\\/]lib[\\/]live[\\/]live-prices\.ts/;
const ROOT = /[\\/]app[\\/]root\.tsx/;
const FRAME = /[\\/]app[\\/](root|routes[\\/]public[\\/]layout)\.tsx/;
/** What it needs of the frame. */
const LANDING_FRAME = /[\\/]app[\\/](routes[\\/]public[\\/]public-frame|ui[\\/]frame[\\/]html-document)\.tsx/;
const LANDING_ENTRY = /[\\/]app[\\/]entry\.landing\.tsx/;
const PAGE = /[\\/]app[\\/]routes[\\/]public[\\/](legal[\\/])?[a-z-]+\.tsx/;

const EVIDENCE = /[\\/](ai-trading|nachweis)\.tsx/;
/** Pages with dates and tables, which others are lighter without. */
const FULL = /[\\/](ai-trading|nachweis|markets|mailbox)\.tsx/;
const LANDING = /[\\/]landing\.tsx/;
const ACCESS = /[\\/](login|signup|forgot-password|reset-password|email-undo)\.tsx/;

const APP_FRAME = /[\\/]app[\\/]routes[\\/]app[\\/]layout\.tsx/;
const APP_PAGE = /[\\/]app[\\/]routes[\\/](app|admin)[\\/](testbench[\\/])?[a-z-]+\.tsx/;
const CUSTOMERS = /[\\/]routes[\\/]app[\\/]/;
/** Where a visit begins. */
const START_PAGE = /[\\/]routes[\\/]app[\\/](dashboard|bots|wallet)\.tsx/;
/** Where it begins most often. */
const FIRST_PAGE = /[\\/]routes[\\/]app[\\/]dashboard\.tsx/;

/** The router knows of no entry that comes without it. */
const LANDING_CHUNK = {
  id: fileURLToPath(new URL('app/entry.landing.tsx', import.meta.url)),
  name: LANDING_DOCUMENT,
};

/** They only pass on what others have. */
const LIST = /[\\/](packages[\\/]contract[\\/]src[\\/]index\.ts|@mantine[\\/]hooks[\\/]esm[\\/]index\.mjs)$/;
const ACCOUNT_MENU = /[\\/]account-menu\.tsx/;

/** What this many public pages import, every visitor soon needs. */
const SHARED_BY = 4;
/** The same of the pages behind the login, which are more, and of those of customers among them. */
const SHARED_BY_APP = 8;
const SHARED_BY_CUSTOMERS = 3;
/** What this many start pages import belongs to the frame. */
const SHARED_BY_START = 2;

/**
 * What goes into one file together. Left alone, the bundler writes a file for every set of modules that the same pages
 * import: forty requests for one page, each packed worse than together, and all of them listed for every page in the
 * router's manifest. A group takes along what its modules import, so it must be closed: what the frame or most pages
 * import imports nothing that they do not. A group with one entry among its modules is written as that entry (`root`, the
 * frame, a start page); with two, each is a file of its own that only passes on.
 */
const GROUPS = [
  { name: 'framework', test: FRAMEWORK, priority: 5 },
  { name: 'router', test: ROUTER, priority: 5 },
  { name: 'hooks', test: HOOKS, priority: 3 },
  { name: 'mantine-toasts', test: MANTINE_FOR_TOASTS, priority: 3 },
  { name: 'mantine', test: MANTINE, priority: 2 },
  { name: 'form', test: FORM, priority: 5 },
  {
    name: (id: string, graph: ModuleGraph) => (isOfSite(id, graph) ? 'site' : null),
    debugName: 'site',
    test: OURS,
    priority: 4,
  },
  {
    name: (id: string, graph: ModuleGraph) => (isOfPages(id, graph) ? 'pages' : null),
    debugName: 'pages',
    test: PARTS_AND_LIBRARIES,
    priority: 4,
  },
  {
    name: (id: string, graph: ModuleGraph) => (isPublic(id, graph) && isOfStart(id, graph) ? 'common' : null),
    debugName: 'common',
    test: PARTS_AND_LIBRARIES,
    priority: 0.5,
  },
  {
    name: (id: string, graph: ModuleGraph) => (isOfEvidence(id, graph) ? 'evidence' : null),
    debugName: 'evidence',
    test: PARTS,
    priority: 0,
  },
  {
    name: (id: string, graph: ModuleGraph) => (isOfAccess(id, graph) ? 'access' : null),
    debugName: 'access',
    test: OURS,
    priority: 0,
  },
  {
    name: (id: string, graph: ModuleGraph) => (isOfApp(id, graph) && !isPublic(id, graph) ? 'app' : null),
    debugName: 'app',
    priority: -1,
    // What public pages need as well stays where it is, or they would load the app with it.
    includeDependenciesRecursively: false,
  },
  {
    name: (id: string, graph: ModuleGraph) => (isPublic(id, graph) ? null : moreName(id, graph)),
    debugName: 'more',
    priority: -2,
    includeDependenciesRecursively: false,
  },
];

/** A plugin, since the router would overwrite what the configuration says of entries. */
export function chunks(): Plugin {
  return {
    name: 'chunks',
    buildStart() {
      knownWords.clear();
      if (this.environment.name === 'client') this.emitFile({ type: 'chunk', ...LANDING_CHUNK });
    },
    configEnvironment: (name) =>
      name === 'client'
        ? {
            build: {
              rolldownOptions: {
                // Or whatever the lists of libraries pass on would be read and loaded.
                experimental: { lazyBarrel: true },
                // What is one literal stands where it is named: of the file of all icons each page loads its own.
                optimization: { inlineConst: { mode: 'all' } },
                output: { codeSplitting: { groups: GROUPS } },
                // A group without its dependencies needs routes that may export more than they do.
                preserveEntrySignatures: 'allow-extension',
              },
            },
          }
        : undefined,
  };
}

/** Of the public frame and what public pages share, as much as the landing page needs. */
function isOfSite(id: string, graph: ModuleGraph): boolean {
  if (PRICES.test(id)) return true;
  const importers = allOurImportersOf(id, graph);
  if (importers.some((importer) => LANDING_FRAME.test(importer))) return true;
  if (PARTS.test(id) && isOfSheets(id, graph)) return true;
  // Styles stay together: the sheet that comes first says in which order the layers are.
  const isNeeded = id.endsWith('.css') || importers.some((importer) => LANDING_ENTRY.test(importer));
  return isNeeded && isOnMostPages(id, graph);
}

/** What every page needs that has the router, and what the app needs of public pages that are light. */
function isOfPages(id: string, graph: ModuleGraph): boolean {
  if (OUR_HOOKS.test(id) || ROOT.test(id)) return true;
  if (OURS.test(id) && isOnMostPages(id, graph) && !isOfAccess(id, graph)) return true;
  if (!isPublic(id, graph) || !isOfApp(id, graph)) return false;
  return !publicPagesOf(id, graph).some((page) => FULL.test(page));
}

/** The frame of the public pages, and what many of them share. */
function isOnMostPages(id: string, graph: ModuleGraph): boolean {
  if (allOurImportersOf(id, graph).some((importer) => FRAME.test(importer))) return true;
  return publicPagesOf(id, graph).length >= SHARED_BY;
}

/** Charts, sheets and tables of the pages that are full of them; the landing page has to be light. */
function isOfEvidence(id: string, graph: ModuleGraph): boolean {
  const pages = publicPagesOf(id, graph);
  return pages.some((page) => EVIDENCE.test(page)) && !pages.some((page) => LANDING.test(page));
}

/** The tables that the landing page shares with a few others. */
function isOfSheets(id: string, graph: ModuleGraph): boolean {
  const pages = publicPagesOf(id, graph);
  return pages.length > 1 && pages.some((page) => LANDING.test(page));
}

/** Fields and rules of the forms by which one comes in. Behind the login the settings need them as well. */
function isOfAccess(id: string, graph: ModuleGraph): boolean {
  const pages = publicPagesOf(id, graph);
  return pages.length > 1 && pages.every((page) => ACCESS.test(page));
}

/** The frame behind the login with the libraries it is made of, and what the pages share on which a visit begins. */
function isOfApp(id: string, graph: ModuleGraph): boolean {
  const importers = [...reach(id, (at) => directImportersOf(at, graph))];
  if (importers.some((importer) => APP_FRAME.test(importer))) return true;
  if (APP_PAGE.test(id)) return false;
  const starts = namesOf(importers, START_PAGE);
  if (starts.length >= SHARED_BY_START) return true;
  return starts.some((page) => FIRST_PAGE.test(page)) && namesOf(importers, APP_PAGE).length > 1;
}

/** What many pages behind the login share beyond that; what a start page has in common with others comes with that page. */
function moreName(id: string, graph: ModuleGraph): string | null {
  const pages = namesOf([...reach(id, (at) => directImportersOf(at, graph))], APP_PAGE);
  const [start] = namesOf(pages, START_PAGE);
  if (start !== undefined) return startName(start);
  if (APP_PAGE.test(id)) return null;
  const ofCustomers = pages.filter((page) => CUSTOMERS.test(page));
  return pages.length >= SHARED_BY_APP || ofCustomers.length >= SHARED_BY_CUSTOMERS ? 'more' : null;
}

const startName = (page: string): string => START_PAGE.exec(page)?.[1] ?? '';

/** What matches in these, each once: the router makes several modules of a page. */
const namesOf = (ids: readonly string[], pattern: RegExp): string[] => [
  ...new Set(ids.flatMap((id) => pattern.exec(id)?.[0] ?? [])),
];

/** What the pages on which a visit begins need, with their frame. */
function isOfStart(id: string, graph: ModuleGraph): boolean {
  if (isOfApp(id, graph)) return true;
  const importers = [...reach(id, (at) => directImportersOf(at, graph))];
  return publicPagesOf(id, graph).length > 0 && importers.some((importer) => START_PAGE.test(importer));
}

/** Needed by a public page, at once or later: a toast, say. Only who is logged in opens the menu of an account. */
function isPublic(id: string, graph: ModuleGraph): boolean {
  const importers = reach(id, (at) =>
    ACCOUNT_MENU.test(at)
      ? []
      : [...directImportersOf(at, graph), ...(graph.getModuleInfo(at)?.dynamicImporters ?? [])],
  );
  return [...importers].some((importer) => FRAME.test(importer) || PAGE.test(importer));
}

/** What imports a module. Where a list passes it on, those who take it by name from there. */
function directImportersOf(id: string, graph: ModuleGraph): readonly string[] {
  const { importers = [], exports = [] } = graph.getModuleInfo(id) ?? {};
  return importers.flatMap((importer) => {
    if (!LIST.test(importer) || LIST.test(id)) return [importer];
    const takers = graph.getModuleInfo(importer)?.importers ?? [];
    return takers.filter(
      (taker) => OURS.test(taker) && exports.some((name) => wordsIn(taker, graph).has(name)),
    );
  });
}

/** Of the build that runs: the bundler is asked for each text once. */
const knownWords = new Map<string, ReadonlySet<string>>();

/** The names in the text of a module. */
function wordsIn(id: string, graph: ModuleGraph): ReadonlySet<string> {
  const known = knownWords.get(id) ?? new Set(graph.getModuleInfo(id)?.code?.match(/[A-Za-z_$][\w$]*/g));
  knownWords.set(id, known);
  return known;
}

/** The module itself and whatever leads to it, step by step. */
function reach(id: string, stepsFrom: (id: string) => readonly string[]): Set<string> {
  const found = new Set([id]);
  for (const at of found) for (const next of stepsFrom(at)) found.add(next);
  return found;
}

/** The public pages that import a module which is none itself, each once: the router makes several modules of a page. */
function publicPagesOf(id: string, graph: ModuleGraph): readonly string[] {
  if (PAGE.test(id)) return [];
  const pages = allOurImportersOf(id, graph).map((importer) => PAGE.exec(importer)?.[0]);
  return [...new Set(pages)].filter((page) => page !== undefined);
}

/** The module itself and what imports it, directly or through others of ours. */
function allOurImportersOf(id: string, graph: ModuleGraph): readonly string[] {
  return [...reach(id, (at) => graph.getModuleInfo(at)?.importers.filter((one) => OURS.test(one)) ?? [])];
}
