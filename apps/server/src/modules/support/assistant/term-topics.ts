/** What the words of trade mean, as the page of terms says it. */
import { TERMS, type Term } from '@botdepot/contract/terms';
import type { Topic } from './topic.ts';
import { wordsOf } from './words.ts';

const lineOf = (text: string): string => wordsOf(text).join(' ');

const byName = new Map<string, Term>(
  // The word of the screens comes last: where two terms share a name, it is the one that stands there.
  TERMS.flatMap((term) => term.also.map((name): [string, Term] => [lineOf(name), term])).concat(
    TERMS.map((term): [string, Term] => [lineOf(term.word), term]),
  ),
);

const ASKS_MEANING =
  /^(?:.*\b)?(?:was|wos|wofur|what|wie) (?:ist|is|isch|sind|bedeute[tn]|heiss(?:t|en)|meint|meinen|versteht man|verstehst du|verstehen sie|steht|does|are|ist gemeint)(?: (?:eigentlich|denn|genau|hier|bitte|man|unter|mit|bei|beim|das wort|der begriff|ihr|sie|so|a|an|the|nochmal|noch mal)\b)*|^(?:.*\b)?(?:erklar\w*|definier\w*|definition|bedeutung|begriff|explain)(?: (?:sie|mir|uns|bitte|mal|was|den|von|des|der|begriff|wort|das)\b)*/;
/** „Hebel, was ist das?“ */
const ASKED_AFTERWARDS =
  /^(.+) (?:(?:was|wos) (?:ist|is|isch|bedeutet|heisst|meint|soll) (?:das|des|der|die|damit)|bedeutung|definition)\b/;
const AROUND =
  /\b(?:ein|eine|einen|einem|einer|eines|der|die|das|den|dem|des|von|vom|mit|unter|bei|beim|im|in|eigentlich|denn|genau|hier|bitte|ist|bedeutet|heisst|mean|gemeint|hallo|guten|tag|so|mein|meine|mir|sie|mal|was|und|einfach|kurz|erklart|genau|wert|zahl|bot|bots|a|the)\b/g;

/** The term whose meaning is asked for; with `alone` a term by itself asks for it too. */
export function termTopic(question: string, alone: boolean): Topic | undefined {
  const line = lineOf(question);
  const asked =
    ASKED_AFTERWARDS.exec(line)?.[1] ??
    (ASKS_MEANING.test(line) ? line.replace(ASKS_MEANING, ' ') : undefined);
  const term = (alone ? byName.get(line) : undefined) ?? (asked === undefined ? undefined : named(asked));
  return (
    term && {
      id: `term-${term.id}`,
      questions: [question],
      answer: `${term.meaning}\n\nEin Beispiel: ${term.example}`,
    }
  );
}

function named(rest: string): Term | undefined {
  const words = rest.trim();
  return byName.get(lineOf(words)) ?? byName.get(lineOf(words.replace(AROUND, ' ')));
}
