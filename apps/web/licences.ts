import { readFileSync } from 'node:fs';
import type { Plugin } from 'vite';

const VIRTUAL = 'virtual:licences';
const LOCK_FILE = new URL('../../package-lock.json', import.meta.url);

/** Their drawings stand in `app/ui/icon/icons.ts`. */
const COPIED = { name: '@tabler/icons', version: '3.51.0', licence: 'MIT' };

interface LockedPackage {
  /** Where it stands under the name of another one. */
  name?: string;
  version?: string;
  license?: string;
  dev?: boolean;
  devOptional?: boolean;
  link?: boolean;
}

/** `virtual:licences`: every package that an installation runs, from the lock file, and what was copied, by name. */
export function licences(): Plugin {
  return {
    name: 'licences',
    resolveId: (id) => (id === VIRTUAL ? `\0${VIRTUAL}` : undefined),
    load: (id) => (id === `\0${VIRTUAL}` ? `export const LICENCES = ${JSON.stringify(read())};` : undefined),
  };
}

function read(): { name: string; version: string; licence: string }[] {
  const lock: { packages: Record<string, LockedPackage> } = JSON.parse(readFileSync(LOCK_FILE, 'utf8'));
  const found = new Map<string, { name: string; version: string; licence: string }>();
  for (const [path, { name: own, version, license, dev, devOptional, link }] of Object.entries(
    lock.packages,
  )) {
    const at = path.lastIndexOf('node_modules/');
    const name = own ?? path.slice(at + 'node_modules/'.length);
    if (at < 0 || link || dev || devOptional || version === undefined || name.startsWith('@botdepot/'))
      continue;
    found.set(`${name}@${version}`, { name, version, licence: license ?? 'siehe Paket' });
  }
  return [...found.values(), COPIED].sort((a, b) => (a.name < b.name ? -1 : 1));
}
