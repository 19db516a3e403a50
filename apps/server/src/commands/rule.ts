// npm run -s rule -- RULE.json | --help
import { parseArgs } from 'node:util';
import { canonicalRule, neverExits, ruleHashOf, ruleSentences, warmUpBarsOf } from '@botdepot/trading';
import type { Command } from './command.ts';
import { explainWith, printAll, Refusal } from './refusal.ts';
import { placeOf, problemLines, readRuleFile } from './rule-file.ts';

const USAGE = `Was sagt eine Regel? Liest sie, ohne Datenbank und Netz.

Aufruf:
  npm run -s rule -- DATEI.json        die Sprache steht in docs/rules.md

Ergebnis als JSON:
  sentences    die Regel in deutschen Sätzen
  warmUpBars   so viele Kerzen braucht sie vor dem Zeitraum
  warnings     was erlaubt und selten gemeint ist
  ruleHash     SHA-256 der einen Form aller Regeln, die dasselbe sagen
  canonical    diese Form
Stimmt etwas nicht, steht unter problems, was und an welcher Stelle, und der Rückgabewert ist 2.`;

const HINT = 'Alle Angaben: npm run -s rule -- --help';

export const run: Command = (args) => show(args).catch(explainWith(HINT));

if (import.meta.main) process.exitCode = await run(process.argv.slice(2));

async function show(args: readonly string[]): Promise<number> {
  const { help, file } = readArguments(args);
  if (help) {
    console.log(USAGE);
    return 0;
  }
  const { rule, problems } = await readRuleFile(file);
  if (rule === null) {
    const placed = problems.map((problem) => ({ ...problem, at: placeOf(problem) }));
    console.log(JSON.stringify({ problems: placed }, null, 2));
    for (const line of problemLines(file, problems)) console.error(line);
    return 2;
  }
  const shown = {
    sentences: ruleSentences(rule),
    warmUpBars: warmUpBarsOf(rule),
    warnings: neverExits(rule) ? ['Diese Regel verkauft nie.'] : [],
    ruleHash: ruleHashOf(rule),
    canonical: canonicalRule(rule),
  };
  await printAll(`${JSON.stringify(shown, null, 2)}\n`);
  return 0;
}

function readArguments(args: readonly string[]): { help: boolean; file: string } {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { help: { type: 'boolean' } },
    });
    const [file = '', ...others] = positionals;
    if (values.help !== true && (file === '' || others.length > 0))
      throw new Refusal('Erwartet wird genau eine Datei.');
    return { help: values.help === true, file };
  } catch (error) {
    throw error instanceof Refusal ? error : new Refusal('Diese Angabe gibt es nicht.');
  }
}
