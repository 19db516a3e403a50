import { fileURLToPath } from 'node:url';
import { chromium } from '@playwright/test';
import fc from 'fast-check';
import { rolldown } from 'rolldown';
import { randomRule } from '../../packages/trading/src/testing/random-rule.ts';
import { findBrowser } from '../../tools/browser.ts';
import type { Drill } from './drill.ts';
import { type FillsOfRule, fillsOf } from './rule-fills.ts';
import { BROWSERS } from './web-driver.ts';

const RULES = 200;
/** A script in a page may take so long. */
const AT_ONCE = 20;

type Engine = {
  name: string;
  evaluate<T>(script: string, ...args: unknown[]): Promise<T>;
  close(): Promise<unknown>;
};

/** A rule means the same wherever it runs: in the page that previews it, in the worker that tests it, and live. */
export const engines: Drill = {
  name: 'engines',
  title: `${RULES} zufällige Regeln handeln in Node, Chromium, Firefox und WebKit bitgleich`,
  onRequest: true,
  async run({ seed, note }) {
    const rules = fc.sample(randomRule, { numRuns: RULES, seed });
    const expected = fillsOf(rules, seed);
    const figures: Record<string, string | number> = {
      Node: `${expected.reduce((sum, { fills }) => sum + fills, 0)} Ausführungen, davon ohne eine ${expected.filter(({ fills }) => fills === 0).length} Regeln`,
    };
    const faults: string[] = [];
    const code = await bundled();
    for (const open of [openChromium, ...Object.values(BROWSERS)]) {
      const engine = await open();
      if ('missing' in engine) {
        note(`nicht dabei: ${engine.missing}`);
        continue;
      }
      try {
        const found = await fillsIn(engine, code, { rules, seed });
        const differing = found.flatMap(({ hash }, index) => (hash === expected[index]?.hash ? [] : [index]));
        figures[engine.name] = `${found.length - differing.length} von ${found.length} Regeln bitgleich`;
        for (const index of differing)
          faults.push(`${engine.name}: Regel ${index} handelt anders: ${JSON.stringify(rules[index])}`);
      } finally {
        await engine.close();
      }
    }
    return { figures, faults, struck: true };
  },
};

async function fillsIn(
  engine: Engine,
  code: string,
  { rules, seed }: { rules: Parameters<typeof fillsOf>[0]; seed: number },
): Promise<FillsOfRule[]> {
  const found: FillsOfRule[] = [];
  for (let from = 0; from < rules.length; from += AT_ONCE) {
    const some = JSON.stringify(rules.slice(from, from + AT_ONCE));
    // As text: what a driver makes of numbers on their way is nobody's concern.
    const script = `${code}; return JSON.stringify(bundle.fillsOf(JSON.parse(arguments[0]), ${seed + 100 * from}));`;
    found.push(...(JSON.parse(await engine.evaluate<string>(script, some)) as FillsOfRule[]));
  }
  return found;
}

/** As a script that leaves `bundle` behind. */
async function bundled(): Promise<string> {
  const build = await rolldown({
    input: fileURLToPath(new URL('rule-fills.ts', import.meta.url)),
    platform: 'browser',
  });
  const { output } = await build.generate({ format: 'iife', name: 'bundle' });
  await build.close();
  return output[0].code;
}

async function openChromium(): Promise<Engine> {
  const browser = await chromium.launch(await findBrowser());
  const page = await browser.newPage();
  return {
    name: `chromium ${browser.version()}`,
    evaluate: (script, ...args) => page.evaluate(`(function () { ${script} })(...${JSON.stringify(args)})`),
    close: () => browser.close(),
  };
}
