import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { installationSecret, keepSecret, SECRET_FILE } from './installation-secret.ts';

let dataDir: string;
let path: string;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'botdepot-secret-'));
  path = join(dataDir, SECRET_FILE);
});
afterEach(() => rm(dataDir, { recursive: true, force: true }));

describe('the secret of an installation', () => {
  it('is made once, for the owner alone, and nothing else stays', async () => {
    const secret = await installationSecret(dataDir, undefined);
    expect(secret).toMatch(/^[0-9a-f]{64}$/);
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    expect(await installationSecret(dataDir, undefined)).toBe(secret);
    expect(await readdir(dataDir)).toEqual([SECRET_FILE]);
  });

  it('of the environment is the one, and then none is made', async () => {
    expect(await installationSecret(dataDir, 'x'.repeat(32))).toBe('x'.repeat(32));
    expect(await readdir(dataDir)).toEqual([]);
  });

  it('is the same for all that start at once', async () => {
    const secrets = await Promise.all(
      Array.from({ length: 20 }, () => installationSecret(dataDir, undefined)),
    );
    expect(new Set(secrets).size).toBe(1);
    expect(await readdir(dataDir)).toEqual([SECRET_FILE]);
  });

  it.each([
    ['empty', ''],
    ['an empty line', '\n'],
    ['cut off', 'a1'.repeat(20)],
    ['zeros, as a lost write leaves them', '\0'.repeat(65)],
    ['a short word', 'geheim\n'],
  ])('that is %s is refused, with what to do, and stays as it is', async (_, text) => {
    await writeFile(path, text);
    await expect(installationSecret(dataDir, undefined)).rejects.toThrow(
      new RegExp(`${SECRET_FILE}.*unvollständig.*Sicherung.*löschen Sie die Datei`),
    );
    expect(await readFile(path, 'utf8')).toBe(text);
  });

  it('may have been put there by hand, as long as AUTH_SECRET must be', async () => {
    await writeFile(path, 'Ein langer Satz, den niemand errät.\n');
    expect(await installationSecret(dataDir, undefined)).toBe('Ein langer Satz, den niemand errät.');
  });

  it('that cannot be read or kept fails the start, and none is made up', async () => {
    await mkdir(path);
    await expect(installationSecret(dataDir, undefined)).rejects.toThrow(/EISDIR/);
    await expect(installationSecret(join(dataDir, 'x'.repeat(300)), undefined)).rejects.toThrow(
      /ENAMETOOLONG/,
    );
    expect(await readdir(dataDir)).toEqual([SECRET_FILE]);
  });

  it('of a backup takes the place of none, and of no other one', async () => {
    const home = join(dataDir, 'new');
    expect(await keepSecret(home, 'of a backup\n')).toBe('of a backup\n');
    expect(await keepSecret(home, 'of another\n')).toBe('of a backup\n');
    expect(await readdir(home)).toEqual([SECRET_FILE]);
  });
});
