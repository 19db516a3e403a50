import type { Plugin } from 'vite';

interface ModuleGraph {
  getModuleInfo: (
    id: string,
  ) => { importers: readonly string[]; dynamicImporters: readonly string[]; code: string | null } | null;
}

const FRAMEWORK =
  /[\\/]node_modules[\\/](react|react-dom|scheduler|react-router|clsx)[\\/]|[\\/]vite[\\/]preload-helper/;
/** What a toast needs, also on a public page; the rest is menus and dialogs behind the login. */
const MANTINE_FOR_TOASTS =
  /[\\/]node_modules[\\/]@mantine[\\/](notifications|store|core[\\/]esm[\\/]core)[\\/].*\.mjs$/;
const MANTINE = /[\\/]node_modules[\\/]@mantine[\\/](core|spotlight)[\\/].*\.mjs$/;
const HOOKS = /[\\/]node_modules[\\/]@mantine[\\/]hooks[\\/]/;
/** Every page with a form needs it, and no other does. */
const FORM =
  /[\\/](node_modules[\\/](@mantine[\\/]form|klona|fast-deep-equal)[\\/]|app[\\/]lib[\\/]form[\\/]use-form\.ts)/;
/** Not the sheets of utilities, which are one file each: a page has its own and no other. */
const OURS = /[\\/](apps[\\/]web[\\/]app|packages)[\\/](?!ui[\\/]utilities[\\/])/;
const PARTS = /[\\/]app[\\/](entities|ui(?![\\/]utilities)|lib)[\\/]/;
const FRAME = /[\\/]app[\\/](root|routes[\\/]public[\\/]layout)\.tsx/;
const PAGE = /[\\/]app[\\/]routes[\\/]public[\\/](legal[\\/])?[a-z-]+\.tsx/;

const EVIDENCE = /[\\/](ai-trading|nachweis)\.tsx/;
const LANDING = /[\\/]landing\.tsx/;
const ACCESS = /[\\/](login|signup|forgot-password|reset-password|email-undo)\.tsx/;

const APP_FRAME = /[\\/]app[\\/]routes[\\/]app[\\/](layout|page-boundary)\.tsx/;
const APP_PAGE = /[\\/]app[\\/]routes[\\/](app|admin)[\\/][a-z-]+\.tsx/;
const CUSTOMERS = /[\\/]routes[\\/]app[\\/]/;

const ICON = /[\\/](Icon\w+)\.mjs$/;
const ACCOUNT_MENU = /[\\/]account-menu\.tsx/;

/** What this many public pages import, every visitor soon needs. */
const SHARED_BY = 4;
/** The same of the pages behind the login, which are more, and of those of customers among them. */
const SHARED_BY_APP = 8;
const SHARED_BY_CUSTOMERS = 3;

/**
 * What goes into one file together. Left alone, the bundler writes a file for every set of modules that the same pages
 * import: forty requests for one page, each packed worse than together, and all of them listed for every page in the
 * router's manifest. A group takes along what its modules import, so it must be closed: what the frame or most pages
 * import imports nothing that they do not.
 */
const GROUPS = [
  { name: 'framework', test: FRAMEWORK, priority: 3 },
  { name: 'hooks', test: HOOKS, priority: 3 },
  { name: 'mantine-toasts', test: MANTINE_FOR_TOASTS, priority: 3 },
  { name: 'mantine', test: MANTINE, priority: 2 },
  { name: 'form', test: FORM, priority: 2 },
  {
    name: (id: string, graph: ModuleGraph) => (isOnMostPages(id, graph) ? 'site' : null),
    debugName: 'site',
    test: OURS,
    priority: 1,
  },
  {
    name: (id: string, graph: ModuleGraph) => (isOfEvidence(id, graph) ? 'evidence' : null),
    debugName: 'evidence',
    test: PARTS,
    priority: 0,
  },
  {
    name: (id: string, graph: ModuleGraph) => (isOfSheets(id, graph) ? 'sheets' : null),
    debugName: 'sheets',
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
];

/** A plugin, since the router would overwrite what the configuration says of entries. */
export function chunks(): Plugin {
  return {
    name: 'chunks',
    buildStart: () => knownIcons.clear(),
    configEnvironment: (name) =>
      name === 'client'
        ? {
            build: {
              rolldownOptions: {
                // Or every icon that there is would be read.
                experimental: { lazyBarrel: true },
                output: { codeSplitting: { groups: GROUPS } },
                // A group without its dependencies needs routes that may export more than they do.
                preserveEntrySignatures: 'allow-extension',
              },
            },
          }
        : undefined,
  };
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

/** The frame behind the login, with the libraries it is made of, and what many pages there share. */
function isOfApp(id: string, graph: ModuleGraph): boolean {
  const importers = [...reach(id, (at) => directImportersOf(at, graph))];
  if (importers.some((importer) => APP_FRAME.test(importer))) return !APP_FRAME.test(id);
  if (APP_PAGE.test(id)) return false;
  const pages = [...new Set(importers.map((importer) => APP_PAGE.exec(importer)?.[0] ?? ''))];
  const ofCustomers = pages.filter((page) => CUSTOMERS.test(page));
  return pages.filter(Boolean).length >= SHARED_BY_APP || ofCustomers.length >= SHARED_BY_CUSTOMERS;
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

/** What imports a module. An icon is imported by the list of all icons, so there who takes it is asked. */
function directImportersOf(id: string, graph: ModuleGraph): readonly string[] {
  const importers = graph.getModuleInfo(id)?.importers ?? [];
  const icon = ICON.exec(id)?.[1];
  if (icon === undefined) return importers;
  return importers
    .flatMap((list) => graph.getModuleInfo(list)?.importers ?? [])
    .filter((importer) => OURS.test(importer) && iconsIn(importer, graph).has(icon));
}

/** Of the build that runs: asking the bundler for the same text once per icon was half of a build. */
const knownIcons = new Map<string, ReadonlySet<string>>();

/** The icons that a module names. */
function iconsIn(id: string, graph: ModuleGraph): ReadonlySet<string> {
  const known = knownIcons.get(id) ?? new Set(graph.getModuleInfo(id)?.code?.match(/\bIcon\w+/g));
  knownIcons.set(id, known);
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
