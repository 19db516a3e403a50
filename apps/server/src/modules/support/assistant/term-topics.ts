/** What the words of trade mean, as the page of terms says it. */
import { TERMS, type Term } from '@botdepot/contract/terms';
import { OUR_TEXTS } from './knowledge.ts';
import type { Topic } from './topic.ts';
import { wordsOf } from './words.ts';

const lineOf = (text: string): string => wordsOf(text).join(' ');

type Named = { term: Term; name: string };

const byName = new Map<string, Named>(
  // The word of the screens comes last: where two terms share a name, it is the one that stands there.
  [
    ...TERMS.flatMap((term) => term.also.map((name) => ({ term, name }))),
    ...TERMS.map((term) => ({ term, name: term.word })),
  ].map((named) => [lineOf(named.name), named]),
);

/** „Wie steht …?“ and „Was ist mit …?“ ask how something is. */
const ASKS_MEANING =
  /^(?:.*\b)?(?!wie steht\b|was is?t? mit (?!.*\bgemeint))(?:was|wos|wofur|what|wie) (?:ist|is|isch|sind|bedeute[tn]|heiss(?:t|en)|meint|meinen|versteht man|verstehst du|verstehen sie|steht|does|are|ist gemeint)(?: (?:eigentlich|denn|genau|hier|bitte|man|unter|mit|bei|beim|das wort|der begriff|ihr|sie|so|a|an|the|nochmal|noch mal)\b)*|^(?:.*\b)?(?:erklar\w*|definier\w*|definition|bedeutung|begriff|explain)(?: (?:sie|mir|uns|bitte|mal|was|den|von|des|der|begriff|wort|das)\b)*/;
/** „Hebel, was ist das?“ */
const ASKED_AFTERWARDS =
  /^(.+) (?:(?:was|wos) (?:ist|is|isch|bedeutet|heisst|meint|soll) (?:das|des|der|die|damit)|bedeutung|definition)\b/;
const AROUND =
  /\b(?:ein|eine|einen|einem|einer|eines|der|die|das|den|dem|des|von|vom|mit|unter|bei|beim|im|in|eigentlich|denn|genau|hier|bitte|ist|bedeutet|heisst|mean|gemeint|hallo|guten|tag|so|mein|meine|mir|sie|mal|was|und|einfach|kurz|erklart|genau|wert|zahl|bot|bots|a|the)\b/g;

/** The term whose meaning is asked for; with `alone` a term by itself asks for it too, and one that is misspelt is heard. */
export function termTopic(question: string, alone: boolean): Topic | undefined {
  const line = lineOf(question);
  const asked =
    ASKED_AFTERWARDS.exec(line)?.[1] ??
    (ASKS_MEANING.test(line) ? line.replace(ASKS_MEANING, ' ') : undefined);
  const wanted = [
    ...(alone ? [line] : []),
    ...(asked === undefined ? [] : [asked, asked.replace(AROUND, ' ')].map(lineOf)),
  ];
  const found = firstOf(wanted, (name) => byName.get(name));
  const near = alone && !found ? firstOf(wanted, misspelt) : undefined;
  const { term } = found ?? near ?? {};
  return (
    term && {
      id: `term-${term.id}`,
      questions: [question],
      answer: `${near ? `Sie meinen vermutlich „${near.name}“. ` : ''}${term.meaning}\n\nEin Beispiel: ${term.example}`,
    }
  );
}

const firstOf = (lines: readonly string[], find: (line: string) => Named | undefined): Named | undefined =>
  lines.map(find).find((named) => named !== undefined);

/** What the platform itself says or is asked is spelt right: „Verlauf“ is not meant for „Vorlauf“. */
const known = new Set(
  [...OUR_TEXTS, ...TERMS.flatMap(({ meaning, example }) => [meaning, example])].flatMap(wordsOf),
);

/** So many slips are forgiven by the length of a name; shorter ones are too near to other words. */
const SLIPS = [
  { slips: 1, from: 5 },
  { slips: 2, from: 12 },
];

/** The name that somebody meant who writes it so, the one with the fewest slips. */
function misspelt(line: string): Named | undefined {
  if (line.split(' ').every((word) => known.has(word))) return undefined;
  const near = ({ slips, from }: (typeof SLIPS)[number]) =>
    // Hardly anybody misses the first letter.
    [...byName].find(([name]) => name.length >= from && name[0] === line[0] && isNear(name, line, slips));
  return SLIPS.map(near).find((found) => found !== undefined)?.[1];
}

/** Whether one becomes the other by so many letters that are missing, too many, others, or change places. */
function isNear(one: string, other: string, slips: number): boolean {
  if (one === other) return true;
  if (one[0] === other[0]) return isNear(one.slice(1), other.slice(1), slips);
  if (slips === 0) return false;
  const changesPlaces = one[0] === other[1] && one[1] === other[0];
  return (
    isNear(one.slice(1), other, slips - 1) ||
    isNear(one, other.slice(1), slips - 1) ||
    isNear(one.slice(1), other.slice(1), slips - 1) ||
    (changesPlaces && isNear(one.slice(2), other.slice(2), slips - 1))
  );
}
