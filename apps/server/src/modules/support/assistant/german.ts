/** Figures as the assistant writes them. */
import { MARKET_SYMBOLS, MEASURED_AFTER_DAYS, SERVICE_TIMES } from '@botdepot/contract';
import { formatRange, MINUS } from '@botdepot/money';

const NBSP = '\u00a0';

const range = ([from, to]: readonly [number, number]): string => formatRange(from, to);

/** „1–2 Stunden“, „24 Stunden“, „15–30 Minuten“: what is promised, from the catalogue. */
export const DEPOSIT_TIME = `${range(SERVICE_TIMES.depositHours)}${NBSP}Stunden`;
export const WITHDRAWAL_TIME = `${SERVICE_TIMES.withdrawalHours}${NBSP}Stunden`;
export const HUMAN_TIME = `${range(SERVICE_TIMES.humanReplyMinutes)}${NBSP}Minuten`;
export const DEPOSIT_LATE_AFTER = `${SERVICE_TIMES.depositEscalationHours}${NBSP}Stunden`;
/** After a preposition: „nach 30 Tagen“. */
export const MEASURED_AFTER = `${MEASURED_AFTER_DAYS}${NBSP}Tagen`;

const percentFormat = new Intl.NumberFormat('de-DE', { maximumFractionDigits: 2 });

/** `−2,29 %`; what is undefined reads „–“. */
export function percent(fraction: number | null, options: { signed?: boolean } = {}): string {
  if (fraction === null) return '–';
  const text = percentFormat.format(Math.abs(fraction * 100));
  const sign = !/[1-9]/.test(text) ? '' : fraction < 0 ? MINUS : options.signed ? '+' : '';
  return `${sign}${text}${NBSP}%`;
}

const timeFormat = new Intl.DateTimeFormat('de-DE', {
  timeZone: 'Europe/Berlin',
  day: '2-digit',
  month: '2-digit',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
});

/** `24.07.2025, 11:05 Uhr` in Berlin. */
export const berlinTime = (at: string): string => `${timeFormat.format(new Date(at))}${NBSP}Uhr`;

const dayAndTime = (at: string): string[] => timeFormat.format(new Date(at)).split(', ');

/** `24.11.2026, 17:00–22:00 Uhr` in Berlin; with both dates where a window runs past midnight there. */
export function berlinWindow({ startsAt, endsAt }: { startsAt: string; endsAt: string }): string {
  const [day = '', from = ''] = dayAndTime(startsAt);
  const [lastDay = '', until = ''] = dayAndTime(endsAt);
  return `${day}, ${formatRange(from, until)}${NBSP}Uhr${day === lastDay ? '' : ` (${lastDay})`}`;
}

/** With the decimals of its market: `61.234,50`. */
export function priceText(symbol: string, amount: string): string {
  const digits = MARKET_SYMBOLS.find((market) => market.symbol === symbol)?.decimals ?? 2;
  const format = { minimumFractionDigits: digits, maximumFractionDigits: digits };
  return new Intl.NumberFormat('de-DE', format).format(Number(amount));
}

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
    `ab aber alle als also am an auch auf aus bei beim bin bis bitte da dann das dass dein dem den denn der des die
    dies diese diesem dieser doch du ein eine einem einen einer eines er es gestern etwas euch euer eure für gern gerne gibt guten hab
    haben habe hat hätte heute hier hiermit ich ihr ihre ihren ihrem ihnen im in ist ja jetzt kann kein keine keinem keinen
    keiner kannst können könnte konnte mal man mich mir mit möchte muss müssen nach nicht noch nun nur ob oder schon
    sehr sein seine sich sie sind so soll um und uns unser vom von vor war was welche welcher welches wenn werde
    werden wie wird wir wo wohl wollen will würde zu zum zur denn eigentlich the is my how do i a what where to can`,
  ),
);

/** Words that mean the same here; the first of each line stands for all. Whole words before their endings are taken. */
const SYNONYMS = new Map(
  [
    'einzahlung einzahlen einzahle eingezahlt aufladen aufgeladen überweisen überwiesen überweisung deposit gutschrift gutgeschrieben einzalung einzalen',
    'auszahlung auszahlen auszahle ausgezahlt abheben abgehoben abhebung auszubezahlen withdrawal rausholen auszalung auszalen',
    'kosten kostet gebühr gebühren kostenlos gratis provision fee fees umsonst gebüren gebür kostenpflichtig',
    'dauer dauert lange lang wann zeit stunden minuten warten warte wartezeit bearbeitungszeit frist schnell',
    'rendite renditen ertrag erträge gewinn gewinne verdienen verdient performance profit zinsen ergebnis',
    'risiko risiken riskant riskieren verlieren verliert pleite totalverlust verlustrisiko',
    'verlust verluste verloren',
    'mindestbetrag minimum mindestens untergrenze wenigstens minimal minimale minimaler',
    'höchstbetrag maximum maximal obergrenze höchstens limit limits maximale maximaler maximalbetrag',
    'kurse kurs preis preise price prices',
    'guthaben kontostand saldo balance wallet geldbörse vermögen',
    'passwort kennwort password zugangsdaten',
    'starten starte gestartet start beginnen anlegen investieren investiere invest',
    'beenden beende beendet stoppen stoppe stop stopp anhalten stopen pausieren pausiere verkaufen verkaufe',
    'prüfung geprüft offen pending wartet hängt fehlt angekommen ankommt bleibt status',
    'stornieren storno zurückziehen zurücknehmen abbrechen cancel',
    'spielgeld echt echtes echtgeld euro betrug seriös abzocke scam real fake',
    'prüfen nachrechnen überprüfen nachweis beweis kontrollieren nachvollziehen',
    'hallo hi hey moin servus tag morgen abend grüß',
    'löschen entfernen entferne entfernt',
    'viel wieviel',
    'oft häufig',
    'mein meine meinem meinen meiner meines',
    'danke dankeschön dank thanks merci',
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
  ['halt', 'an', 'beenden'],
  ['komm', 'an', 'angekommen'],
];
/** What compounds begin with, and the word that it stands for: „Mindesteinzahlung“, „Auszahlungsgebühr“, „Handelskosten“. */
const FIRST_PARTS: readonly [part: string, word: string][] = [
  ['mindest', 'mindestbetrag'],
  ['hochst', 'hochstbetrag'],
  ['einzahlungs', 'einzahlung'],
  ['auszahlungs', 'auszahlung'],
  ['auszalungs', 'auszahlung'],
  ['einzalungs', 'einzahlung'],
  ['handels', 'handel'],
  ['email', 'email'],
];
const SHORTEST_SECOND_PART = 4;
/** The bots' names, written apart. */
const NAMES_APART = /\b(smart|turbo|news) (bots?)\b/g;
/** „Wie zahle ich …“ and „einzahlen“ ask for the way; „wie lange“, „wie kann ich kündigen“ and „meine Einzahlung“ do not. */
const HOW =
  /^wie (?!lang|schnell|viel|hoch|steh|lauf|.*\b(losch|kundig|entfern|deaktivier))|^(?!.*\b(lang|wann)).*\b(einzahlen|auszahlen|abheben|aufladen)\b/;
/** „Was habe ich verdient?“ asks about one’s own as „mein Gewinn“ does. */
const OWN = /\b(habe?|bin) ich\b/;

/** „Wie viele Bots …“ asks how many at once; „… gibt es?“ asks which there are, „… habe ich?“ about one’s own. */
const HOW_MANY_BOTS = /\b(?:wie ?viele|(?:hochst|an)zahl (?:an|der|von)) bots?\b(?! (?:hab|lauf))( gibt)?/;

/** „Wie viele Einzahlungen …“ and „Wie oft kann ich einzahlen?“ ask for nothing but how many, „wie viel …“ for the amount. */
const HOW_MANY_REQUESTS =
  /\b(?:wie ?viele|mehrere) (?:(?:ein|aus)zahlungen|antrage)\b|\bwie (?:oft|haufig) .*\b(?:einzahl|auszahl|abheb)/;

/** „Mein Bot verliert“ asks what „Warum verliert mein Bot?“ does. */
const STATES_LOSS = /^(?!kann).*\bmeine? bots? (?:verlier|mach\p{L}* (?:nur )?(?:verlust|minus))/u;
/** „Sind Sie echt?“ asks who is speaking, „Ist das echt?“ about the money. */
const ASKS_WHO_IS_REAL = /\b(?:bist du|sind sie|seid ihr)(?: \p{L}+)* (?:echt|real)$/u;

/** A word that a sentence means and does not say. */
const MEANT: readonly [said: RegExp, word: string][] = [
  [STATES_LOSS, 'warum'],
  [ASKS_WHO_IS_REAL, 'mensch'],
];

/** The words that a question is searched by: with what separable verbs mean, and „Mindesteinzahlung“ in its two parts. */
export function searchWordsOf(text: string): string[] {
  const words = wordsOf(wordsOf(text).join(' ').replace(NAMES_APART, '$1$2'));
  const joined = SEPARABLE.filter(([verb, particle]) => {
    const at = words.findIndex((word) => word.startsWith(verb));
    return at >= 0 && words.indexOf(particle, at) > at;
  }).map(([, , whole]) => whole);
  const parts = words.flatMap(partsOf);
  const sentence = words.join(' ');
  if (HOW_MANY_REQUESTS.test(sentence)) return ['antragszahl'];
  const asksHow = HOW.test(sentence) ? ['anleitung'] : [];
  const asksOwn = OWN.test(sentence) ? ['mein'] : [];
  const howMany = HOW_MANY_BOTS.exec(sentence);
  const asksHowMany = howMany ? [howMany[1] ? 'vergleich' : 'mehrere'] : [];
  const meant = MEANT.flatMap(([said, word]) => (said.test(sentence) ? [word] : []));
  return [...parts, ...joined, ...asksHow, ...asksOwn, ...asksHowMany, ...meant];
}

function partsOf(word: string): string[] {
  const first = FIRST_PARTS.find(
    ([part]) => word.startsWith(part) && word.length >= part.length + SHORTEST_SECOND_PART,
  );
  return first ? [first[1], word.slice(first[0].length)] : [word];
}

/** They say whose or in which way, not what: they help to choose between two topics and find none by themselves. */
export const HELPING_TERMS: ReadonlySet<string> = new Set(['mein', 'anleitung'].map(stemGerman));

/** They say that something is to end, not what. */
export const REMOVING_TERMS: ReadonlySet<string> = new Set(
  ['loschen', 'kundigen', 'deaktivieren'].map(stemGerman),
);

/** They ask how much or how high, not of what. */
export const MEASURING_TERMS: ReadonlySet<string> = new Set(
  ['mindestbetrag', 'hochstbetrag', 'betrag', 'hoch', 'viel'].map(stemGerman),
);

/** The word that a term is searched by; null for one that says nothing. */
export function termOf(word: string): string | null {
  const folded = foldGerman(word);
  if (folded.length < 2 || STOP_WORDS.has(folded)) return null;
  return stemGerman(SYNONYMS.get(folded) ?? folded);
}
