/** Words of own bots: what a rule looks at, and how it is tested. */
import { NBSP, signed, type Term, usdt } from './term.ts';

export const OWN_BOT_TERMS = [
  {
    id: 'atr',
    word: 'ATR',
    also: ['Average True Range', 'Spanne einer Kerze', 'mittlere Spanne'],
    meaning:
      'Die ATR ist die durchschnittliche Spanne der letzten Kerzen, vom höchsten bis zum tiefsten Kurs. Ein Stopp, der in ATR gemessen wird, liegt in ruhigen Zeiten enger und in unruhigen weiter weg.',
    example: `Schwankt ein Markt je Kerze um ${usdt(2)}, liegt ein Stopp von 2${NBSP}ATR unter ${usdt(100)} bei ${usdt(96)}.`,
  },
  {
    id: 'own-bot',
    word: 'Eigener Bot',
    also: ['Eigene Bots', 'Meine Bots', 'selbst gebauter Bot'],
    meaning:
      'Ein eigener Bot handelt nach einer Regel, die Sie aus deutschen Sätzen zusammensetzen. Er rechnet mit demselben Programm wie die Bots der Plattform, und nur Sie können Spielgeld in ihn geben.',
    example: `Eine Regel lautet: „Kaufen, wenn der Schlusskurs über dem Durchschnitt aus 50 Kerzen liegt.“ Mit ${usdt(100)} handelt sie, bis Sie den Bot beenden.`,
  },
  {
    id: 'moving-average',
    word: 'Gleitender Durchschnitt',
    also: ['SMA', 'EMA', 'WMA', 'gleitende Durchschnitte', 'Moving Average'],
    meaning:
      'Ein gleitender Durchschnitt ist der Mittelwert der letzten Kurse und rückt mit jeder Kerze weiter. Liegt der Kurs darüber, ging es zuletzt eher aufwärts, und mehr sagt er nicht.',
    example: `Schließen drei Kerzen bei 98, 100 und 105${NBSP}USDT, liegt ihr Durchschnitt bei ${usdt(101)}.`,
  },
  {
    id: 'hurdle',
    word: 'Hürde',
    also: ['Deflated Sharpe', 'Glück oder Können'],
    meaning:
      'Die Hürde ist die Sharpe, die beim besten von so vielen wertlosen Versuchen zu erwarten ist. Erst was darüber liegt, kann mehr als Glück sein.',
    example: `Wer 30 wertlose Regeln versucht und die beste behält, sieht leicht ${signed(100)} auf ${usdt(1000)}, obwohl keine etwas taugt.`,
  },
  {
    id: 'test-period',
    word: 'Prüfzeitraum',
    also: ['zurückgehaltene Tage', 'Out of Sample'],
    meaning:
      'Der Prüfzeitraum sind die letzten Tage der Kurse, die kein Versuch zu sehen bekommt. Er lässt sich einmal öffnen und zeigt, ob eine Regel auch auf Tagen taugt, nach denen sie nicht ausgesucht wurde.',
    example: `Macht eine Regel davor aus ${usdt(1000)} ${usdt(1200)} und im Prüfzeitraum ${usdt(950)}, war sie wohl nur an die Vergangenheit angepasst.`,
  },
  {
    id: 'rsi',
    word: 'RSI',
    also: ['Relative Strength Index', 'Relative Stärke'],
    meaning:
      'Der RSI vergleicht auf einer Skala von 0 bis 100, wie weit die letzten Kerzen gestiegen und wie weit sie gefallen sind. Unter 30 ist ein Markt zuletzt stark gefallen, über 70 stark gestiegen, und beides kann so weitergehen.',
    example: `Stieg ein Kurs je Kerze im Mittel um ${usdt(3)} und fiel um ${usdt(1)}, ist der RSI 75.`,
  },
  {
    id: 'overfitting',
    word: 'Überanpassung',
    also: ['Overfitting', 'PBO', 'überangepasst', 'Täuscht die Auswahl?'],
    meaning:
      'Überangepasst ist eine Regel, deren Zahlen so lange verändert wurden, bis sie zu den alten Kursen passten. Man erkennt es daran, dass die beste Einstellung der einen Tage an den übrigen oft zur schlechteren Hälfte gehört.',
    example: `Bringt ein Durchschnitt aus 20 Kerzen ${signed(90)}, aus 19 und aus 21 aber ${signed(-40)}, war die 20 ein Zufallstreffer.`,
  },
  {
    id: 'trial',
    word: 'Versuch',
    also: ['Versuche', 'Strichliste', 'Zahl der Versuche'],
    meaning:
      'Jede Regel, die Sie auf denselben Kursen ausprobieren, ist ein Versuch, auch eine, die Sie wieder verwerfen. Je mehr es sind, desto eher sieht einer nur durch Zufall gut aus, und deshalb wird keiner vergessen.',
    example: `Von 20 wertlosen Regeln gewinnt eine mit ${usdt(1000)} leicht ${usdt(80)}: Wer nur diese zeigt, zeigt das Glück.`,
  },
  {
    id: 'certificate',
    word: 'Zertifikat',
    also: ['Kein Blick in die Zukunft', 'Zertifikat gegen Blick in die Zukunft', 'Look-ahead'],
    meaning:
      'Das Zertifikat sagt, dass eine Regel nur mit Kursen entschied, die es in dem Augenblick schon gab. Dafür wird an vielen Stellen die Zukunft durch eine andere ersetzt, und jede Entscheidung davor muss gleich bleiben.',
    example: `Wer den Kurs von morgen kennt, macht im Rücktest aus ${usdt(1000)} schnell ${usdt(5000)} und live nichts davon: Eine solche Regel bekommt keines.`,
  },
  {
    id: 'random-bots',
    word: 'Zufallsbots',
    also: ['Zufallsbot', 'Monkeys', '1.000 Zufallsbots'],
    meaning:
      'Zufallsbots machen so viele Geschäfte wie eine Regel und halten sie gleich lang, aber zu ausgelosten Zeiten. Ist die Regel nicht besser als fast alle von ihnen, lag ihr Ergebnis nicht an den Zeitpunkten, die sie gewählt hat.',
    example: `Brachte die Regel ${signed(60)} und die Hälfte der Zufallsbots ebenso viel, war es der Markt und nicht die Regel.`,
  },
] as const satisfies readonly Term[];
