/** German words as they are compared: folded, without endings, and by one name for what means the same. */
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

/** Words that mean the same here; the first of each line stands for all, in every form with the same stem. */
const SYNONYMS = new Map(
  [
    'einzahlung einzahlen einzahle eingezahlt einbezahlt einbezahlen aufladen aufgeladen aufladung aufladen draufladen reinzahlen reinstecken nachladen überweisen überwiesen überweise überweisung deposit deposits gutschrift gutgeschrieben gutgeschriben einzalung einzalen einzahlt reinlegen reinpacken draufpacken losgeschickt topup',
    'auszahlung auszahlen auszahle ausgezahlt ausbezahlt ausbezahlen ausgezahlen abheben abhebe abgehoben abhebung auszubezahlen auszuzahlen withdraw withdrawal withdrawals rausholen auszalung auszalen payout auszahlt rausnehmen rausziehen abgezogen rausgenommen cashout',
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
    'geld kohle knete money asche gelder zaster moos moneten kröten schotter funds cash',
    'anmelden einloggen login anmeldung eingeloggt',
  ].flatMap((line) => {
    const [first = '', ...others] = wordsOf(line);
    return others.map((word): [string, string] => [stemmer(word), first]);
  }),
);

/** A folded word without its ending. */
export const stemOf = (word: string): string => stemmer(word);

/** The word that stands for all that mean the same, without its ending: „ausgezahlt“ and „Abhebung“ are „auszahl“. */
export function termOf(word: string): string {
  const stem = stemmer(foldGerman(word));
  return stemmer(SYNONYMS.get(stem) ?? stem);
}
