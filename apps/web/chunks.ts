interface ModuleGraph {
  getModuleInfo: (id: string) => { importers: readonly string[] } | null;
}

const FRAMEWORK =
  /[\\/]node_modules[\\/](react|react-dom|scheduler|react-router)[\\/]|[\\/]vite[\\/]preload-helper/;
const OURS = /[\\/](apps[\\/]web[\\/]app|packages)[\\/]/;
const PARTS = /[\\/]app[\\/](ui|lib)[\\/]/;
const FRAME = /[\\/]app[\\/](root|routes[\\/]public[\\/]layout)\.tsx/;
const PAGE = /[\\/]app[\\/]routes[\\/]public[\\/](legal[\\/])?[a-z-]+\.tsx/;

const EVIDENCE = /[\\/](ai-trading|nachweis)\.tsx/;
const LANDING = /[\\/]landing\.tsx/;

/** What this many public pages import, every visitor soon needs. */
const SHARED_BY = 4;

/**
 * What goes into one file together. Left alone, the bundler writes a file for every set of modules that the same pages
 * import: forty requests for one page, each packed worse than together, and all of them listed for every page in the
 * router's manifest. A group takes along what its modules import, so it must be closed: what the frame or most pages
 * import imports nothing that they do not.
 */
export const CHUNKS = [
  { name: 'framework', test: FRAMEWORK, priority: 2 },
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
];

/** The frame of the public pages, and what many of them share. */
function isOnMostPages(id: string, graph: ModuleGraph): boolean {
  const importers = importersOf(id, graph);
  if (importers.some((importer) => FRAME.test(importer))) return true;
  const pages = new Set(importers.map((importer) => PAGE.exec(importer)?.[0]).filter(Boolean));
  return pages.size >= SHARED_BY && !PAGE.test(id);
}

/** Charts, sheets and tables of the pages that are full of them; the landing page has to be light. */
function isOfEvidence(id: string, graph: ModuleGraph): boolean {
  const pages = importersOf(id, graph).filter((importer) => PAGE.test(importer));
  return pages.some((page) => EVIDENCE.test(page)) && !pages.some((page) => LANDING.test(page));
}

/** The module itself and what imports it, directly or through others of ours. */
function importersOf(id: string, graph: ModuleGraph): readonly string[] {
  const found = [id];
  for (const at of found)
    for (const importer of graph.getModuleInfo(at)?.importers ?? [])
      if (OURS.test(importer) && !found.includes(importer)) found.push(importer);
  return found;
}
