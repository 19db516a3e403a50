/** German words as the search compares them: folded, without endings, and by one name for what means the same. */

/** `Überweisung`, `ueberweisung` and `uberweisung` become one word. */
export function foldGerman(text: string): string {
  return text
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .replace(/([aou])e/g, '$1');
}

/** The words of a text, folded. Figures are words too. */
export function wordsOf(text: string): string[] {
  return foldGerman(text).match(/[\p{L}\p{N}]+/gu) ?? [];
}

/**
 * Takes endings away: `Auszahlungen`, `auszahlen` and `ausgezahlt` share `auszahl`. After CISTEM (Weissweiler and Fraser
 * 2017), with `-ung` as an ending of its own and the `ge` of participles between prefix and stem.
 */
export function stemGerman(folded: string): string {
  let stem = folded.replace(/^(ein|aus|ab|an|auf|zu|zuruck)ge(?=.{3})/, '$1');
  stem = stem.replace(/^ge(?=.{4})/, '');
  while (stem.length > 4) {
    const shorter = stem.length > 6 ? stem.replace(/(ung|em|er|nd)$/, '') : stem;
    if (shorter !== stem) stem = shorter;
    else if (/[esnt]$/.test(stem)) stem = stem.slice(0, -1);
    else break;
  }
  return stem;
}

const STOP_WORDS = new Set(
  wordsOf(
    `aber alle als also am an auch auf aus bei beim bin bis bitte da dann das dass dein dem den denn der des die dies diese
    diesem dieser doch du ein eine einem einen einer eines er es etwas euch euer eure für gibt haben habe hat hätte ich ihr
    ihre ihren ihrem ihnen im in ist ja kann kannst können könnte konnte mal man mich mir mit
    möchte muss müssen nach nicht noch nun nur ob oder schon sehr sein seine sich sie sind so soll um und uns unser vom von
    vor war was welche welcher welches wenn werde werden wie wird wir wo wohl wollen will würde zu zum zur denn eigentlich
    the is my how do i a what where to can`,
  ),
);

/** Words that mean the same here; the first of each line stands for all. Whole words before their endings are taken. */
const SYNONYMS = new Map(
  [
    'einzahlung einzahlen einzahle eingezahlt aufladen aufgeladen überweisen überwiesen überweisung deposit gutschrift gutgeschrieben',
    'auszahlung auszahlen auszahle ausgezahlt abheben abgehoben abhebung auszubezahlen withdrawal rausholen',
    'kosten kostet gebühr gebühren kostenlos gratis provision fee fees umsonst',
    'dauer dauert lange lang wann zeit stunden minuten warten warte wartezeit bearbeitungszeit frist schnell',
    'rendite renditen ertrag erträge gewinn gewinne verdienen verdient performance profit zinsen ergebnis',
    'risiko risiken riskant riskieren verlieren verliert pleite totalverlust verlustrisiko',
    'verlust verluste verloren',
    'mindestbetrag minimum mindestens untergrenze wenigstens',
    'höchstbetrag maximum maximal obergrenze höchstens limit limits',
    'kurse kurs preis preise price prices',
    'guthaben kontostand saldo balance wallet geldbörse vermögen',
    'passwort kennwort password zugangsdaten',
    'starten starte gestartet start beginnen aktivieren anlegen investieren investiere invest',
    'beenden beende beendet stoppen stoppe stop stopp schließen anhalten',
    'prüfung geprüft offen pending wartet hängt fehlt angekommen ankommt bleibt status',
    'stornieren storno zurückziehen zurücknehmen abbrechen cancel',
    'spielgeld echt echtes echtgeld euro betrug seriös abzocke real fake',
    'prüfen nachrechnen überprüfen nachweis beweis kontrollieren nachvollziehen',
    'hallo hi hey moin servus tag morgen abend grüß',
    'mein meine meinem meinen meiner meines',
    'danke dankeschön vielen dank thanks merci',
  ].flatMap((line) => {
    const [first = '', ...others] = wordsOf(line);
    return others.map((word): [string, string] => [word, first]);
  }),
);

/** Verbs that German takes apart: the first word begins with one, the other stands later in the sentence. */
const SEPARABLE: readonly [verb: string, particle: string, whole: string][] = [
  ['zahl', 'ein', 'einzahlung'],
  ['zahl', 'aus', 'auszahlung'],
  ['lad', 'auf', 'einzahlung'],
  ['heb', 'ab', 'auszahlung'],
  ['zieh', 'zuruck', 'stornieren'],
  ['brech', 'ab', 'stornieren'],
];
const SMALLEST = 'mindest';
/** „Wie zahle ich …“ asks for the way; „wie lange“ and „wie viel“ do not. */
const HOW = /^wie (?!lang|viel|hoch|steh|lauf)/;
/** „Was habe ich verdient?“ asks about one’s own as „mein Gewinn“ does. */
const OWN = /\b(habe?|bin) ich\b/;

/** The words that a question is searched by: with what separable verbs mean, and „Mindesteinzahlung“ in its two parts. */
export function searchWordsOf(text: string): string[] {
  const words = wordsOf(text);
  const joined = SEPARABLE.filter(([verb, particle]) => {
    const at = words.findIndex((word) => word.startsWith(verb));
    return at >= 0 && words.indexOf(particle, at) > at;
  }).map(([, , whole]) => whole);
  const parts = words.flatMap((word) =>
    word.startsWith(SMALLEST) && word.length > SMALLEST.length + 5
      ? ['mindestbetrag', word.slice(SMALLEST.length)]
      : [word],
  );
  const sentence = words.join(' ');
  const asksHow = HOW.test(sentence) ? ['anleitung'] : [];
  const asksOwn = OWN.test(sentence) ? ['mein'] : [];
  return [...parts, ...joined, ...asksHow, ...asksOwn];
}

/** They say whose or in which way, not what: they help to choose between two topics and find none by themselves. */
export const HELPING_TERMS: ReadonlySet<string> = new Set(['mein', 'anleitung'].map(stemGerman));

/** The word that a term is searched by; null for one that says nothing. */
export function termOf(word: string): string | null {
  const folded = foldGerman(word);
  if (folded.length < 2 || STOP_WORDS.has(folded)) return null;
  return stemGerman(SYNONYMS.get(folded) ?? folded);
}
