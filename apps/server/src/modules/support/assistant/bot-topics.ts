/** What the assistant knows about the bots, what they return and how they are started and stopped. */
import { BOT_TYPES, BOTS, type BotType } from '@botdepot/contract';
import { inUsdt } from '@botdepot/money';
import { MEASURED_AFTER } from './german.ts';
import { measuredReturns, whatBotsDo, whenBotsDecide, whyNotStart } from './personal-answers.ts';
import type { Topic } from './topic.ts';

const about = (botType: BotType): string => {
  const { name, minimum, riskLabel, summary, losesWhen, protection } = BOTS[botType];
  return `${name}: ${riskLabel}, ab ${inUsdt(minimum)}. ${summary} Er verliert, ${losesWhen} Schutz: ${protection}`;
};

const aboutBot = (botType: BotType): Topic => ({
  id: `about-${botType}`,
  questions: [
    `Was macht der ${BOTS[botType].name}?`,
    `Wie funktioniert der ${BOTS[botType].name}?`,
    `Ab wie viel startet der ${BOTS[botType].name}?`,
    `Ab wie viel kann ich den ${BOTS[botType].name} starten?`,
    `Mindestbetrag für den ${BOTS[botType].name}`,
  ],
  answer: about(botType),
});

const returnsOf = (botType: BotType): Topic => ({
  id: `returns-${botType}`,
  questions: [
    `Welche Rendite hat der ${BOTS[botType].name}?`,
    `Wie viel verdient der ${BOTS[botType].name}?`,
    `Welchen Gewinn bringt der ${BOTS[botType].name}?`,
  ],
  answer: measuredReturns(botType),
});

const whyIdle = (botType: BotType): Topic => ({
  id: `idle-${botType}`,
  questions: [
    `Warum handelt der ${BOTS[botType].name} nicht?`,
    `Warum ist der ${BOTS[botType].name} angehalten oder pausiert?`,
    `Warum hat der Betreiber den ${BOTS[botType].name} angehalten?`,
  ],
  answer: whatBotsDo(botType),
});

const nextOf = (botType: BotType): Topic => ({
  id: `next-${botType}`,
  questions: [
    `Wann handelt der ${BOTS[botType].name} das nächste Mal?`,
    `Wann läuft der ${BOTS[botType].name}?`,
  ],
  answer: whenBotsDecide(botType),
});

const MINIMUMS = `${BOT_TYPES.map(
  (type) => `Der ${BOTS[type].name} startet ab ${inUsdt(BOTS[type].minimum)}`,
).join('. ')}. Der Betrag muss in Ihrem Wallet verfügbar sein.`;

const ofEach = (question: (name: string) => string): string[] =>
  BOT_TYPES.map((type) => question(BOTS[type].name));

export const BOT_TOPICS: readonly Topic[] = [
  aboutBot('smartbot'),
  aboutBot('turbobot'),
  aboutBot('newsbot'),
  {
    id: 'compare-bots',
    questions: [
      'Welche Bots gibt es?',
      'Was ist der Unterschied zwischen den Bots?',
      'Wie funktionieren die Bots?',
      'Unterschied zwischen SmartBot, TurboBot und NewsBot',
      'Welcher Bot hat das kleinste oder geringste Risiko?',
      'Welcher Bot ist am sichersten?',
      'Was unterscheidet die Bots?',
      'Welcher Bot hat am wenigsten Risiko?',
      'Was für Bots gibt es?',
    ],
    answer: (Object.keys(BOTS) as BotType[])
      .map(
        (type) =>
          `${BOTS[type].name}: ${BOTS[type].riskLabel}, ab ${inUsdt(BOTS[type].minimum)}. ${BOTS[type].summary}`,
      )
      .join('\n\n'),
  },
  {
    id: 'bot-minimum',
    questions: [
      'Wie viel brauche ich mindestens für einen Bot?',
      'Mindestbetrag für Bots',
      'Wie viel kann ich investieren?',
      'Ab wie viel kann ich investieren?',
      'Wie viel kann ich höchstens investieren?',
      'Höchstbetrag für einen Bot',
      'Ab wie viel Geld kann ich einen Bot starten?',
      'Wie hoch ist der Mindestbetrag für einen Bot?',
      'Wie viel muss ich mindestens anlegen?',
    ],
    answer: MINIMUMS,
  },
  {
    id: 'bot-start',
    whyNot: whyNotStart,
    questions: [
      'Wie starte ich einen Bot?',
      'Warum kann ich keinen Bot starten?',
      'Wie kaufe ich einen Bot?',
      'Wie lege ich Geld an?',
      'Der Knopf zum Starten geht nicht',
      'Ich möchte einen Bot starten',
      ...ofEach((name) => `Wie starte ich den ${name}?`),
    ],
    answer:
      'Öffnen Sie „KI-Bots“, wählen Sie einen Bot und den Betrag. Vor der Buchung sehen Sie, was schlechte, typische und gute Zeiträume bedeutet hätten. Ist der Start nicht möglich, steht der Grund am Knopf, zum Beispiel zu wenig Guthaben oder veraltete Kurse.',
  },
  {
    id: 'several-bots',
    questions: [
      'Kann ich mehrere Bots gleichzeitig laufen lassen?',
      'Wie viele Bots kann ich starten?',
      'Kann ich bei einem Bot Geld nachlegen?',
      'Kann ich den Betrag einer Anlage erhöhen oder aufstocken?',
      'Darf ich mehrere Bots haben?',
      'Kann ich zwei Bots gleichzeitig laufen lassen?',
      'Gibt es eine Höchstzahl an Bots?',
      ...ofEach((name) => `Kann ich zwei ${name}s haben?`),
    ],
    answer: `Eine Höchstzahl gibt es nicht: Sie können mehrere Bots zugleich laufen lassen und denselben mehrmals starten. ${MINIMUMS} Jeder Start ist eine eigene Anlage mit eigenem Ergebnis; eine laufende lässt sich nicht aufstocken. Für Bots, die Sie selbst bauen, gilt eine eigene Grenze.`,
  },
  {
    id: 'bot-stop',
    questions: [
      'Wie beende ich einen Bot?',
      'Wie lösche oder kündige ich einen Bot?',
      'Kann ich jederzeit aussteigen?',
      'Wie lange muss ein Bot laufen?',
      'Gibt es eine Mindestlaufzeit?',
      'Bekomme ich alles zurück, wenn ich den Bot beende?',
      'Wann bekomme ich mein Geld vom Bot zurück?',
      'Wie komme ich aus dem Bot raus?',
      'Wie schalte ich den Bot aus?',
      ...ofEach((name) => `Wie beende ich den ${name}?`),
    ],
    answer:
      'Öffnen Sie „KI-Bots“ und beenden Sie die Anlage. Sie sehen vorher, was ausgezahlt wird; danach steht der Betrag in Ihrem Wallet. Einen eigenen Bot beenden Sie unter „Meine Bots“, „Live“; er verkauft zum nächsten Kurs. Eine Mindestlaufzeit gibt es nicht.',
  },
  {
    id: 'returns',
    questions: [
      'Welche Rendite bringen die Bots?',
      'Wie viel Gewinn machen die Bots?',
      'Wie viel Prozent am Tag?',
      'Wie viel kann ich verdienen?',
      'Wie hoch ist die Rendite?',
      'Wie viel verdient man im Monat?',
      'Was kann man hier verdienen?',
      'Was bringen die Bots?',
    ],
    answer: measuredReturns('smartbot', 'turbobot', 'newsbot'),
  },
  returnsOf('smartbot'),
  returnsOf('turbobot'),
  returnsOf('newsbot'),
  {
    id: 'measured-when',
    questions: [
      'Wann ist eine Rendite gemessen?',
      'Was heißt noch nicht gemessen?',
      'Ab wann gilt eine Rendite als gemessen?',
    ],
    answer: `„Gemessen“ heißt eine Rendite erst nach ${MEASURED_AFTER} mit laufenden Kursen. Vorher steht dort der Rücktest, ausdrücklich so bezeichnet.`,
  },
  {
    id: 'bot-idle',
    questions: [
      'Warum handelt mein Bot nicht?',
      'Mein Bot handelt nicht mehr',
      'Mein Bot macht nichts',
      'Mein Bot ist angehalten oder pausiert',
      'Warum hat der Betreiber den Bot angehalten?',
      'Der Bot steht still',
      'Der Bot kauft nichts',
      'Ist der Bot kaputt?',
    ],
    answer: whatBotsDo(),
  },
  {
    id: 'next-decision',
    questions: [
      'Wann handelt mein Bot?',
      'Wann handeln die Bots das nächste Mal?',
      'Wann entscheidet mein Bot?',
      'Wie oft handeln die Bots?',
      'Wie oft handelt mein Bot?',
    ],
    answer: whenBotsDecide(),
  },
  nextOf('smartbot'),
  nextOf('turbobot'),
  nextOf('newsbot'),
  whyIdle('smartbot'),
  whyIdle('turbobot'),
  whyIdle('newsbot'),
];
