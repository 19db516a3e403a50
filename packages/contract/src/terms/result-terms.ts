/** Words for what a bot has done, what it would have done, and how both are measured. */
import { MEASURED_AFTER_DAYS } from '../catalogue.ts';
import { EVIDENCE_DAYS } from '../limits.ts';
import { NBSP, percent, signed, type Term, usdt } from './term.ts';

export const RESULT_TERMS = [
  {
    id: 'calmar',
    word: 'Calmar',
    also: ['Calmar Ratio', 'Calmar-Quotient'],
    meaning:
      'Die Calmar ist die Rendite im Jahr, geteilt durch den größten Rückgang. Je höher sie ist, desto mehr kam im Verhältnis zum tiefsten Fall heraus.',
    example: `Werden aus ${usdt(1000)} in einem Jahr ${usdt(1100)} und betrug der größte Rückgang ${percent(0.2)}, ist die Calmar 10 geteilt durch 20, also 0,50.`,
  },
  {
    id: 'demo-history',
    word: 'Demo-Vorlauf',
    also: ['Vorlauf', 'Demo-Historie', 'Vorlauf einer Demo'],
    meaning:
      'Damit eine Demo nicht mit leeren Seiten beginnt, wird die Zeit davor mit Stundenkursen durchgespielt. Dieser Vorlauf zählt nicht als gemessen und gehört nicht zum Nachweis.',
    example: `Zeigt die Kurve ${usdt(40)} Gewinn im Vorlauf und seither ${usdt(15)} Verlust, zählt als gemessen nur der Verlust.`,
  },
  {
    id: 'expectancy',
    word: 'Ergebnis je Geschäft',
    also: ['Erwartungswert', 'Expectancy', 'Durchschnitt je Trade'],
    meaning:
      'Das Ergebnis je Geschäft ist der Durchschnitt aller abgeschlossenen Geschäfte nach Kosten. Ein einzelnes Geschäft kann weit davon abweichen.',
    example: `Drei Geschäfte brachten ${signed(30)}, ${signed(-12)} und ${signed(-6)}: zusammen ${signed(12)}, also ${signed(4)} je Geschäft.`,
  },
  {
    id: 'strike',
    word: 'Feststellung',
    also: ['Feststellungen', 'Strike', 'Fixing'],
    meaning:
      'Eine Feststellung ist der Anteilswert, der mit den Kursen am Ende einer Minute festgehalten wird. Aus den Feststellungen entstehen Verlauf, Rückgang und Nachweis eines Bots.',
    example: `Wurde ein Anteilswert von 1,02 festgestellt, waren 300 Anteile in dieser Minute ${usdt(306)} wert.`,
  },
  {
    id: 'measured',
    word: 'Gemessen',
    also: ['live gemessen', 'Live-Ergebnis', 'noch nicht gemessen'],
    meaning: `Gemessen nennen wir nur, was ein Bot mit laufenden Kursen getan hat, und erst nach ${MEASURED_AFTER_DAYS}${NBSP}Tagen. Rücktests und der Vorlauf einer Demo gehören nicht dazu.`,
    example: `Sind nach ${MEASURED_AFTER_DAYS - 1}${NBSP}Tagen aus ${usdt(100)} ${usdt(103)} geworden, steht das da, heißt aber noch nicht gemessen.`,
  },
  {
    id: 'round-trip',
    word: 'Geschäft',
    also: ['Geschäfte', 'Trade', 'Trades', 'Abgeschlossene Geschäfte'],
    meaning:
      'Ein Geschäft reicht von der Eröffnung einer Position bis zu ihrer Schließung. Dazwischen können mehrere Ausführungen liegen.',
    example: `Für ${usdt(500)} gekauft, für ${usdt(520)} verkauft, ${usdt(2)} Kosten: Das Geschäft brachte ${usdt(18)}.`,
  },
  {
    id: 'drawdown',
    word: 'Größter Rückgang',
    also: ['Drawdown', 'Max Drawdown', 'Rückgang', 'Rückgänge', 'Verlusttiefe', 'tiefster Rückgang'],
    meaning:
      'Der größte Rückgang ist der tiefste Fall von einem Höchststand bis zum niedrigsten Stand danach. Er zeigt, was man unterwegs hätte aushalten müssen, auch wenn am Ende ein Gewinn steht.',
    example: `Ein Wert steigt auf ${usdt(1200)}, fällt auf ${usdt(900)} und erholt sich: Der größte Rückgang ist ${percent(0.25)}.`,
  },
  {
    id: 'interval',
    word: `In 9 von 10${NBSP}Fällen`,
    also: ['Unsicherheit', 'Konfidenzintervall', 'Vertrauensbereich', 'Bootstrap'],
    meaning:
      'Die Tage eines Zeitraums werden viele Male neu zusammengesetzt, und neun von zehn Ergebnissen liegen in dieser Spanne. Reicht sie vom Verlust bis zum Gewinn, kann das Ergebnis Zufall sein.',
    example: `Eine Rendite im Jahr von −2 bis 8${NBSP}% heißt bei ${usdt(1000)}: in neun von zehn Rechnungen ${usdt(980)} bis ${usdt(1080)} nach einem Jahr, sonst mehr oder weniger.`,
  },
  {
    id: 'buy-and-hold',
    word: 'Kaufen und Halten',
    also: ['Buy and Hold', 'Halten', 'Vergleich mit dem Markt', 'Benchmark'],
    meaning:
      'Kaufen und Halten ist der Vergleich für jeden Bot: zu Beginn jeden Markt zu gleichen Teilen kaufen und nie wieder handeln. Was ein Bot mehr oder weniger bringt, liegt an seinem Handeln.',
    example: `Macht der Bot aus ${usdt(1000)} ${usdt(1060)} und Kaufen und Halten ${usdt(1090)}, brachte der Handel ${usdt(30)} weniger.`,
  },
  {
    id: 'cost-factor',
    word: 'Kostenfaktor',
    also: ['Kosten bei Faktor', 'Cost Factor'],
    meaning:
      'Der Kostenfaktor sagt, mit dem Wievielfachen der angenommenen Kosten ein Rücktest rechnet. Bei 0 kostet der Handel nichts, bei 1 wie angenommen, bei 2 das Doppelte.',
    example: `Kosten dieselben Geschäfte bei Faktor 1 im Jahr ${usdt(40)}, sind es bei Faktor 2 ${usdt(80)}.`,
  },
  {
    id: 'track-record',
    word: 'Nachweis',
    also: ['Track Record', 'Aufzeichnung', 'Leistungsnachweis'],
    meaning:
      'Der Nachweis ist die ganze Aufzeichnung eines Bots mit laufenden Kursen, auch jeder Verlust. Jeder kann sie herunterladen und selbst nachrechnen.',
    example: `Dass im Bot aus ${usdt(1000)} ${usdt(980)} geworden sind, folgt aus den Ausführungen in der Datei.`,
  },
  {
    id: 'profit-factor',
    word: 'Profit-Faktor',
    also: ['Profit Factor', 'Gewinnfaktor'],
    meaning:
      'Der Profit-Faktor ist die Summe aller Gewinne, geteilt durch die Summe aller Verluste der abgeschlossenen Geschäfte. Über 1 überwiegen die Gewinne, unter 1 die Verluste.',
    example: `Gewinne von ${usdt(300)} und Verluste von ${usdt(200)} ergeben einen Profit-Faktor von 1,50.`,
  },
  {
    id: 'return',
    word: 'Rendite',
    also: ['Return', 'Performance', 'Ertrag', 'Wertentwicklung'],
    meaning:
      'Die Rendite sagt, um wie viel Prozent ein Wert gewachsen oder geschrumpft ist. Sie gilt nur für ihren Zeitraum und sagt nichts über den nächsten.',
    example: `Aus ${usdt(250)} werden ${usdt(260)}: Die Rendite ist ${percent(0.04)}.`,
  },
  {
    id: 'cagr',
    word: 'Rendite im Jahr',
    also: ['CAGR', 'Rendite pro Jahr', 'Jahresrendite', 'p. a.'],
    meaning: `Die Rendite im Jahr verteilt ein Ergebnis gleichmäßig auf Jahre, mit Zinseszins. Sie steht erst ab ${EVIDENCE_DAYS.ratios}${NBSP}Tagen da, weil kürzere Zeiten nichts über ein Jahr sagen.`,
    example: `Werden aus ${usdt(1000)} in zwei Jahren ${usdt(1210)}, sind das ${percent(0.21)} insgesamt und ${percent(0.1)} im Jahr.`,
  },
  {
    id: 'backtest',
    word: 'Rücktest',
    also: ['Backtest', 'Rückrechnung', 'Rücktest auf echten Kursen', 'Backtesting'],
    meaning:
      'Ein Rücktest lässt einen Bot auf vergangenen Kursen handeln, mit demselben Programm wie im laufenden Betrieb und nach Kosten. Er zeigt, was gewesen wäre, und nicht, was kommt.',
    example: `Endet ein Rücktest mit ${usdt(1000)} Kapital bei ${usdt(1070)}, hätten dieselben Regeln damals ${usdt(70)} gebracht.`,
  },
  {
    id: 'volatility',
    word: 'Schwankung',
    also: ['Volatilität', 'Vola', 'Standardabweichung', 'Schwankungsziel'],
    meaning:
      'Die Schwankung sagt, wie weit die Renditen der einzelnen Tage auseinanderliegen, auf ein Jahr gerechnet. Je höher sie ist, desto unruhiger war der Weg, nach oben wie nach unten.',
    example: `Bei ${percent(0.1)} Schwankung endet ein Jahr mit ${usdt(1000)} grob in zwei von drei Fällen höchstens ${usdt(100)} vom Durchschnitt entfernt.`,
  },
  {
    id: 'sharpe',
    word: 'Sharpe',
    also: ['Sharpe Ratio', 'Sharpe-Quotient'],
    meaning:
      'Die Sharpe ist die durchschnittliche Rendite, geteilt durch die Schwankung, beide auf ein Jahr gerechnet. Je höher sie ist, desto mehr kam für die Unruhe heraus; unter 1 ist gewöhnlich.',
    example: `Im Durchschnitt ${usdt(80)} im Jahr auf ${usdt(1000)}, also ${percent(0.08)}, bei ${percent(0.1)} Schwankung: Die Sharpe ist 0,80.`,
  },
  {
    id: 'sortino',
    word: 'Sortino',
    also: ['Sortino Ratio', 'Sortino-Quotient'],
    meaning:
      'Die Sortino rechnet wie die Sharpe, doch als Unruhe zählen nur Tage mit Verlust. Gute Tage verschlechtern sie also nicht.',
    example: `Im Durchschnitt ${usdt(60)} im Jahr auf ${usdt(1000)}, also ${percent(0.06)}, bei ${percent(0.04)} Schwankung nach unten: Die Sortino ist 1,50.`,
  },
  {
    id: 'sqn',
    word: 'SQN',
    also: ['System Quality Number', 'Systemqualität'],
    meaning:
      'Die SQN setzt das Ergebnis je Geschäft ins Verhältnis zu seiner Streuung und zur Zahl der Geschäfte. Sie ist hoch, wenn viele Geschäfte ähnlich gut ausgingen, und niedrig, wenn wenige den Ausschlag gaben.',
    example: `25 Geschäfte mit im Mittel ${signed(4)} bei einer Streuung von ${usdt(10)}: 4 durch 10, mal 5, der Wurzel aus 25, ergibt eine SQN von 2,00.`,
  },
  {
    id: 'win-rate',
    word: 'Trefferquote',
    also: ['Win Rate', 'Gewinnquote', 'Quote der Gewinner'],
    meaning:
      'Die Trefferquote ist der Anteil der Geschäfte, die nach Kosten mit Gewinn endeten. Eine niedrige kann reichen, und eine hohe kann trotzdem Verlust bedeuten.',
    example: `Vier Geschäfte bringen dreimal ${signed(-10)} und einmal ${signed(50)}: Trefferquote ${percent(0.25)}, zusammen ${signed(20)}.`,
  },
  {
    id: 'typical',
    word: 'Typisch',
    also: ['Median', 'Schlecht, typisch, gut', '30-Tage-Zeitraum', 'Perzentil'],
    meaning:
      'Alle Zeiträume von 30\u00a0Tagen werden nach ihrem Ergebnis geordnet, und typisch ist der mittlere. Schlecht und gut sind die Stellen, hinter denen nur noch 5 von 100 Zeiträumen liegen.',
    example: `Steht bei ${usdt(1000)} unter schlecht ${signed(-40)}, haben 5 von 100 Zeiträumen mehr als ${usdt(40)} gekostet.`,
  },
  {
    id: 'usual-promise',
    word: 'Übliches Versprechen',
    also: ['Versprechen', 'versprochene Rendite', 'Werbeversprechen'],
    meaning:
      'Als übliches Versprechen steht da, was Anbieter solcher Bots oft nennen. Es ist kein Ziel und keine Zusage, sondern zum Vergleich mit dem gedacht, was gemessen wurde.',
    example: `Ein halbes Prozent an jedem Tag machte aus ${usdt(1000)} in einem Jahr mehr als ${usdt(6000)}: So etwas sollte niemand glauben, ohne es nachzurechnen.`,
  },
  {
    id: 'sealed',
    word: 'Versiegelt',
    also: ['Siegel', 'Prüfkette', 'Hash', 'Kopf der Kette'],
    meaning:
      'Jeder versiegelte Eintrag trägt eine Prüfsumme, in der alle Einträge davor stecken. Wer die neueste aufhebt, erkennt später jede Änderung an dem, was bis dahin aufgezeichnet war.',
    example: `Würde aus einem Verlust von ${usdt(12)} nachträglich einer von ${usdt(2)}, passte die aufgehobene Prüfsumme nicht mehr.`,
  },
  {
    id: 'time-weighted',
    word: 'Zeitgewichtet',
    also: ['zeitgewichtete Rendite', 'TWR', 'time-weighted'],
    meaning:
      'Zeitgewichtet heißt: Was Sie einzahlen oder auszahlen, zählt nicht als Rendite, sondern nur, was die Bots dazwischen bewegt haben und was als manuelle Rendite gebucht wurde. So lassen sich Zeiträume vergleichen, gleich wie viel Geld gerade da war.',
    example: `Aus ${usdt(100)} werden ${usdt(110)}, dann zahlen Sie ${usdt(1000)} ein, und danach bewegt sich nichts mehr: Die Rendite bleibt ${percent(0.1)}.`,
  },
] as const satisfies readonly Term[];
