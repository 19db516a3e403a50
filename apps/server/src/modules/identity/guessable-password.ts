import { COMMON_WORDS, WALKS } from './common-words.ts';

/** What an attacker knows beside the common passwords. */
export type PasswordContext = { brandName: string; email?: string | undefined };

const SHORTEST_WALK = 4;
const LEET: Record<string, string> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
};

/**
 * Whether a password of sufficient length is still one of the first that an attacker tries: common words, keyboard
 * walks, the brand or the own e-mail address, filled up with numbers and punctuation. Local and without I/O: a check
 * against a service on the internet would make sign-up fail where there is none.
 *
 * It judges what is left when the guessable parts are taken away, not which kinds of characters there are, so three
 * or more words make a good password.
 */
export function isGuessablePassword(password: string, context: PasswordContext): boolean {
  const plain = password.normalize('NFKC').toLowerCase();
  if (new Set(plain).size <= 4 || /^(.{1,6}?)\1+.{0,3}$/su.test(plain)) return true;

  const parts = findGuessableParts(plain, context);
  const rest = [...parts.rest];
  const letters = rest.filter((character) => /\p{L}/u.test(character)).length;
  return parts.words <= 2 && rest.length <= 8 && letters <= 2;
}

/** Takes the guessable parts away. `words` counts the different common words among them, `rest` is what remains. */
function findGuessableParts(plain: string, context: PasswordContext): { words: number; rest: string } {
  // Both spellings have the same length, so a place in one is the same place in the other.
  const spellings = [plain, plain.replace(/[013457@$]/g, (character) => LEET[character] ?? character)];
  const isCovered = new Array<boolean>(plain.length).fill(false);
  const cover = (part: string): boolean => {
    let found = false;
    for (const spelling of spellings)
      for (let at = spelling.indexOf(part); at >= 0; at = spelling.indexOf(part, at + 1)) {
        found = true;
        isCovered.fill(true, at, at + part.length);
      }
    return found;
  };

  for (const part of walksIn(plain)) cover(part);
  for (const part of contextParts(context)) cover(part);
  const words = COMMON_WORDS.filter(cover);
  // „schatzi“ contains „schatz“: one word, not two.
  const distinct = words.filter((word) => !words.some((other) => other !== word && other.includes(word)));
  const rest = Array.from({ length: plain.length }, (_, at) => (isCovered[at] ? '' : plain.charAt(at))).join(
    '',
  );
  return { words: distinct.length, rest };
}

function walksIn(plain: string): string[] {
  const found: string[] = [];
  for (let start = 0; start + SHORTEST_WALK <= plain.length; start += 1) {
    let length = SHORTEST_WALK;
    while (
      start + length <= plain.length &&
      WALKS.some((walk) => walk.includes(plain.slice(start, start + length)))
    )
      length += 1;
    if (length > SHORTEST_WALK) found.push(plain.slice(start, start + length - 1));
  }
  return found;
}

/** The brand, the address and their pieces, from three characters on. */
function contextParts({ brandName, email }: PasswordContext): string[] {
  const sources = [brandName, ...(email === undefined ? [] : [email, ...email.split('@')])];
  const parts = sources.flatMap((source) => {
    const lower = source.normalize('NFKC').toLowerCase();
    return [lower, lower.replace(/[^\p{L}\p{N}]/gu, ''), ...lower.split(/[^\p{L}\p{N}]+/u)];
  });
  return [...new Set(parts)].filter((part) => part.length >= 3);
}
