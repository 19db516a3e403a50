/** What the assistant knows about bots that customers build themselves. */
import { FEES, LIMITS, OWN_BOT_LIMITS } from '@botdepot/contract';
import { inUsdt } from '@botdepot/money';
import { CUTS } from '@botdepot/trading';
import { builtDelete, builtMoney, builtResults, builtStart } from './own-bot-answers.ts';
import type { Topic } from './topic.ts';

const FROM = inUsdt(LIMITS.ownBotStart.minimum);
const free =
  FEES.botStart === 0n && FEES.botStop === 0n
    ? 'Einen eigenen Bot zu bauen, zu prüfen, zu starten und zu beenden kostet nichts.'
    : `Einen eigenen Bot zu bauen und zu prüfen kostet nichts, ihn zu starten ${inUsdt(FEES.botStart)} und zu beenden ${inUsdt(FEES.botStop)}.`;

/** @param costsPerSide what trading costs, by type of market. */
export const builtTopics = (costsPerSide: string): readonly Topic[] => [
  {
    id: 'built-money',
    questions: [
      'Wie viel Geld steckt in meinem eigenen Bot?',
      'Was ist mein eigener Bot wert?',
      'Wie viel habe ich in meine eigenen Bots gesteckt?',
      'Wo ist das Geld aus meinem selbst gebauten Bot?',
      'Wie viel ist in meinen eigenen Bots?',
    ],
    answer: builtMoney,
  },
  {
    id: 'built-results',
    sinceStart: true,
    questions: [
      'Was hat mein eigener Bot verdient?',
      'Wie läuft mein eigener Bot?',
      'Hat mein selbst gebauter Bot Gewinn gemacht?',
      'Wie viel haben meine eigenen Bots gebracht?',
      'Ist mein eigener Bot im Plus oder im Minus?',
    ],
    answer: builtResults,
  },
  {
    id: 'built-start',
    questions: [
      'Warum startet mein Bot nicht?',
      'Warum startet mein eigener Bot nicht?',
      'Mein Start ist noch in Auftrag',
      'Wann beginnt mein eigener Bot?',
      'Warum kann ich meinen eigenen Bot nicht starten?',
      'Mein eigener Bot handelt nicht',
    ],
    answer: builtStart,
  },
  {
    id: 'built-how',
    questions: [
      'Wie baue ich einen eigenen Bot?',
      'Wie erstelle ich einen eigenen Bot?',
      'Kann ich einen eigenen Bot bauen?',
      'Kann ich eigene Regeln handeln lassen?',
      'Muss ich programmieren können, um einen Bot zu bauen?',
    ],
    answer: `Öffnen Sie „KI-Bots“, „Meine Bots“ und beginnen Sie mit einer Vorlage oder mit „Bot bauen“. Eine Regel sind deutsche Sätze: Sie ändern die Wörter und sehen sofort, was sie getan hätte; programmieren müssen Sie nichts. Name, Kurse und Kosten stellen Sie daneben ein, und Ihre Regeln sehen nur Sie. Ein laufender Bot behält die Regel, mit der er gestartet ist. „Ergebnis prüfen“ rechnet sie auf vergangenen Kursen durch und sagt, ob sie mehr kann als der Zufall. Hat sie ihr Zertifikat, starten Sie den Bot unter „Live“ mit Spielgeld, ab ${FROM}.`,
  },
  {
    id: 'built-limits',
    questions: [
      'Wie viele eigene Bots kann ich haben?',
      'Wie viele eigene Bots dürfen gleichzeitig laufen?',
      'Wie viel kann ich höchstens in eigene Bots stecken?',
      'Mindestbetrag für einen eigenen Bot',
    ],
    answer: `Bauen können Sie ${OWN_BOT_LIMITS.bots} eigene Bots. Normalerweise laufen davon höchstens ${OWN_BOT_LIMITS.live} zugleich, mit zusammen höchstens ${inUsdt(BigInt(OWN_BOT_LIMITS.capitalUsd) * 1_000_000n)}; einer startet ab ${FROM}. Hat der Betreiber für Sie etwas anderes festgelegt, steht das in Ihren Benachrichtigungen.`,
  },
  {
    id: 'built-costs',
    questions: [
      'Was kostet ein eigener Bot?',
      'Welche Gebühren hat mein eigener Bot?',
      'Kostet es etwas, einen Bot zu bauen?',
      'Was zahle ich für einen selbst gebauten Bot?',
    ],
    answer: `${free} Beim Handeln zahlt er dieselben Kosten wie die Bots der Plattform, je Kauf und Verkauf: ${costsPerSide}. Mit Hebel, oder wenn er auch auf fallende Kurse setzt, kommt Finanzierung hinzu. Alles davon ist in seinem Wert enthalten.`,
  },
  {
    id: 'built-delete',
    questions: [
      'Kann ich meinen eigenen Bot löschen?',
      'Wie lösche ich einen eigenen Bot?',
      'Was passiert, wenn ich meinen eigenen Bot lösche?',
      'Eigenen Bot entfernen',
    ],
    answer: builtDelete,
  },
  {
    id: 'test-period',
    questions: [
      'Was ist der Prüfzeitraum?',
      'Wozu gibt es den Prüfzeitraum?',
      'Wie oft kann ich den Prüfzeitraum öffnen?',
      'Warum ist der Prüfzeitraum geschlossen?',
      'Was bedeutet Prüfzeitraum schon gesehen?',
    ],
    answer:
      'Der Prüfzeitraum sind die letzten Tage der Kurse, auf denen Sie testen. Beim Bauen sieht sie keine Regel, also kann auch keine an sie angepasst sein. Sie öffnen ihn auf diesen Kursen genau einmal, mit einer Regel; danach steht an jedem Ergebnis dort „Prüfzeitraum schon gesehen“. Er schützt vor Selbsttäuschung.',
  },
  {
    id: 'certificate',
    questions: [
      'Was bedeutet das Zertifikat?',
      'Was ist das Zertifikat eines Bots?',
      'Wozu braucht mein Bot ein Zertifikat?',
      'Was heißt kein Blick in die Zukunft?',
      'Mein Bot hat kein Zertifikat',
    ],
    answer: `Das Zertifikat zeigt, dass eine Regel nicht in die Zukunft sieht: Unser Server schneidet die Kurse an ${CUTS} Stellen ab oder tauscht aus, was danach kommt, und die Regel muss davor jedes Mal gleich entscheiden. Ob sie gut ist, sagt es nicht. Es entsteht beim Prüfen des Ergebnisses; ohne lässt sich ein eigener Bot nicht starten.`,
  },
  {
    id: 'trials',
    questions: [
      'Was bedeuten die Versuche?',
      'Was ist ein Versuch?',
      'Warum werden meine Versuche gezählt?',
      'Was bedeuten die Striche bei meinen Bots?',
      'Kann ich die Versuche zurücksetzen?',
    ],
    answer:
      'Ein Versuch ist eine Regel, die Sie auf bestimmten Kursen ausprobiert haben; jede zählt dort einmal. Wer viel probiert, findet auch durch Glück etwas, das gut aussieht. Deshalb wird die Hürde mit jedem Versuch höher, der sich von den anderen deutlich unterscheidet. Zurücksetzen lassen sie sich nicht, auch nicht, indem Sie einen Bot löschen.',
  },
  {
    id: 'random-bots',
    questions: [
      'Was sind Zufallsbots?',
      'Was bedeuten die Zufallsbots?',
      'Warum wird meine Regel mit Zufallsbots verglichen?',
      'Was heißt besser als Zufallsbots?',
    ],
    answer:
      'Zufallsbots machen so viele und so lange Geschäfte wie Ihre Regel, nur zu zufälligen Zeiten. Schlägt Ihre Regel nur die Hälfte von ihnen, waren ihre Zeitpunkte nicht besser als Zufall. Erst wenn fast alle schlechter sind, spricht das für die Regel.',
  },
];
