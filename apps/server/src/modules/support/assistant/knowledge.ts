/**
 * What the assistant knows: the questions of the help page and what follows from the catalogue. Every figure is written from
 * the constant that the platform enforces; a test goes through all of them.
 */
import {
  CURRENCY_RULE,
  FAQ,
  FEES,
  LIMITS,
  MARKET_LABELS,
  MARKET_TYPES,
  OPEN_REQUESTS_MAX,
  TRADING_COSTS,
} from '@botdepot/contract';
import { inUsd, inUsdt } from '@botdepot/money';
import { ACCOUNT_TOPICS } from './account-topics.ts';
import { BOT_TOPICS } from './bot-topics.ts';
import { builtTopics } from './built-topics.ts';
import { DEPOSIT_LATE_AFTER, DEPOSIT_TIME, HUMAN_TIME, percent, WITHDRAWAL_TIME } from './german.ts';
import { rejected } from './numbered-answers.ts';
import { OWN_TOPICS } from './own-topics.ts';
import type { Topic } from './topic.ts';
import { depositStatus, whyNotAll, withdrawalStatus } from './wallet-answers.ts';

/** How else people ask what the help page answers. */
const ALSO_ASKED: Record<string, string[]> = {
  'play-money': [
    'Ist das echt oder Spielgeld?',
    'Ist das seriös oder Betrug?',
    'Bekomme ich echtes Geld ausgezahlt?',
    'Kann ich echte Euro einzahlen?',
    'Kann ich auf mein Bankkonto auszahlen?',
    'Kann ich mit Kreditkarte oder PayPal einzahlen?',
    'Ist das echt oder nur eine Demo?',
    'Kann ich von meiner Bank überweisen?',
    'Geht es hier um richtiges Geld?',
    'Wird das Geld auf mein Girokonto überwiesen?',
    'Kann man hier reich werden?',
    'Ist das nur Spielerei?',
    'Wird das Geld wirklich auf mein Konto ausgezahlt?',
    'Kann ich mit Kreditkarte bezahlen?',
  ],
  'minimum-deposit': [
    'Was ist die Mindesteinzahlung?',
    'Wie hoch ist der Mindestbetrag?',
    'Mindestbetrag',
    'Mit wie viel Geld kann ich anfangen?',
    'Was ist der kleinste Betrag, den ich einzahlen kann?',
  ],
  'withdrawal-time': [
    'Wann bekomme ich mein Geld ausgezahlt?',
    'Dauer der Auszahlung',
    'Wann wird meine Auszahlung bearbeitet?',
    'In wie vielen Tagen ist eine Auszahlung da?',
    'Wie schnell wird ausgezahlt?',
    'Wie lange dauert es, bis ich mein Geld bekomme?',
    'Wann bekomme ich mein Geld?',
  ],
  prices: [
    'Sind die Kurse echt oder simuliert?',
    'Wie ist der Kurs?',
    'Wo sehe ich die Kurse?',
    'Wo finde ich die aktuellen Kurse?',
    'Sind die Kurse ausgedacht?',
    'Sind die Kurse live?',
    'Werden die Preise in Echtzeit angezeigt?',
    'Stimmen die Kurse mit der Börse überein?',
  ],
  losses: [
    'Wie hoch ist das Risiko?',
    'Kann ich alles verlieren?',
    'Wie viel kann ich verlieren?',
    'Kann mein Bot Geld verlieren?',
    'Wie riskant ist ein Bot?',
    'Was ist, wenn der Bot alles verliert?',
    'Kann mein ganzes Guthaben weg sein?',
    'Kann mein Geld ganz weg sein?',
  ],
  'verify-return': [
    'Wie kann ich das nachrechnen?',
    'Ist die Rendite erfunden?',
    'Wie kann ich kontrollieren, ob die Gewinne stimmen?',
    'Kann ich die Rendite nachprüfen?',
  ],
};

const fromHelpPage: Topic[] = FAQ.map(({ id, question, answer }) => ({
  id,
  ...(id === 'withdrawal-time' && {
    whilePending: { requests: 'withdrawals', answer: withdrawalStatus },
  }),
  questions: [question, ...(ALSO_ASKED[id] ?? [])],
  answer,
}));

const free = (fee: bigint): string => (fee === 0n ? 'kostenlos' : `mit ${inUsdt(fee)} Gebühr verbunden`);

const fees = Object.values(FEES).every((fee) => fee === 0n)
  ? 'Einzahlungen, Auszahlungen sowie das Starten und Beenden der Bots sind kostenlos.'
  : `Einzahlungen sind ${free(FEES.deposit)}, Auszahlungen ${free(FEES.withdrawal)}, Bots zu starten ${free(FEES.botStart)} und zu beenden ${free(FEES.botStop)}.`;

const costsPerSide = MARKET_TYPES.map((type) => {
  const { feeBps, halfSpreadBps, slippageBps } = TRADING_COSTS[type];
  return `${MARKET_LABELS[type]} ${percent((feeBps + halfSpreadBps + slippageBps) / 10_000)}`;
}).join(', ');

/** What two bots pay beside; a test compares it with their rules. */
const ownCosts =
  '; beim NewsBot mit doppelter Slippage, beim TurboBot kommt die Finanzierung gehaltener Positionen hinzu';

const GENERAL: Topic[] = [
  {
    id: 'deposit-how',
    questions: [
      'Wie zahle ich ein?',
      'Wie kann ich Geld einzahlen?',
      'Wie lade ich mein Wallet auf?',
      'Wie lade ich Guthaben?',
      'Wie kann ich mein Konto aufladen?',
      'Wo finde ich die Einzahlungsadresse?',
      'An welche Adresse muss ich senden?',
      'Welche Kryptowährungen kann ich einzahlen?',
      'Ich will einzahlen',
      'Wo kann ich einzahlen?',
      'Wie bekomme ich Geld auf mein Wallet?',
      'Kann ich Ethereum einzahlen?',
      'Welche Coins nehmt ihr?',
      'An welche Adresse schicke ich die Bitcoins?',
      'Wie mache ich eine Einzahlung?',
    ],
    answer: `Öffnen Sie „Einzahlungen“, wählen Sie Währung und Betrag und prüfen Sie den Antrag. Möglich sind ${inUsd(LIMITS.deposit.minimum)} bis ${inUsd(LIMITS.deposit.maximum)} je Einzahlung. Ein Mensch bestätigt sie, meist in ${DEPOSIT_TIME}. Es ist Spielgeld: Senden Sie nie echtes Geld an die gezeigte Adresse.`,
  },
  {
    id: 'real-money-sent',
    offersHuman: true,
    questions: [
      'Ich habe echtes Geld geschickt',
      'Ich habe echte Bitcoins an die Einzahlungsadresse gesendet',
      'Ich habe aus Versehen echtes Geld überwiesen',
      'Ich habe echte Coins gesendet, bekomme ich sie zurück?',
      'Ich habe Euro von meiner Bank an Ihre Adresse überwiesen',
    ],
    answer:
      'Hier kann niemand echtes Geld empfangen. Die Adressen auf dieser Plattform sind Spielgeld-Adressen: Sie gehören zu keinem Netz und keinem Konto. Wir haben also nichts erhalten und können nichts zurückschicken. Senden Sie bitte nichts mehr. Notieren Sie die Nummer der Transaktion und fragen Sie gleich bei der Börse, dem Wallet-Anbieter oder der Bank nach, von wo Sie gesendet haben: Dort sieht man, ob es gesendet wurde und wohin.',
  },
  {
    id: 'deposit-time',
    whilePending: { requests: 'deposits', answer: depositStatus },
    questions: [
      'Wie lange dauert eine Einzahlung?',
      'Dauer einer Einzahlung',
      'Wie schnell ist eine Einzahlung da?',
      'Wie lange brauchen Einzahlungen?',
    ],
    answer: `Eine Einzahlung bestätigen wir meist in ${DEPOSIT_TIME}. Wartet sie länger als ${DEPOSIT_LATE_AFTER}, ruft das System von selbst unser Team.`,
  },
  {
    id: 'deposit-limit',
    questions: [
      'Wie hoch ist das Limit für Einzahlungen?',
      'Was ist die Obergrenze je Einzahlung?',
      'Wie viel kann ich höchstens einzahlen?',
      'Kann ich das Limit erhöhen?',
      'Obergrenze für Guthaben',
      'Kann ich eine große Summe einzahlen?',
      'Kann ich alles auf einmal einzahlen?',
    ],
    answer: `Eine einzelne Einzahlung darf ${inUsd(LIMITS.deposit.minimum)} bis ${inUsd(LIMITS.deposit.maximum)} betragen. Für Ihr Guthaben gibt es keine Obergrenze.`,
  },
  {
    id: 'open-requests',
    questions: ['Wie viele Anträge kann ich stellen?', 'Wie oft kann ich einzahlen?'],
    answer: `So viele Sie möchten: Zugleich in Prüfung sein dürfen ${OPEN_REQUESTS_MAX} Einzahlungen und ebenso viele Auszahlungen, und entschiedene zählen nicht mehr.`,
  },
  {
    id: 'withdrawal-how',
    whyNot: whyNotAll,
    questions: [
      'Wie zahle ich aus?',
      'Wie kann ich Geld auszahlen?',
      'Was ist der Mindestbetrag für eine Auszahlung?',
      'Wie hoch ist das Minimum für Auszahlungen?',
      'Wie hoch ist das Limit für Auszahlungen?',
      'Was ist die Obergrenze je Auszahlung?',
      'Wie bekomme ich mein Geld zurück?',
      'Ich möchte mein Geld zurück',
      'Wie viel kann ich höchstens auszahlen?',
      'Wie komme ich an mein Geld?',
      'Wie bekomme ich mein Geld wieder?',
      'Wie bekomme ich mein Geld raus?',
      'Ich möchte mein Guthaben abheben',
      'Kann ich einen Teil auszahlen?',
      'Wo beantrage ich eine Auszahlung?',
      'Wie lasse ich mir Geld auszahlen?',
    ],
    answer: `Öffnen Sie „Auszahlungen“, wählen Sie den Betrag und Ihre Spielgeld-Adresse. Möglich sind ${inUsd(LIMITS.withdrawal.minimum)} bis ${inUsd(LIMITS.withdrawal.maximum)}, höchstens Ihr verfügbares Guthaben. In der Regel bestätigen wir sie innerhalb von ${WITHDRAWAL_TIME}.`,
  },
  {
    id: 'withdrawal-address',
    questions: [
      'Welche Adresse muss ich bei der Auszahlung angeben?',
      'Kann ich meine Auszahlungsadresse ändern?',
      'Kann ich an meine eigene Wallet auszahlen?',
      'Ich habe eine falsche Adresse angegeben',
      'Wohin wird ausgezahlt?',
      'Kann ich auf ein anderes Wallet auszahlen?',
      'Kann ich auf mein Ledger auszahlen?',
    ],
    answer:
      'Ausgezahlt wird nur an Spielgeld-Adressen; Adressen echter Netze nehmen wir nicht an. Im Formular unter „Auszahlungen“ setzt „Meine Spielgeld-Adresse“ die Ihre ein. Ein Antrag lässt sich stornieren und neu stellen, solange er geprüft wird.',
  },
  {
    id: 'cancel-request',
    questions: [
      'Kann ich eine Auszahlung stornieren?',
      'Wie ziehe ich eine Einzahlung zurück?',
      'Wie breche ich einen Antrag ab?',
      'Kann ich eine Auszahlung rückgängig machen?',
      'Kann ich einen Antrag löschen?',
      'Wie lösche ich meine Auszahlung?',
      'Ich möchte meinen Antrag zurücknehmen',
      'Ich habe mich vertippt',
      'Wie storniere ich?',
    ],
    answer:
      'Solange ein Antrag geprüft wird, können Sie ihn stornieren: Öffnen Sie ihn unter „Einzahlungen“ oder „Auszahlungen“. Bei einer Auszahlung wird der reservierte Betrag sofort wieder frei.',
  },
  {
    id: 'rejected',
    questions: [
      'Warum wurde meine Einzahlung abgelehnt?',
      'Warum wurde meine Auszahlung abgelehnt?',
      'Warum wurde mein Antrag nicht genehmigt?',
      'Abgelehnt',
    ],
    answer: rejected(
      'Der Grund steht beim Antrag selbst: Öffnen Sie ihn im Verlauf unter „Einzahlungen“ oder „Auszahlungen“. Er steht auch in der Benachrichtigung.',
    ),
  },
  {
    id: 'fees',
    questions: [
      'Was kostet das?',
      'Welche Gebühren gibt es?',
      'Wie hoch sind die Gebühren?',
      'Wie hoch ist die Gebühr für eine Auszahlung?',
      'Ist eine Auszahlung kostenlos?',
      'Gebühren für Einzahlungen',
      'Was kostet eine Einzahlung in Bitcoin?',
      'Fallen Kosten an?',
      'Was kostet ein Bot?',
      'Was zahle ich für die Bots?',
      'Zahle ich Gebühren?',
      'Gibt es versteckte Kosten?',
    ],
    answer: `${fees} Die Kosten des Handels selbst sind im Ergebnis eines Bots enthalten.`,
  },
  {
    id: 'trading-costs',
    questions: [
      'Was kostet der Handel?',
      'Wie hoch sind die Kosten des Handels?',
      'Was kostet das Handeln?',
      'Wie hoch sind die Handelsgebühren?',
      'Wie viel kostet ein Kauf?',
      'Was zahlt der Bot je Kauf?',
    ],
    answer: `Gerechnet wird je Kauf und Verkauf mit Gebühr, halber Spanne und Slippage: ${costsPerSide}${ownCosts}. Alles davon ist im Ergebnis eines Bots enthalten und steht auf der Seite der Anlage. ${CURRENCY_RULE}`,
  },
  {
    id: 'stale-prices',
    questions: ['Was bedeutet Kurse veraltet?', 'Warum steht da Kurse veraltet?', 'Der Kurs ist veraltet'],
    answer:
      'Dann kommt von mindestens einem Markt gerade kein frischer Kurs. Der Bot handelt dort so lange nicht, und im Wert Ihrer Anlage zählt der letzte bekannte Kurs. Hat der Bot in diesem Markt gerade eine Position, lässt er sich weder starten noch beenden, bis wieder ein Kurs da ist: Sonst könnte jemand zu einem Kurs handeln, den es nicht mehr gibt. Ein geschlossener Markt zählt mit seinem Schlusskurs.',
  },
  {
    id: 'money-safe',
    questions: [
      'Ist mein Geld sicher?',
      'Ist mein Geld versichert?',
      'Gibt es eine Einlagensicherung?',
      'Gibt es eine Garantie auf den Gewinn?',
      'Kann ich mehr verlieren, als ich eingezahlt habe?',
      'Gibt es eine Nachschusspflicht?',
      'Bekomme ich meinen Verlust zurück?',
      'Bin ich abgesichert?',
      'Was passiert mit meinem Geld, wenn die Firma pleite ist?',
      'Was ist, wenn ihr pleite geht?',
      'Muss ich nachzahlen, wenn der Bot verliert?',
      'Kann ich ins Minus rutschen?',
      'Wer haftet bei Verlust?',
    ],
    answer:
      'Zugesagt oder versichert ist hier nichts: Jeder Bot kann das gesamte eingesetzte Spielgeld verlieren. Mehr als Ihren Einsatz verlieren Sie nicht; einen Fehlbetrag trägt das Haus. Echtes Geld ist nie im Spiel.',
  },
  {
    id: 'usdt',
    questions: ['Was ist USDT?', 'Was bedeutet USDT?', 'Wofür steht USDT?'],
    answer:
      'In USDT steht hier Ihr Guthaben. Ein USDT zählt so viel wie ein US-Dollar. Es ist Spielgeld und hat außerhalb der Plattform keinen Wert.',
  },
  {
    id: 'wealth-words',
    questions: [
      'Was ist der Unterschied zwischen Guthaben und Vermögen?',
      'Was ist der Unterschied zwischen Einsatz und Wert?',
      'Ist Guthaben dasselbe wie Vermögen?',
      'Worin unterscheiden sich Wallet und Vermögen?',
    ],
    answer:
      'Ihr Guthaben ist, was in Ihrem Wallet liegt. Ihr Vermögen ist das Guthaben und dazu, was Ihre Bots gerade wert sind. Einsatz ist, was Sie beim Start in einen Bot gegeben haben; der Wert ist, was daraus bis jetzt geworden ist.',
  },
  {
    id: 'taxes',
    questions: [
      'Muss ich Steuern zahlen?',
      'Fallen Steuern an?',
      'Muss ich meinen Gewinn versteuern?',
      'Wie hoch ist die Steuer auf den Gewinn?',
    ],
    answer:
      'Hier gibt es nur Spielgeld: Sie verdienen damit nichts, also ist hier auch nichts zu versteuern. Zu echten Geldanlagen berät Sie eine Steuerberatung.',
  },
  {
    id: 'manual-return',
    questions: ['Was ist eine manuelle Rendite?', 'Was ist eine Wallet-Korrektur?'],
    answer:
      'Das ist eine Buchung von Hand durch den Betreiber, immer mit Begründung. Sie steht in Ihren Buchungen als genau das und zählt nie zur gemessenen Rendite eines Bots.',
  },
  {
    id: 'greeting',
    courtesy: true,
    questions: ['Hallo', 'Hallo, ich habe eine Frage'],
    answer:
      'Guten Tag. Was möchten Sie wissen? Ich kenne Ihre Anträge, Ihre Bots und die Regeln der Plattform.',
  },
  {
    id: 'thanks',
    courtesy: true,
    questions: [
      'Danke',
      'Vielen Dank, alles klar',
      'Super, das hilft',
      'Danke, das hat geholfen',
      'Danke, passt',
      'Danke für die schnelle Antwort',
    ],
    answer: 'Gern. Wenn noch etwas offen ist, schreiben Sie einfach.',
  },
];

export const TOPICS: readonly Topic[] = [
  ...fromHelpPage,
  ...OWN_TOPICS,
  ...GENERAL,
  ...BOT_TOPICS,
  ...builtTopics(costsPerSide),
  ...ACCOUNT_TOPICS,
];

/** What we are asked in our own words, and what we answer everybody. */
export const OUR_TEXTS: readonly string[] = TOPICS.flatMap(({ questions, answer }) => [
  ...questions,
  ...(typeof answer === 'string' ? [answer] : []),
]);

/** Said to whoever asks what to do with their money. */
export const NO_ADVICE =
  'Das kann ich Ihnen nicht raten: Hier gibt es keine Anlageberatung. Jeder Bot kann verlieren, auch alles, und frühere Ergebnisse sagen nichts über künftige aus. Was ein Bot tut und wann er verliert, steht auf seiner Seite; ich erkläre es Ihnen auch hier.';

/** A yes to it calls a human at once. */
export const OFFER = 'Soll ich einen Menschen dazuholen?';

/** Where it is not sure what was meant. */
export const whichOfThese = (questions: readonly string[]): string =>
  `Da bin ich nicht sicher. Meinten Sie vielleicht:\n\n${questions.map((question) => `– „${question}“`).join('\n')}`;
/** The questions that such a message names. */
export const choicesIn = (message: string): string[] =>
  [...message.matchAll(/^– „(.+)“$/gm)].map(([, question = '']) => question);

/** Said without the offer where a human was called already. */
export const NO_ANSWER =
  'Das weiß ich nicht, oder ich habe es nicht verstanden. Viele Antworten stehen auf der Seite „Hilfe/FAQ“.';

/** After a no to the offer. */
export const GOES_ON = 'Gut, dann machen wir hier weiter. Was möchten Sie wissen?';

export const HANDED_OVER = `Ich habe Ihr Anliegen an unser Team übergeben. Ein Mensch antwortet meist in ${HUMAN_TIME}. Sie können dieses Fenster schließen, der Chat bleibt offen.`;
export const HANDED_BACK =
  'Unser Team hat diesen Chat an mich gegeben, den Assistenten. Fragen Sie mich gern weiter. Soll wieder ein Mensch antworten, schreiben Sie „Mensch“.';
