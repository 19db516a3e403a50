/**
 * What the assistant knows: the questions of the help page and what follows from the catalogue. Every figure is written from
 * the constant that the platform enforces; a test goes through all of them.
 */
import {
  BOTS,
  type BotType,
  FAQ,
  FEES,
  LIMITS,
  MARKET_LABELS,
  MARKET_TYPES,
  PASSWORD_MIN_LENGTH,
  TRADING_COSTS,
} from '@botdepot/contract';
import {
  DEPOSIT_LATE_AFTER,
  DEPOSIT_TIME,
  HUMAN_TIME,
  MEASURED_AFTER,
  percent,
  usdt,
  WITHDRAWAL_TIME,
} from './german-figures.ts';
import {
  balance,
  botValues,
  depositStatus,
  measuredReturns,
  type PersonalAnswer,
  results,
  withdrawalStatus,
} from './personal-answers.ts';

export type Topic = {
  id: string;
  /** How people ask for it; the first is the question itself. */
  questions: readonly string[];
  /** Further words that lead here. */
  words?: string;
  answer: string | PersonalAnswer;
  /** Where a request of this kind is pending, its state is the answer. */
  whilePending?: { requests: 'deposits' | 'withdrawals'; answer: PersonalAnswer };
  /** Said out of politeness, beside a question or instead of one. */
  courtesy?: true;
};

const FAQ_WORDS: Record<string, { questions?: string[]; words?: string }> = {
  'play-money': {
    questions: ['Ist das echt oder Spielgeld?', 'Ist das seriös oder Betrug?'],
    words: 'spielgeld echtgeld demo simulation',
  },
  'minimum-deposit': { questions: ['Was ist die Mindesteinzahlung?', 'Wie hoch ist der Mindestbetrag?'] },
  'withdrawal-time': { questions: ['Wann bekomme ich mein Geld ausgezahlt?', 'Dauer der Auszahlung'] },
  prices: {
    questions: ['Sind die Kurse echt oder simuliert?'],
    words: 'kursquelle kraken simulation simuliert',
  },
  losses: { questions: ['Wie hoch ist das Risiko?', 'Kann ich alles verlieren?'], words: 'totalverlust' },
  'verify-return': {
    questions: ['Wo sind die Zahlen nachzuprüfen?'],
    words: 'nachweis aufzeichnung prüfkette',
  },
};

const fromHelpPage: Topic[] = FAQ.map(({ id, question, answer }) => ({
  id,
  ...(id === 'withdrawal-time' && {
    whilePending: { requests: 'withdrawals', answer: withdrawalStatus },
  }),
  questions: [question, ...(FAQ_WORDS[id]?.questions ?? [])],
  ...(FAQ_WORDS[id]?.words === undefined ? {} : { words: FAQ_WORDS[id].words }),
  answer,
}));

const free = (fee: bigint): string => (fee === 0n ? 'kostenlos' : `mit ${usdt(fee)} Gebühr verbunden`);

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

const about = (botType: BotType): string => {
  const { name, minimum, riskLabel, summary, losesWhen, protection } = BOTS[botType];
  return `${name}: ${riskLabel}, ab ${usdt(minimum)}. ${summary} Er verliert, ${losesWhen} Schutz: ${protection}`;
};

const aboutBot = (botType: BotType): Topic => ({
  id: `about-${botType}`,
  questions: [
    `Was macht der ${BOTS[botType].name}?`,
    `Wie funktioniert der ${BOTS[botType].name}?`,
    `Ab wie viel startet der ${BOTS[botType].name}?`,
  ],
  words: 'risiko verlust strategie',
  answer: about(botType),
});

const returnsOf = (botType: BotType): Topic => ({
  id: `returns-${botType}`,
  questions: [
    `Welche Rendite hat der ${BOTS[botType].name}?`,
    `Wie viel verdient der ${BOTS[botType].name}?`,
  ],
  words: 'rendite',
  answer: measuredReturns(botType),
});

const OWN: Topic[] = [
  {
    id: 'deposit-status',
    questions: [
      'Wo bleibt meine Einzahlung?',
      'Meine Einzahlung ist noch nicht angekommen',
      'Status meiner Einzahlung',
      'Wann wird meine Einzahlung gutgeschrieben?',
      'Meine Einzahlung hängt',
    ],
    answer: depositStatus,
  },
  {
    id: 'withdrawal-status',
    questions: [
      'Wo bleibt meine Auszahlung?',
      'Meine Auszahlung ist noch nicht da',
      'Status meiner Auszahlung',
      'Warum ist meine Auszahlung noch offen?',
    ],
    answer: withdrawalStatus,
  },
  {
    id: 'own-bots',
    questions: [
      'Wie stehen meine Bots?',
      'Was ist mein Bot wert?',
      'Wie läuft mein Bot?',
      'Wie viel Gewinn hat mein Bot gemacht?',
      'Welche Bots laufen bei mir?',
    ],
    words: 'wert stand',
    answer: botValues,
  },
  {
    id: 'own-results',
    questions: [
      'Wie hoch ist mein Gewinn?',
      'Wie viel Gewinn habe ich gemacht?',
      'Wie viel habe ich verdient?',
      'Wie hoch ist mein Verlust?',
      'Wie viel habe ich verloren?',
      'Habe ich Gewinn oder Verlust gemacht?',
      'Mein Ergebnis bis jetzt',
      'Bin ich im Plus oder im Minus?',
    ],
    answer: results,
  },
  {
    id: 'own-balance',
    questions: ['Wie hoch ist mein Guthaben?', 'Mein Kontostand', 'Wie viel habe ich im Wallet?'],
    words: 'reserviert verfügbar',
    answer: balance,
  },
];

const GENERAL: Topic[] = [
  {
    id: 'deposit-how',
    questions: ['Wie zahle ich ein?', 'Wie kann ich Geld einzahlen?', 'Wie lade ich mein Wallet auf?'],
    words: 'anleitung adresse qr code währung btc eth usdt bitcoin',
    answer: `Öffnen Sie „Einzahlungen“, wählen Sie Währung und Betrag und prüfen Sie den Antrag. Möglich sind ${usdt(LIMITS.deposit.minimum)} bis ${usdt(LIMITS.deposit.maximum)} je Einzahlung. Ein Mensch bestätigt sie, meist in ${DEPOSIT_TIME}. Es ist Spielgeld: Senden Sie nie echtes Geld an die gezeigte Adresse.`,
  },
  {
    id: 'deposit-time',
    whilePending: { requests: 'deposits', answer: depositStatus },
    questions: ['Wie lange dauert eine Einzahlung?', 'Dauer einer Einzahlung'],
    answer: `Eine Einzahlung bestätigen wir meist in ${DEPOSIT_TIME}. Wartet sie länger als ${DEPOSIT_LATE_AFTER}, ruft das System von selbst unser Team.`,
  },
  {
    id: 'deposit-limit',
    questions: ['Wie hoch ist das Limit für Einzahlungen?', 'Was ist die Obergrenze je Einzahlung?'],
    words: 'höchstbetrag maximum',
    answer: `Eine einzelne Einzahlung darf ${usdt(LIMITS.deposit.minimum)} bis ${usdt(LIMITS.deposit.maximum)} betragen. Für Ihr Guthaben gibt es keine Obergrenze.`,
  },
  {
    id: 'withdrawal-how',
    questions: [
      'Wie zahle ich aus?',
      'Wie kann ich Geld auszahlen?',
      'Was ist der Mindestbetrag für eine Auszahlung?',
    ],
    words: 'anleitung adresse limit auszahlungsadresse',
    answer: `Öffnen Sie „Auszahlungen“, wählen Sie den Betrag und Ihre Spielgeld-Adresse. Möglich sind ${usdt(LIMITS.withdrawal.minimum)} bis ${usdt(LIMITS.withdrawal.maximum)}, höchstens Ihr verfügbares Guthaben. In der Regel bestätigen wir sie innerhalb von ${WITHDRAWAL_TIME}.`,
  },
  {
    id: 'cancel-request',
    questions: [
      'Kann ich eine Auszahlung stornieren?',
      'Wie ziehe ich eine Einzahlung zurück?',
      'Wie breche ich einen Antrag ab?',
    ],
    answer:
      'Solange ein Antrag geprüft wird, können Sie ihn stornieren: Öffnen Sie ihn unter „Einzahlungen“ oder „Auszahlungen“. Bei einer Auszahlung wird der reservierte Betrag sofort wieder frei.',
  },
  {
    id: 'rejected',
    questions: ['Warum wurde meine Einzahlung abgelehnt?', 'Warum wurde meine Auszahlung abgelehnt?'],
    words: 'ablehnung grund',
    answer:
      'Der Grund steht beim Antrag selbst: Öffnen Sie ihn im Verlauf unter „Einzahlungen“ oder „Auszahlungen“. Er steht auch in der Benachrichtigung.',
  },
  {
    id: 'fees',
    questions: [
      'Was kostet das?',
      'Welche Gebühren gibt es?',
      'Ist eine Auszahlung kostenlos?',
      'Gebühren für Einzahlungen',
    ],
    answer: `${fees} Die Kosten des Handels selbst sind im Ergebnis eines Bots enthalten.`,
  },
  {
    id: 'trading-costs',
    questions: ['Was kostet der Handel?', 'Wie hoch sind die Handelskosten?'],
    words: 'spread spanne slippage trading transaktionskosten',
    answer: `Gerechnet wird je Kauf und Verkauf mit Gebühr, halber Spanne und Slippage: ${costsPerSide}${ownCosts}. Alles davon ist im Ergebnis eines Bots enthalten und steht auf der Seite der Anlage.`,
  },
  aboutBot('smartbot'),
  aboutBot('turbobot'),
  aboutBot('newsbot'),
  {
    id: 'compare-bots',
    questions: [
      'Welche Bots gibt es?',
      'Was ist der Unterschied zwischen den Bots?',
      'Wie funktionieren die Bots?',
    ],
    words: 'vergleich strategie roboter ki',
    answer: (Object.keys(BOTS) as BotType[])
      .map(
        (type) =>
          `${BOTS[type].name}: ${BOTS[type].riskLabel}, ab ${usdt(BOTS[type].minimum)}. ${BOTS[type].summary}`,
      )
      .join('\n\n'),
  },
  {
    id: 'bot-minimum',
    questions: ['Wie viel brauche ich mindestens für einen Bot?', 'Mindestbetrag für Bots'],
    answer: `${(Object.keys(BOTS) as BotType[])
      .map((type) => `Der ${BOTS[type].name} startet ab ${usdt(BOTS[type].minimum)}`)
      .join('. ')}. Der Betrag muss in Ihrem Wallet verfügbar sein.`,
  },
  {
    id: 'bot-start',
    questions: ['Wie starte ich einen Bot?', 'Warum kann ich keinen Bot starten?'],
    answer:
      'Öffnen Sie „KI-Bots“, wählen Sie einen Bot und den Betrag. Vor der Buchung sehen Sie, was schlechte, mittlere und gute Zeiträume bedeutet hätten. Ist der Start nicht möglich, steht der Grund am Knopf, zum Beispiel zu wenig Guthaben oder veraltete Kurse.',
  },
  {
    id: 'bot-stop',
    questions: ['Wie beende ich einen Bot?', 'Kann ich jederzeit aussteigen?'],
    words: 'aussteigen kündigen laufzeit',
    answer:
      'Öffnen Sie „KI-Bots“ und beenden Sie die Anlage. Sie sehen vorher, was ausgezahlt wird; danach steht der Betrag in Ihrem Wallet. Eine Mindestlaufzeit gibt es nicht.',
  },
  {
    id: 'returns',
    questions: [
      'Welche Rendite bringen die Bots?',
      'Wie viel Gewinn machen die Bots?',
      'Wie viel Prozent am Tag?',
      'Wie viel kann ich verdienen?',
      'Wie hoch ist die Rendite?',
    ],
    words: 'versprechen täglich rendite',
    answer: measuredReturns('smartbot', 'turbobot', 'newsbot'),
  },
  returnsOf('smartbot'),
  returnsOf('turbobot'),
  returnsOf('newsbot'),
  {
    id: 'measured-when',
    questions: ['Wann ist eine Rendite gemessen?', 'Was heißt noch nicht gemessen?'],
    words: 'messung handelstage',
    answer: `„Gemessen“ heißt eine Rendite erst nach ${MEASURED_AFTER} mit laufenden Kursen. Vorher steht dort der Rücktest, ausdrücklich so bezeichnet.`,
  },
  {
    id: 'stale-prices',
    questions: ['Was bedeutet Kurse veraltet?', 'Warum steht da Kurse veraltet?'],
    answer:
      'Dann sind gerade keine frischen Kurse da. Gestartet und beendet wird nur zu aktuellen Kursen; es wird nichts gebucht. Meist geht es nach einigen Sekunden wieder.',
  },
  {
    id: 'manual-return',
    questions: ['Was ist eine manuelle Rendite?', 'Was ist eine Wallet-Korrektur?'],
    words: 'korrektur manuell',
    answer:
      'Das ist eine Buchung von Hand durch den Betreiber, immer mit Begründung. Sie steht in Ihren Buchungen als genau das und zählt nie zur gemessenen Rendite eines Bots.',
  },
  {
    id: 'statement',
    questions: [
      'Wo finde ich meinen Kontoauszug?',
      'Kontoauszug drucken',
      'Wie bekomme ich einen Kontoauszug?',
      'Wo sehe ich meine Buchungen?',
    ],
    words: 'auszug kontoauszüge pdf herunterladen ausdrucken monat buchung transaktionen csv',
    answer:
      'Öffnen Sie „Wallet“, „Transaktionen“: Dort stehen alle Ihre Buchungen, und „Kontoauszug“ führt zu einer Seite je Monat, die Sie drucken oder als PDF speichern können.',
  },
  {
    id: 'password',
    questions: ['Wie ändere ich mein Passwort?', 'Ich habe mein Passwort vergessen'],
    words: 'zurücksetzen login anmelden anmeldung',
    answer: `Angemeldet ändern Sie es unter „Einstellungen“, „Sicherheit“. Wenn Sie es vergessen haben, hilft „Passwort vergessen“ auf der Anmeldeseite. Ein Passwort hat mindestens ${PASSWORD_MIN_LENGTH} Zeichen.`,
  },
  {
    id: 'second-factor',
    questions: [
      'Wie richte ich die Anmeldung in zwei Schritten ein?',
      'Wie richte ich die Zwei-Faktor-Anmeldung ein?',
      'Ist mein Konto sicher?',
    ],
    words: 'zwei faktor 2fa authenticator sicherheit passkey',
    answer:
      'Unter „Einstellungen“, „Sicherheit“ richten Sie die Anmeldung in zwei Schritten ein und sehen, auf welchen Geräten Sie angemeldet sind.',
  },
  {
    id: 'account',
    questions: [
      'Wie ändere ich meine E-Mail-Adresse?',
      'Wie lösche ich mein Konto?',
      'Wo finde ich mein Profil?',
    ],
    words: 'email mail konto löschen daten datenschutz',
    answer:
      'Das finden Sie auf der Seite „Profil“, oben rechts im Menü, und unter „Einstellungen“, „Account“.',
  },
  {
    id: 'human-time',
    questions: ['Wann antwortet mir jemand?', 'Wie lange dauert eine Antwort?', 'Wer sind Sie?'],
    words: 'antwort öffnungszeiten erreichbar assistent roboter',
    answer: `Ich bin der Assistent und antworte sofort. Schreiben Sie „Mensch“, dann übernimmt unser Team, meist in ${HUMAN_TIME}.`,
  },
  {
    id: 'greeting',
    courtesy: true,
    questions: ['Hallo'],
    answer:
      'Guten Tag. Was möchten Sie wissen? Ich kenne Ihre Anträge, Ihre Bots und die Regeln der Plattform.',
  },
  {
    id: 'thanks',
    courtesy: true,
    questions: ['Danke', 'Vielen Dank, alles klar', 'Super, das hilft'],
    words: 'ok okay perfekt prima verstanden',
    answer: 'Gern. Wenn noch etwas offen ist, schreiben Sie einfach.',
  },
];

export const TOPICS: readonly Topic[] = [...fromHelpPage, ...OWN, ...GENERAL];

/** Said to whoever asks what to do with their money. */
export const NO_ADVICE =
  'Das kann ich Ihnen nicht raten: Hier gibt es keine Anlageberatung. Jeder Bot kann verlieren, auch alles, und frühere Ergebnisse sagen nichts über künftige aus. Was ein Bot tut und wann er verliert, steht auf seiner Seite; ich erkläre es Ihnen auch hier.';

export const NOT_UNDERSTOOD =
  'Das habe ich nicht verstanden. Können Sie es mit anderen Worten sagen? Wenn Sie „Mensch“ schreiben, übernimmt unser Team.';

export const HANDED_OVER = `Ich habe Ihr Anliegen an unser Team übergeben. Ein Mensch antwortet meist in ${HUMAN_TIME}. Sie können dieses Fenster schließen, der Chat bleibt offen.`;
