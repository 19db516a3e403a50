/** German words as the search compares them: folded, without endings, and by one name for what means the same. */
import { stemmer } from '@orama/stemmers/german';

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

/** Words that say nothing of what is meant, as they are written and as they are spoken. */
const STOP_WORDS = new Set(
  wordsOf(
    `ab aber alle allem allen aller also am an andere anderen auch auf aus bei beim bin bis bisher bissl bissel bitte bzw da dabei dafür
    damit dann darauf darf daran das dass davon dazu dem den denn der des dich die dies diese diesem diesen dieser dir doch dort
    dran drauf drin du dürfen ebenfalls eh eigentlich ein eine einem einen einer eines einfach einmal eich endlich er erst es etwas euch
    euer eure eurem euren eurer euch fei für ganz genau gerade gern gerne gestern gibt gibts grad halt hab habe haben hab habt hat hats
    hatte hätte heute hier hiermit hin i ich ihm ihn ihnen ihr ihre ihrem ihren im immer in ins irgendwie irgendwo is isch ist ja jetz
    jetzt kann kannst kein keine keinem keinen keiner komplett könn können könnt könnte könnten konnte leider mal man mich mir mit
    möchte möchten mögen momentan muss müssen na nach nämlich ne nem nen net ned nd ned ner nich nicht nichts nimmer nit nix no noch
    normalerweise nu nun nur ob oder okay per pro schon scho sehr sein seine seinem seinen seit seitdem selber selbst sich sie
    sind so soll sollen sollte sollten sonst tun tut u über überhaupt um und uns unser unsere unter us vom von vor war wär wäre was
    wege wegen weiter welche welchem welchen welcher welches wenn wer werd werde werden weshalb wie wieder wieso will wir wird wirklich wo wohl
    wollen wollte worden wurde würde wurden zu zum zur zwei bekannt fragen frage weiß wissen wüsste wüßte sagen sag sagt erklären erklär erkläre erklärung
    erklärt erzählen verstehe verstehen bedeutet bedeuten heißt gemeint möglich geht gehts gehen funktioniert klappt bekomme bekomm
    bekommen bekommt kriege krieg kriegt kriegen macht machen mach mache gemacht passiert lass lassen lässt lasst liebe lieber leute team zusammen
    als angeben anfangs umschalten vorhin früh morgens heut neulich letzten letzte letzter letzes irgendwas rechnen spaß schicken schickt schicke
    sprecht siehts aussieht schaut erstmal sowas solche solchen solcher gleich zeig zeige zeigt zeigen jemand jemals halbwegs ungefähr sag sags derzeit aktuell aktuelle
    aktuellen jedes jede jeden jeder jedem manchmal öfters beide beiden beides ganze ganzen ganzes ganzer kompletten weshalb zieht ziehen zieh hört hören gewesen vermutlich scheinbar anscheinend arbeitet arbeiten aufs bald besser beziehungsweise brauch brauche brauchen braucht durch dollar ende euro fall finde finden gar gute gutes guter guten los kommen komme komm kommt
    nehmt nehmen nimmt richte richten sehe seh sehen sieht stelle stell stellen seht seid seids seits setze sondern einrichten einstellen einstelle richtig überhaupt übrigens irgendwann
    dachte glaube reichen reicht sofort sogar geschickt gesendet senden sende null groß größe aktueller aktuelles modus teil total umgehend ungefähr etwa unbedingt vielleicht vorher wenigen zusätzlich schauen schau anschauen anschaun
    the is how do does i a what where to can could are of for in me it this and please have get from`,
  ),
);

/** Words that mean the same here; the first of each line stands for all, in every form with the same stem. */
const SYNONYMS = new Map(
  [
    'einzahlung einzahlen einzahle eingezahlt einbezahlt einbezahlen aufladen aufgeladen aufladung aufladen draufladen reinzahlen reinstecken nachladen überweisen überwiesen überweise überweisung deposit deposits gutschrift gutgeschrieben gutgeschriben einzalung einzalen einzahlt',
    'auszahlung auszahlen auszahle ausgezahlt ausbezahlt ausbezahlen ausgezahlen abheben abhebe abgehoben abhebung auszubezahlen auszuzahlen withdraw withdrawal withdrawals rausholen auszalung auszalen payout auszahlt',
    'kosten kostet koste kostets kostenlos gratis umsonst kostenpflichtig teuer',
    'gebühr gebühren provision provisionen fee fees gebüren gebür abgaben',
    'dauer dauert dauern gedauert lange lang länger wann zeit stunden minuten tage tagen wochen warten warte wartezeit bearbeitungszeit frist schnell long',
    'rendite renditen ertrag erträge gewinn gewinne verdienen verdient verdien verdiene verdienst performance profit zinsen ergebnis gebracht abwerfen wirft erwirtschaftet gewonnen gewann ergebnisse',
    'risiko risiken riskant riskanter riskieren verlieren verliert verlier verliere totalverlust verlustrisiko gefährlich gefahr gefahren verzockt verzocken',
    'verlust verluste verloren',
    'mindestbetrag minimum mindestens untergrenze wenigstens minimal minimale minimaler kleinste kleinster',
    'höchstbetrag maximum maximal obergrenze höchstens limit limits max maximale maximaler maximalbetrag',
    'kurse kurs preis preise price prices kursen',
    'guthaben kontostand saldo balance wallet geldbörse vermögen',
    'passwort kennwort password zugangsdaten pasword paswort pw',
    'vergessen vergesen forgot',
    'starten starte gestartet start beginnen anlegen anlege investieren investiere invest loslegen',
    'beenden beende beendet stoppen stoppe stop stopp anhalten stopen gestoppt pausieren pausiere verkaufen verkaufe ausschalten abschalten aufhören aussteigen',
    'prüfung geprüft offen pending wartet hängt fehlt angekommen ankommt bleibt status fest stand',
    'stornieren storno storniere storniert zurückziehen zurücknehmen abbrechen cancel',
    'spielgeld echt echte echten echtes echter echtgeld betrug seriös abzocke scam real fake richtiges legit',
    'prüfen nachrechnen überprüfen nachprüfen nachweis beweis kontrollieren nachvollziehen',
    'hallo hi hey moin servus grüß gruezi hello tach hallöchen grüezi moinsen',
    'löschen entfernen entferne entfernt lösche löscht delete löschung',
    'ändern ändere geändert änderung wechseln wechsle anpassen umstellen',
    'viel wieviel wievil',
    'steuer steuern versteuern versteuert besteuert',
    'speichern speichert gespeichert speichere',
    'englisch english',
    'dunkel dunkles dunkle dark dunkelmodus',
    'bezahlen bezahle bezahlt zahlen zahle zahlt pay',
    'oft häufig öfter öfters',
    'mein meine meinem meim meinen meiner meines mei meins my',
    'danke dankeschön dank thanks merci thx',
    'konto account acount kontos accounts',
    'nachlegen aufstocken nachschieben erhöhen',
    'bot bots robot roboter',
    'handeln handelt handle traden tradet trade trades gehandelt',
    'button knopf schaltfläche',
    'live echtzeit',
    'insolvent insolvenz pleite bankrott',
    'telefon telefonieren telefoniere anrufen telefonnummer telefonisch',
    'handy smartphone mobiltelefon',
    'firma unternehmen firmensitz gesellschaft',
    'hilfe helfen hilf hilft',
    'auszug kontoauszug kontoauszüge auszüge abrechnung',
    'abgelehnt ablehnung ablehnen abgewiesen',
    'mail email mails emails mailadresse',
    'geld kohle knete money asche gelder',
    'anmelden einloggen login anmeldung eingeloggt',
  ].flatMap((line) => {
    const [first = '', ...others] = wordsOf(line);
    return others.map((word): [string, string] => [stemmer(word), first]);
  }),
);

/** Verbs that German takes apart: the first word begins with one, the other stands later in the sentence. */
const SEPARABLE: readonly [verb: string, particle: string, whole: string][] = [
  ['zahl', 'ein', 'einzahlung'],
  ['zahl', 'aus', 'auszahlung'],
  ['lad', 'auf', 'einzahlung'],
  ['heb', 'ab', 'auszahlung'],
  ['zieh', 'zuruck', 'stornieren'],
  ['nehm', 'zuruck', 'stornieren'],
  ['brech', 'ab', 'stornieren'],
  ['halt', 'an', 'beenden'],
  ['schalt', 'aus', 'beenden'],
  ['schalt', 'ab', 'beenden'],
  ['hor', 'auf', 'beenden'],
  ['steig', 'aus', 'beenden'],
  ['leg', 'an', 'starten'],
  ['fang', 'an', 'starten'],
  ['komm', 'an', 'angekommen'],
  ['meld', 'an', 'anmelden'],
  ['meld', 'ab', 'abmelden'],
  ['logg', 'ein', 'anmelden'],
  ['bestell', 'ab', 'abbestellen'],
  ['schliess', 'ab', 'starten'],
  ['fall', 'an', ''],
  ['stell', 'ein', ''],
  ['richt', 'ein', ''],
];
/** What compounds begin with, and the word that it stands for: „Mindesteinzahlung“, „Auszahlungsgebühr“, „Handelskosten“. */
const FIRST_PARTS: readonly [part: string, word: string][] = [
  ['mindest', 'mindestbetrag'],
  ['minimal', 'mindestbetrag'],
  ['hochst', 'hochstbetrag'],
  ['maximal', 'hochstbetrag'],
  ['einzahlungs', 'einzahlung'],
  ['auszahlungs', 'auszahlung'],
  ['auszalungs', 'auszahlung'],
  ['einzalungs', 'einzahlung'],
  ['handels', 'handel'],
  ['gebuhren', 'gebuhr'],
  ['steur', 'steur'],
  ['versteur', 'steur'],
  ['firmen', 'firma'],
  ['email', 'email'],
];
/** What compounds end with, where the end says more than the whole: „Kapitalertragssteuer“, „Gesamtverlust“. */
const LAST_PARTS =
  /^\p{L}{3,}?(steur|gebuhr|gebuhren|verlust|gewinn|ergebnis|passwort|einzahlung|auszahlung|kontoauszug|kurse?|rendite)$/u;
const SHORTEST_SECOND_PART = 4;
/** Said by several words and searched by one. */
const TOGETHER: readonly [said: RegExp, word: string][] = [
  [/\b(smart|turbo|news) (bots?)\b/g, '$1$2'],
  [
    /\b(?:guten|gute|schonen|schon) (?:tag|morgen|abend|nacht|mittag)(?: noch)?\b|\bgruss gott\b|\bgrussi\b/g,
    'hallo',
  ],
  [/\bwie viele?\b/g, 'wieviel'],
  // An amount says nothing of what is asked.
  [/\b\d+ (?:usdt|usd|btc|eth|euro?|dollar)\b/g, ' '],
  [/\be mail\b/g, 'email'],
  [/\b(?:zwei|2) (?:faktor|schritten)\b/g, '2fa'],
  [/\bkomm\w* (?:ich |i )?(?:nicht|nimmer|ned|net|nich) (?:mehr )?(?:rein|hinein|in mein\w*)\b/g, 'anmelden'],
  [/\brein ?kommen\b/g, 'anmelden'],
  [/\bgarantier\p{L}*/gu, 'garantie'],
  [/\b(?:von hand|per hand)\b/g, 'manuell'],
];
/** „Wie zahle ich …“ and „einzahlen“ ask for the way; „wie lange“, „wie kann ich kündigen“ and „meine Einzahlung“ do not. */
const HOW =
  /^wie (?!lang|schnell|viel|hoch|steh|lauf|oft|haufig|riskant|gefahrlich|sicher|.*\b(losch|kundig|entfern|deaktivier))|^(?!.*\b(lang|wann|wieviel)).*\b(einzahlen|auszahlen|abheben|aufladen)\b/;
/** „Was habe ich verdient?“ asks about one’s own as „mein Gewinn“ does. */
const OWN =
  /\b(?:ich|i) (?:p{L}+ ){0,2}(?:hab|habe|hatte)\b|\b(?:hab|habe|hatte|bin|war) (?:ich|i)\b|\b(?:ich|i) (?:hab|habe|hatte|bin)\b|\bbei mir\b/;

/** „Wie viele Bots …“ asks how many at once; „… gibt es?“ asks which there are, „… habe ich?“ about one’s own. */
const HOW_MANY_BOTS = /\b(?:wieviele?|(?:hochst|an)zahl (?:an|der|von)) bots?\b(?! (?:hab|lauf))( gibt)?/;

/** „Wie viele Einzahlungen …“ and „Wie oft kann ich einzahlen?“ ask for nothing but how many, „wie viel …“ for the amount. */
const HOW_MANY_REQUESTS =
  /\b(?:wieviel|mehrere) (?:\p{L}+ )?(?:(?:ein|aus)zahlungen|antrage)\b|\bwie (?:oft|haufig) .*\b(?:einzahl|auszahl|abheb)|\bantrage .*\boffen/u;

/** Who asks for nothing but how much longer, or for their place: „Wie lange noch?“ */
const HOW_MUCH_LONGER =
  /\b(?:muss|soll) ich (?:\p{L}+ ){0,3}noch (?:\p{L}+ ){0,2}warten\b|\b(?:wie lang\w*|dauert|dauerts|daurt|daurts) (?:\p{L}+ ){0,4}noch\b|\bwann (?:bin|komm\w*) (?:ich|i) (?:\p{L}+ )?(?:dran|drankommen|an der reihe|an die reihe)\b|\bmeldet sich (?:\p{L}+ )*(?:jemand|wer|einer)\b|\b(?:kommt|bis) (?:\p{L}+ )*(?:jemand|wer|einer)(?: noch| kommt)?$|\b(?:vor mir|warteschlange|warteliste)\b|\b(?:platz|position|stelle) in der (?:reihe|schlange)\b|\bin der (?:schlange|reihe)\b|\bbald dran\b/u;
const NAMES_A_THING = /(?:ein|aus)za?h?l|bot|kurs|konto|passw/;

/** A word that a sentence means and does not say. */
const MEANT: readonly [said: RegExp, word: string][] = [
  // „Mein Bot verliert“ asks what „Warum verliert mein Bot?“ does.
  [
    /^(?!kann).*\bmeine? bots? (?:\p{L}+ ){0,3}(?:verlier|verlust|minus mach|runter)|^(?!kann).*\bmeine? bots? mach\p{L}* (?:\p{L}+ ){0,2}minus/u,
    'warum',
  ],
  [/\bmach\p{L}* (?:\p{L}+ ){0,4}minus\b|\b(?:geht|fallt) (?:\p{L}+ ){0,4}runter\b/u, 'verlust'],
  // „Sind Sie echt?“ asks who is speaking, „Ist das echt?“ about the money.
  [/\b(?:bist du|sind sie|seid ihr)(?: \p{L}+)* (?:echt|real)$/u, 'mensch'],
  [
    /\b(?:nicht|nichts|nix|ned|net|nie|kein\w*|nirgends)( \p{L}+)? (?:da|do|drauf|angekommen|gekommen|erhalten|bekommen|gutgeschrieben|sichtbar|angezeigt|durch|zu sehen|sehen)\b|\bseh\w* (?:\p{L}+ )?(?:nicht|nichts|nix|kein\w*)\b|\bimmer noch (?:nicht|nichts|nix|kein\w*)\b|\bwo (?:ist|is|sind|bleibt|steckt)\b.*zahl/u,
    'prufung',
  ],
  [/\b(?:macht|tut|machen|tun|kauft|handelt) (?:\p{L}+ ){0,3}(?:nichts|nix)\b|\bsteht still\b/u, 'untatig'],
  [/\b(?:2|3|4|zwei|drei|vier|mehrere|beide) (?:\p{L}+ )?(?:smart|turbo|news)?bots\b/u, 'mehrere'],
  [
    /\b(?:wirklich|tatsachlich|echt) .*\b(?:aus(?:ge|be)?zahlt|auszahl\w*)|\b(?:aus(?:ge|be)?zahlt|bekomm\w*) .*\bwirklich\b/,
    'spielgeld',
  ],
  [/zahl.*\b\d{5,}\b|\b\d{5,}\b.*zahl/, 'summe'],
  [/zahl.*\b(?:leer|bei null)\b/, 'prufung'],
  [/\bwer (?:sind sie|bist du|seid ihr)\b/, 'mensch'],
  [/\bwas (?:mach|tu|lauf)\w* .*\bmein/, 'wert'],
];

/** The words that a question is searched by: with what separable verbs mean, and „Mindesteinzahlung“ in its two parts. */
export function searchWordsOf(text: string): string[] {
  const line = TOGETHER.reduce(
    (sentence, [said, word]) => sentence.replace(said, word),
    wordsOf(text).join(' '),
  );
  if (HOW_MANY_REQUESTS.test(line)) return ['antragszahl'];
  if (HOW_MUCH_LONGER.test(line) && !NAMES_A_THING.test(line)) return ['warteschlange'];
  const words = line.split(' ');
  const joined: string[] = [];
  for (const [verb, particle, whole] of SEPARABLE) {
    const at = words.findIndex((word) => word.startsWith(verb));
    const end = at < 0 ? -1 : words.indexOf(particle, at + 1);
    if (end < 0) continue;
    joined.push(whole);
    words.splice(end, 1);
    words.splice(at, 1);
  }
  const parts = words.flatMap(partsOf);
  const asksHow = HOW.test(line) ? ['anleitung'] : [];
  const asksOwn = OWN.test(line) ? ['mein'] : [];
  const howMany = HOW_MANY_BOTS.exec(line);
  const asksHowMany = howMany ? [howMany[1] ? 'vergleich' : 'mehrere'] : [];
  const meant = MEANT.flatMap(([said, word]) => (said.test(line) ? [word] : []));
  return [...parts, ...joined, ...asksHow, ...asksOwn, ...asksHowMany, ...meant];
}

function partsOf(word: string): string[] {
  const first = FIRST_PARTS.find(
    ([part]) => word.startsWith(part) && word.length >= part.length + SHORTEST_SECOND_PART,
  );
  if (first) return [first[1], word.slice(first[0].length)];
  const last = LAST_PARTS.exec(word)?.[1];
  return [last ?? word];
}

/** They say whose or in which way, not what: they help to choose between two topics and find none by themselves. */
export const HELPING_TERMS: ReadonlySet<string> = new Set(
  ['mein', 'anleitung', 'alles', 'viel', 'hoch', 'mehr'].map(stemmer),
);

/** The word that a term is searched by; null for one that says nothing. */
export function termOf(word: string): string | null {
  const folded = foldGerman(word);
  if (folded.length < 2 || /^\d+$/.test(folded) || STOP_WORDS.has(folded)) return null;
  const stem = stemmer(folded);
  return stemmer(SYNONYMS.get(stem) ?? folded);
}

/** Beginnings of words, folded, that are said here and hardly anywhere else. */
const ANCHOR =
  /^(einzahl|eingezahl|einzal|auszahl|ausgezahl|ausbezahl|auszal|bots?$|smartbot|turbobot|newsbot|gebuhr|kurse?$|rendite|verlust|passwor|kennwor|passkey|2fa|authenticator|ersatzcode|kontoausz|auszug|buchung|transaktion|steur|versteur|finanzamt|impressum|betreiber|bafin|benachrichtig|newsletter|e?mails?$|datenschutz|dsgvo|usdt|spielgeld|guthaben|antrag|stornier|abgelehnt|veraltet|slippage|spread|handels|englisch|dunkel|einlagensich|nachschuss|speicher|einlogg|anmelden|ledger|metamask|binance|paypal|klarna|kreditkart|fingerabdruck|garanti|dashboard|nachricht|adresse|bitcoins?$|krypto|prozent$|insolven|abgesichert|chatverlauf)/;

/**
 * The terms of a text beside which a word that no topic knows counts for little: „Passwort verschwitzt“ asks for the
 * password, „Was kostet ein Brötchen?“ for nothing here.
 */
export const anchorsOf = (text: string): Set<string | null> =>
  new Set(
    searchWordsOf(text)
      .filter((word) => ANCHOR.test(word))
      .map(termOf),
  );
