// The diagram of docs and design, as a table. A zone may import itself and what stands beside it; nothing else.
import type { Import } from './imports.ts';

type Zone = string;

/** Everything the sentence „every module ─► platform“ and the arrows of the diagram say. */
const MAY_IMPORT: Record<Zone, readonly Zone[]> = {
  money: [],
  trading: [],
  contract: ['money'],

  'web:lib': ['contract', 'money'],
  'web:ui': ['web:lib', 'contract', 'money'],
  'web:entities': ['web:ui', 'web:lib', 'contract', 'money'],
  // Rules are traded and judged in the browser as well, through the entry of `trading` that is made for it.
  'web:feature': ['web:entities', 'web:ui', 'web:lib', 'contract', 'money', 'trading'],
  'web:routes': ['web:feature', 'web:entities', 'web:ui', 'web:lib', 'contract', 'money'],
  // The build makes files of the theme.
  // While it builds it may compute; what it computes is in the build, what computes it is not.
  'web:config': ['web:ui', 'web:lib', 'contract', 'money', 'trading'],

  'server:platform': ['contract', 'money', 'trading'],
  'server:identity': ['server:platform', 'contract', 'money', 'trading'],
  'server:markets': ['server:platform', 'contract', 'money', 'trading'],
  'server:notifications': ['server:identity', 'server:platform', 'contract', 'money', 'trading'],
  'server:wallet': [
    'server:identity',
    'server:notifications',
    'server:platform',
    'contract',
    'money',
    'trading',
  ],
  'server:bots': [
    'server:wallet',
    'server:markets',
    'server:notifications',
    'server:platform',
    'contract',
    'money',
    'trading',
  ],
  'server:testbench': [
    'server:identity',
    'server:notifications',
    'server:wallet',
    'server:markets',
    'server:bots',
    'server:platform',
    'contract',
    'money',
    'trading',
  ],
  'server:support': [
    'server:identity',
    'server:notifications',
    'server:wallet',
    'server:bots',
    'server:testbench',
    'server:platform',
    'contract',
    'money',
    'trading',
  ],
  'server:admin': [
    'server:identity',
    'server:markets',
    'server:bots',
    'server:testbench',
    'server:wallet',
    'server:support',
    'server:notifications',
    'server:platform',
    'contract',
    'money',
    'trading',
  ],
};

/** main.ts, commands and seeds put everything together; tests and tools may look at everything. Nobody imports them. */
const COMPOSERS: ReadonlySet<Zone> = new Set(['server:root', 'tools']);

/** What browsers may have of `trading`. */
export const BROWSER_ENTRY = 'packages/trading/src/browser.ts';

const MODULES = ['identity', 'markets', 'bots', 'testbench', 'wallet', 'support', 'notifications', 'admin'];
const DOING_IO =
  /^node:(fs|net|http|https|http2|tls|dns|dgram|child_process|cluster|worker_threads|readline|repl|os|process|inspector|sqlite)(\/|$)/;

export function zoneOf(path: string): Zone {
  const pure = /^packages\/(money|trading|contract)\//.exec(path)?.[1];
  if (pure !== undefined) return pure;
  if (/^(tools|test|bench|\.ci)\//.test(path) || /^apps\/server\/(test|drizzle)/.test(path)) return 'tools';
  if (path.startsWith('apps/web/')) return webZoneOf(path);
  const module = /^apps\/server\/src\/modules\/([^/]+)\//.exec(path)?.[1];
  if (module !== undefined) return `server:${module}`;
  if (path.startsWith('apps/server/src/platform/')) return 'server:platform';
  if (path.startsWith('apps/server/src/')) return 'server:root';
  return 'tools';
}

function webZoneOf(path: string): Zone {
  const part = /^apps\/web\/app\/(features|entities|ui|lib)\//.exec(path)?.[1];
  if (part === 'features') return 'web:feature';
  if (part !== undefined) return `web:${part}`;
  return path.startsWith('apps/web/app/') ? 'web:routes' : 'web:config';
}

/** One sentence per import that runs against the diagram. */
export function findWrongDirections(imports: Import[]): string[] {
  return imports.flatMap((found) => {
    const problem = problemOf(found);
    return problem === undefined ? [] : [`${found.from} imports ${found.specifier}: ${problem}`];
  });
}

function problemOf({ from, specifier, target }: Import): string | undefined {
  const zone = zoneOf(from);
  // What only tests import, like a loader of real candles, is a test's part too.
  const isTest = /\.test\.tsx?$|^packages\/\w+\/src\/testing\//.test(from);
  if ((zone === 'money' || zone === 'trading') && !isTest && DOING_IO.test(specifier))
    return `${zone} does no I/O`;
  if (target === undefined || target.includes('/.react-router/') || target.includes('/+types/'))
    return undefined;
  const targetZone = zoneOf(target);
  if (zone === 'tools') return undefined;
  // Also a test beside its subject may use the workbench.
  if (isTest && targetZone === 'tools') return undefined;
  if (zone === 'server:root') return targetZone === 'server:root' ? undefined : throughIndex(from, target);
  if (COMPOSERS.has(targetZone))
    return `nobody imports ${targetZone === 'tools' ? 'tools and tests' : 'the composition root'}`;
  if (zone === targetZone) return zone === 'web:feature' ? otherFeature(from, target) : undefined;
  if (!(MAY_IMPORT[zone] ?? []).includes(targetZone)) return `${zone} must not import ${targetZone}`;
  if (zone === 'web:feature' && targetZone === 'trading' && target !== BROWSER_ENTRY)
    return 'browsers take trading from its entry for them';
  return throughIndex(from, target);
}

function otherFeature(from: string, target: string): string | undefined {
  const feature = (path: string) => path.split('/')[4];
  return feature(from) === feature(target) ? undefined : 'no feature imports another feature';
}

function throughIndex(from: string, target: string): string | undefined {
  const module = /^apps\/server\/src\/modules\/([^/]+)\//.exec(target)?.[1];
  if (module === undefined || from.startsWith(`apps/server/src/modules/${module}/`)) return undefined;
  if (!MODULES.includes(module)) return `„${module}“ is no module of the design`;
  if (target === `apps/server/src/modules/${module}/index.ts`) return undefined;
  return 'modules meet only through their index.ts';
}
