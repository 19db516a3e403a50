import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const APP = new URL('../../', import.meta.url).pathname;
const read = (path: string) => readFileSync(`${APP}${path}`, 'utf8');
const matches = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, name = '']) => name);
const keyframesOf = (css: string) => matches(css, /@keyframes ([\w-]+)/g);

it.each(globSync('**/*.css', { cwd: APP }).map((path) => [path]))(
  'the animations of %s have their keyframes beside them',
  (path) => {
    // A module gives its names to itself alone, so keyframes of another sheet are none of it.
    const css = read(path).replace(/\/\*[\s\S]*?\*\//g, '');
    const named = matches(css, /\banimation: ([\w-]+)/g).filter((name) => name !== 'none');
    expect(keyframesOf(css)).toEqual(expect.arrayContaining(named));
  },
);

it('the animations among the utilities have theirs in the base', () => {
  const named = globSync('**/*.tsx', { cwd: APP }).flatMap((path) =>
    matches(read(path), /\banimate-\[([a-z-]+)_/g),
  );
  expect(new Set(named)).toEqual(new Set(keyframesOf(read('ui/theme/base.css'))));
});
