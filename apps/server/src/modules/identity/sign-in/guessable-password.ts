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

/**
 * What people build passwords from, in German and English. Compact on purpose: the rule in `guessable-password.ts` adds
 * numbers, years, punctuation, repetition and l33t spelling by itself.
 */
const words = (text: string): string[] => text.trim().split(/\s+/);

const COMMON_WORDS = words(`
  password passwort passwd pass kennwort parole geheim geheimnis secret private login logmein letmein einloggen
  zugang access admin administrator root user benutzer guest gast test tester testing changeme aendern default
  standard system server computer internet windows microsoft google apple samsung facebook instagram youtube amazon
  willkommen welcome hallo hello hallihallo guten morgen servus moin tschuess bitte danke please thank
  iloveyou ichliebedich liebe love schatz schatzi schatzilein maus mausi mausebaer hase hasi engel angel baby
  princess prinzessin sunshine sonnenschein sonne stern sternchen mond blume schmetterling butterfly flower
  sommer summer winter herbst fruehling frühling spring autumn januar februar maerz märz april juni juli august
  september oktober november dezember montag dienstag mittwoch donnerstag freitag samstag sonntag monday friday
  fussball fußball football soccer baseball basketball hockey bayern muenchen münchen dortmund borussia schalke
  hamburg berlin koeln köln frankfurt stuttgart leipzig dresden bremen hannover wien zuerich zürich deutschland
  germany oesterreich österreich schweiz
  dragon drache monkey affe tiger loewe löwe lion hund katze kaetzchen pferd hamster vogel master superman batman
  spiderman pokemon starwars matrix shadow ninja killer hunter ranger warrior freedom freiheit whatever trustno
  charlie michael thomas andreas stefan alexander daniel sebastian christian martin peter patrick florian
  jennifer jessica nicole sandra sabrina melanie stefanie julia anna maria laura sarah lisa michelle ashley
  mercedes porsche ferrari volkswagen audi bmw yamaha kawasaki motorrad auto
  schokolade chocolate kaffee coffee bier pizza cookie banane orange kirsche cherry pfirsich kuchen
  familie family mutter vater mama papa oma opa bruder schwester kinder freund freundin
  arbeit schule firma buero büro zuhause chef meister gott jesus blessed
  money geld spielgeld reich million millionaer dollar euro bitcoin crypto krypto ethereum wallet trading trader
  boerse börse aktie bot smartbot turbobot newsbot roboter invest
`);

/** Rows and diagonals of QWERTZ and QWERTY keyboards, the alphabet and the digits: runs of them are no secret. */
const WALKS = words(`
  1234567890 0987654321 123456789ß abcdefghijklmnopqrstuvwxyz zyxwvutsrqponmlkjihgfedcba
  qwertzuiopü qwertyuiop poiuztrewq poiuytrewq asdfghjklöä asdfghjkl lkjhgfdsa yxcvbnm zxcvbnm mnbvcxy mnbvcxz
  1qaz2wsx3edc4rfv5tgb6yhn7ujm 1qay2wsx3edc4rfv5tgb6zhn7ujm zaq12wsxcde34rfv yaq12wsxcde34rfv
  1q2w3e4r5t6z7u8i9o0p 1q2w3e4r5t6y7u8i9o0p q1w2e3r4t5z6u7i8o9p0 q1w2e3r4t5y6u7i8o9p0
  112233445566778899 998877665544332211 aabbccddeeff 147258369 159357 741852963 !"§$%&/()=? !@#$%^&*()
`);
