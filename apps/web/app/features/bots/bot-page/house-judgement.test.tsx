import { readFile } from 'node:fs/promises';
import type { BotReport } from '@botdepot/contract';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { HouseJudgement } from './house-judgement.tsx';

const REPORTS = new URL('../../../../../../packages/contract/reports/', import.meta.url);

async function textOf(name: string): Promise<string> {
  const report = JSON.parse(await readFile(new URL(`${name}.json`, REPORTS), 'utf8')) as BotReport;
  return renderToStaticMarkup(<HouseJudgement report={report} />)
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll(/[\s\u00a0]+/g, ' ');
}

test('the house is judged by its own measure: SmartBot is below the hurdle, and most random bots did better', async () => {
  const text = await textOf('smartbot-publication');
  expect(text).toContain('So gut wird die beste von 30 wertlosen Regeln in 97 von 100 Fällen.');
  expect(text).toMatch(
    /Gemessen 0,57 Hürde .*? 0,96 Über der Hürde .*? 20 % Dafür nötig 4,7 Jahre gemessen 43,3 Jahre/,
  );
  expect(text).toMatch(
    /^ Schlechter als Zufall\. .*? Waren schlechter .*? 16 von 1\.000 In der Mitte dieser Bot, ebenso gerechnet: \+13,37 % \+22,99 %/,
  );
});

test('what is neither good nor bad is no evidence', async () => {
  expect(await textOf('turbobot-publication')).toMatch(
    /^ Kein Nachweis, dass dieser Bot besser ist als Zufall\. .*? Waren schlechter .*? 373 von 1\.000/,
  );
});

test('what is not above zero needs no time: there is none that is long enough', async () => {
  expect(await textOf('newsbot-publication')).toMatch(/Dafür nötig .*? gemessen – /);
});
