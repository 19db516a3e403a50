// Whether each fault of `npm run faults` still stands where it is put in, and its tests where they are named and in `npm test`.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

type Fault = { what: string; file: string; from: string; to: string; caughtBy: string[] };

const ROOT = new URL('../../', import.meta.url);
const read = (path: string): string => readFileSync(new URL(path, ROOT), 'utf8');
const faults = readdirSync(new URL('.', import.meta.url))
  .filter((name) => name.endsWith('.json'))
  .flatMap((name) => JSON.parse(read(`tools/faults/${name}`)) as Fault[]);

test.each(faults)('$file: $what', ({ file, from, caughtBy }) => {
  expect(read(file).split(from)).toHaveLength(2);
  for (const place of caughtBy) {
    const [path = '', name] = place.split(' › ');
    expect(existsSync(new URL(path, ROOT)), path).toBe(true);
    if (name === undefined) continue;
    const heads = read(path)
      .split(name)
      .slice(1)
      .map((rest) => rest.split('async')[0]);
    expect(
      heads.some((head) => head?.includes('@gate')),
      `${place} is not in the gate`,
    ).toBe(true);
  }
});
