import { cpSync, existsSync, mkdirSync, readdirSync, renameSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { ensureBuilt } from './build.mjs';
import { Explained, run, withProgress } from './child.mjs';
import { endWithNpm } from './end-with-npm.mjs';
import { withoutInstallation } from './environment.mjs';
import { ensureInstalled } from './install.mjs';
import { LOCAL, NODE, scriptOf } from './paths.mjs';
import { explaining } from './start.mjs';

const BUILDS = join(LOCAL, 'pictures');

/**
 * Without arguments the pictures that the landing page shows are made anew.
 * @param {string[]} args A revision, and what Playwright is told besides, as the names of some specs.
 */
export async function pictures([revision, ...rest]) {
  endWithNpm();
  await explaining(async () => {
    const env = withoutInstallation(process.env);
    await ensureInstalled('everything');
    if (revision === undefined) {
      await ensureBuilt(env);
      const { code } = await run({ command: NODE, args: [join('test', 'e2e', 'landing-pictures.ts')], env });
      process.exitCode = code;
      return;
    }
    const commit = (await git('rev-parse', '--verify', `${revision}^{commit}`)).trim();
    const base = join(BUILDS, commit);
    if (!existsSync(base))
      await withProgress(`Weboberfläche von ${revision} bauen`, () => buildRevision(commit, base, env));
    await ensureBuilt(env);
    const { code } = await run({
      command: NODE,
      args: [scriptOf('@playwright/test/cli.js'), 'test', '-c', 'test/e2e/pictures.config.ts', ...rest],
      env: { ...env, PICTURES_BASE: base },
    });
    process.exitCode = code;
  });
}

/**
 * With the packages that are installed for the work tree: below it, they are found. Only our own ones belong to the revision.
 * @param {string} commit
 * @param {string} target
 * @param {NodeJS.ProcessEnv} env
 */
async function buildRevision(commit, target, env) {
  const tree = join(BUILDS, `tree-${process.pid}`);
  await git('worktree', 'add', '--detach', tree, commit);
  try {
    const ours = join(tree, 'node_modules', '@botdepot');
    mkdirSync(ours, { recursive: true });
    for (const name of readdirSync(join(tree, 'packages')))
      symlinkSync(join(tree, 'packages', name), join(ours, name), 'dir');
    const web = join(tree, 'apps', 'web');
    await finish({
      command: NODE,
      args: [scriptOf('@react-router/dev/bin.cjs', 'apps/web'), 'build'],
      cwd: web,
      env: { ...env, NODE_ENV: 'production' },
    });
    cpSync(join(web, 'build', 'client'), `${target}.neu`, { recursive: true });
    renameSync(`${target}.neu`, target);
  } finally {
    await git('worktree', 'remove', '--force', tree);
  }
}

/** @param {...string} args */
const git = (...args) => finish({ command: 'git', args });

/** @param {import('./child.mjs').Task} task */
async function finish(task) {
  const { code, output } = await run({ ...task, quiet: true });
  if (code !== 0) throw new Explained(`${[task.command, ...task.args].join(' ')}\n${output.trim()}`);
  return output;
}
