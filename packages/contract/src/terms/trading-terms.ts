/** Words for how a bot trades and what that costs, and for the money of the account. */
import { BOT_COST_RULES, BOT_TYPES, BOTS, TRADING_COSTS } from '../catalogue.ts';
import { NBSP, percent, signed, type Term, usdt } from './term.ts';

const CRYPTO = TRADING_COSTS.crypto;
const BASIS_POINT = 1e-4;
/** Of the traded amount, per side. */
const FEE = CRYPTO.feeBps * BASIS_POINT;
const SLIPPAGE = CRYPTO.slippageBps * BASIS_POINT;
const SIDE = FEE + SLIPPAGE + CRYPTO.halfSpreadBps * BASIS_POINT;
const FINANCED = BOT_TYPES.filter((type) => BOT_COST_RULES[type].financed).map((type) => BOTS[type].name);

export const TRADING_TERMS = [
  {
    id: 'share',
    word: 'Anteil',
    also: ['Anteile', 'Units'],
    meaning:
      'Ein Anteil ist eines von vielen gleich großen Stücken am Modellportfolio eines Bots. Für Ihren Einsatz bekommen Sie beim Start so viele, wie der Anteilswert in diesem Augenblick ergibt.',
    example: `Bei einem Anteilswert von 1,25 sind ${usdt(500)} genau 400 Anteile.`,
  },
  {
    id: 'nav',
    word: 'Anteilswert',
    also: ['NAV', 'Net Asset Value', 'Wert eines Anteils', 'Inventarwert'],
    meaning:
      'Der Anteilswert sagt, was ein Anteil am Modellportfolio nach allen Kosten wert ist. Er beginnt bei 1,00 und folgt dann allem, was der Bot gewinnt und verliert.',
    example: `Steigt der Anteilswert von 1,00 auf 1,08, sind aus ${usdt(500)} im Bot ${usdt(540)} geworden.`,
  },
  {
    id: 'order',
    word: 'Auftrag',
    also: ['Order', 'Aufträge', 'Orders'],
    meaning:
      'Ein Auftrag ist die Anweisung eines Bots, eine bestimmte Menge zu kaufen oder zu verkaufen. Ausgeführt wird er zum nächsten Kurs; bleibt der zu lange aus, verfällt der Auftrag.',
    example: `Der Bot will für ${usdt(300)} Gold kaufen: Das ist der Auftrag, der Kauf selbst ist die Ausführung.`,
  },
  {
    id: 'breakout',
    word: 'Ausbruch',
    also: ['Breakout', 'Ausbrüche'],
    meaning:
      'Ein Kurs bricht aus, wenn er über dem höchsten oder unter dem tiefsten Stand einer Zeit davor schließt. Manche Bots steigen dann ein, weil auf einen Ausbruch eine lange Bewegung folgen kann, aber nicht muss.',
    example: `Ein Markt kostete wochenlang höchstens ${usdt(100)} und schließt heute bei ${usdt(101)}: Er ist nach oben ausgebrochen.`,
  },
  {
    id: 'fill',
    word: 'Ausführung',
    also: ['Fill', 'Ausführungen', 'Execution'],
    meaning:
      'Eine Ausführung ist ein Kauf oder Verkauf, der stattgefunden hat, mit Menge, Kurs und Kosten. Auf der Seite Ihrer Anlage steht jede mit dem Anteil, der auf Sie entfällt.',
    example: `Der Kauf von 0,5 Stück zu je ${usdt(60_000)} ist eine Ausführung über ${usdt(30_000)}.`,
  },
  {
    id: 'booking',
    word: 'Buchung',
    also: ['Buchungen', 'Transaktion', 'Überweisung'],
    meaning:
      'Eine Buchung hält fest, dass Spielgeld von einem Konto auf ein anderes gegangen ist. Sie wird nie geändert oder gelöscht; ein Fehler wird mit einer weiteren Buchung berichtigt.',
    example: `Starten Sie einen Bot mit ${usdt(250)}, nimmt Ihr Wallet um ${usdt(250)} ab und das Konto des Bots um ${usdt(250)} zu.`,
  },
  {
    id: 'financing',
    word: 'Finanzierung',
    also: ['Haltekosten', 'Swap', 'Funding', 'Übernachtkosten'],
    meaning: `Die Finanzierung ist, was es kostet, eine Position über die Zeit zu halten. Angerechnet wird sie nur dem ${FINANCED.join(' und dem ')}.`,
    example: `Angenommen sind in Krypto ${percent(CRYPTO.financingPerYear)} im Jahr: Eine Position von ${usdt(1000)}, ein Jahr lang gehalten, kostet ${usdt(1000 * CRYPTO.financingPerYear)}.`,
  },
  {
    id: 'fee',
    word: 'Gebühr',
    also: ['Gebühren', 'Provision', 'Kommission', 'Fee'],
    meaning:
      'Die Gebühr geht bei jedem Kauf und jedem Verkauf eines Bots an den Handelsplatz. Im Ergebnis des Bots ist sie schon abgezogen.',
    example: `Angenommen sind in Krypto ${percent(FEE)} je Kauf oder Verkauf, bei ${usdt(1000)} also ${usdt(1000 * FEE)}.`,
  },
  {
    id: 'long',
    word: 'Gekauft',
    also: ['Long', 'Long-Position', 'auf steigende Kurse setzen'],
    meaning:
      'Gekauft heißt: Der Bot hält einen Markt und gewinnt, wenn dessen Kurs steigt. Fällt der Kurs, verliert er.',
    example: `Für ${usdt(400)} gekauft, der Kurs steigt um ${percent(0.05)}: ${usdt(20)} Gewinn vor Kosten.`,
  },
  {
    id: 'trading-costs',
    word: 'Handelskosten',
    also: ['Transaktionskosten', 'Kosten des Handels', 'Trading-Kosten'],
    meaning:
      'Handelskosten sind Gebühr, halbe Spanne und Slippage zusammen und fallen bei jedem Kauf und jedem Verkauf an. Im Ergebnis eines Bots sind sie schon abgezogen.',
    example: `Beim ${BOTS.smartbot.name} sind in Krypto ${percent(SIDE)} angenommen: Ein Kauf für ${usdt(1000)} kostet ${usdt(1000 * SIDE)}.`,
  },
  {
    id: 'leverage',
    word: 'Hebel',
    also: ['Leverage', 'gehebelt', 'Hebelgrenze', 'Mittlerer Einsatz'],
    meaning:
      'Mit Hebel sind die Positionen zusammen größer als das Geld dahinter. Gewinne und Verluste wachsen im selben Maß.',
    example: `Mit dreifachem Hebel stehen hinter Positionen von ${usdt(300)} nur ${usdt(100)}; fallen sie um ${percent(0.1)}, fehlen davon ${usdt(30)}.`,
  },
  {
    id: 'candle',
    word: 'Kerze',
    also: ['Kerzen', 'Candle', 'Candlestick', 'OHLC'],
    meaning:
      'Eine Kerze fasst einen Kurs über eine Minute, eine Stunde oder einen Tag zusammen: erster, höchster, tiefster und letzter Stand. Hohl ist sie, wenn er gestiegen ist, gefüllt, wenn er gefallen ist.',
    example: `Erster Kurs ${usdt(100)}, höchster ${usdt(104)}, tiefster ${usdt(99)}, letzter ${usdt(103)}: eine hohle Kerze.`,
  },
  {
    id: 'short',
    word: 'Leer verkauft',
    also: ['Short', 'Short-Position', 'Leerverkauf', 'auf fallende Kurse setzen'],
    meaning:
      'Leer verkauft heißt: Der Bot verkauft etwas, das er nicht besitzt, und gewinnt, wenn der Kurs fällt. Steigt der Kurs, verliert er, und nach oben hat ein Kurs keine Grenze.',
    example: `Für ${usdt(400)} leer verkauft, der Kurs steigt um ${percent(0.05)}: ${usdt(20)} Verlust vor Kosten.`,
  },
  {
    id: 'manual-return',
    word: 'Manuelle Rendite',
    also: ['manuell', 'Rendite von Hand'],
    meaning:
      'Eine manuelle Rendite hat das Team auf eine Anlage gebucht, der Bot hat sie nicht erzielt. Sie steht deshalb als eigene Zeile da und gehört nicht zum Nachweis.',
    example: `Bucht das Team ${percent(0.02)} auf eine Anlage, die ${usdt(150)} wert ist, sind das ${usdt(3)}.`,
  },
  {
    id: 'portfolio',
    word: 'Modellportfolio',
    also: ['Portfolio', 'Musterdepot', 'Reihe'],
    meaning:
      'Jeder Bot handelt ein einziges Mal, in seinem Modellportfolio, und alle Anlagen hängen mit ihren Anteilen daran. Deshalb ist seine Rendite in derselben Zeit für alle Kunden dieselbe.',
    example: `Steigt es um ${percent(0.03)}, werden aus ${usdt(100)} ${usdt(103)} und aus ${usdt(5000)} ${usdt(5150)}.`,
  },
  {
    id: 'position',
    word: 'Position',
    also: ['Positionen', 'offene Position', 'Gewicht'],
    meaning:
      'Eine Position ist, was ein Bot in einem Markt gerade hält, gekauft oder leer verkauft. Ihr Gewicht sagt, wie groß sie im Verhältnis zu seinem Vermögen ist.',
    example: `Von ${usdt(1000)} stecken ${usdt(250)} in Gold: Das ist eine Position mit ${percent(0.25)} Gewicht.`,
  },
  {
    id: 'realised',
    word: 'Realisiert',
    also: ['realisierter Gewinn', 'realisierter Verlust'],
    meaning:
      'Realisiert ist ein Gewinn oder Verlust, sobald die Position geschlossen ist. Spätere Kurse ändern daran nichts mehr.',
    example: `Für ${usdt(300)} gekauft und für ${usdt(285)} verkauft: ${usdt(15)} realisierter Verlust vor Kosten.`,
  },
  {
    id: 'reserved',
    word: 'Reserviert',
    also: ['Reserve', 'vorgemerkt', 'gesperrtes Guthaben'],
    meaning:
      'Reserviert ist der Teil Ihres Wallets, der für eine beantragte Auszahlung vorgemerkt ist. Wird der Antrag storniert oder abgelehnt, ist der Betrag wieder verfügbar.',
    example: `Von ${usdt(800)} beantragen Sie ${usdt(300)} als Auszahlung: ${usdt(300)} sind reserviert, ${usdt(500)} verfügbar.`,
  },
  {
    id: 'protection',
    word: 'Schutzregel',
    also: ['Schutzregeln', 'Verlustgrenze', 'Tagesverlustgrenze', 'Rückgangsgrenze', 'Risikogrenze'],
    meaning:
      'Eine Schutzregel greift ein, gleich was die Strategie gerade will: Sie verkauft, verkleinert oder setzt aus. Sie begrenzt Verluste, schließt sie aber nicht aus, weil Kurse springen können.',
    example: `Bei einer Grenze von ${percent(0.05)} am Tag verkauft der Bot, wenn von ${usdt(1000)} noch ${usdt(950)} übrig sind; nach einem Kurssprung können es weniger sein.`,
  },
  {
    id: 'simulated',
    word: 'Simulierte Kurse',
    also: ['simuliert', 'Simulation', 'Simulator', 'Kursquelle', 'erfundene Kurse'],
    meaning:
      'Simulierte Kurse würfelt ein Programm, ohne Richtung nach oben oder unten. Sie bewegen sich ähnlich wie echte, doch ein Gewinn auf ihnen ist Zufall.',
    example: `Von ${usdt(100)} geht ein simulierter Kurs etwa so leicht auf ${usdt(100.1)} wie auf ${usdt(99.9)}.`,
  },
  {
    id: 'slippage',
    word: 'Slippage',
    also: ['Kursabweichung', 'Ausführungsabweichung', 'Schlupf'],
    meaning:
      'Slippage ist der Unterschied zwischen dem Kurs, den ein Bot gesehen hat, und dem, den er bekommt. Sie wird hier fest angenommen und kostet bei jedem Kauf und jedem Verkauf.',
    example: `Beim ${BOTS.smartbot.name} sind in Krypto ${percent(SLIPPAGE)} angenommen, bei ${usdt(1000)} also ${usdt(1000 * SLIPPAGE)}.`,
  },
  {
    id: 'spread',
    word: 'Spanne',
    also: ['Spread', 'Geld-Brief-Spanne', 'halbe Spanne', 'Bid-Ask'],
    meaning:
      'Die Spanne liegt zwischen dem Kurs, zu dem man kaufen, und dem, zu dem man verkaufen kann. Jeder Kauf und jeder Verkauf kostet die Hälfte davon.',
    example: `Kaufen kostet ${usdt(100.06)}, Verkaufen bringt ${usdt(100)}: Die Spanne ist ${usdt(0.06)}, je Seite sind es ${usdt(0.03)}.`,
  },
  {
    id: 'play-money',
    word: 'Spielgeld',
    also: ['Übungsgeld', 'Demogeld', 'virtuelles Geld', 'Paper Money'],
    meaning:
      'Auf dieser Plattform gibt es nur Spielgeld, das außerhalb keinen Wert hat. Niemand kann hier echtes Geld einzahlen, gewinnen, verlieren oder erhalten.',
    example: `${usdt(500)} im Wallet sind eine Zahl in einem Übungskonto und lassen sich nicht umtauschen.`,
  },
  {
    id: 'stop',
    word: 'Stopp',
    also: ['Stop-Loss', 'Stop', 'Stopp je Position', 'Stopp-Abstand', 'Verluststopp'],
    meaning:
      'Ein Stopp schließt eine Position, wenn ihr Kurs eine vorher festgelegte Marke erreicht. Springt der Kurs über die Marke hinweg, wird der Verlust größer als geplant.',
    example: `Bei ${usdt(100)} gekauft, Stopp bei ${usdt(92)}: Geplant ist ein Verlust von ${usdt(8)}, nach einem Sprung auf ${usdt(90)} sind es ${usdt(10)}.`,
  },
  {
    id: 'unrealised',
    word: 'Unrealisiert',
    also: ['unrealisierter Gewinn', 'unrealisierter Verlust', 'Buchgewinn', 'Buchverlust', 'schwebend'],
    meaning:
      'Unrealisiert ist, was offene Positionen gerade im Plus oder im Minus stehen. Bis sie geschlossen sind, kann es mit jedem Kurs mehr oder weniger werden.',
    example: `Für ${usdt(300)} gekauft und jetzt ${usdt(312)} wert: ${usdt(12)} unrealisierter Gewinn vor Kosten.`,
  },
  {
    id: 'usdt',
    word: 'USDT',
    also: ['Tether', 'USD', 'Dollar'],
    meaning:
      'In USDT steht hier Ihr Guthaben, und ein USDT zählt so viel wie ein US-Dollar. Auch USDT ist hier Spielgeld und hat außerhalb der Plattform keinen Wert.',
    example: `Eine Einzahlung von 50,00${NBSP}USD wird mit ${usdt(50)} gutgeschrieben.`,
  },
  {
    id: 'stale',
    word: 'Veraltet',
    also: ['veraltete Kurse', 'Kurse veraltet', 'stale', 'alter Kurs'],
    meaning:
      'Veraltet ist ein Kurs, wenn zu lange kein neuer gekommen ist. So lange handelt kein Bot in diesem Markt, und im Wert Ihrer Anlage zählt der letzte bekannte Kurs.',
    example: `Lag ein Kurs zuletzt bei ${usdt(80)}, zählt er mit ${usdt(80)}, bis wieder ein frischer kommt.`,
  },
  {
    id: 'wallet',
    word: 'Wallet',
    also: ['Guthaben', 'Geldbörse', 'verfügbar', 'Spielgeldkonto'],
    meaning:
      'Ihr Wallet ist Ihr Konto für Spielgeld, aus dem Sie Bots starten und Auszahlungen beantragen. Was in Bots angelegt ist, gehört zu Ihrem Vermögen, liegt aber nicht im Wallet.',
    example: `Von ${usdt(1000)} legen Sie ${usdt(400)} in einem Bot an: Im Wallet bleiben ${usdt(600)}.`,
  },
  {
    id: 'correction',
    word: 'Wallet-Korrektur',
    also: ['Korrektur', 'Korrekturen', 'Berichtigung'],
    meaning:
      'Mit einer Wallet-Korrektur berichtigt das Team Ihr Guthaben und nennt den Grund. Als Gewinn oder Verlust eines Bots zählt sie nicht.',
    example: `Fehlten durch einen Irrtum ${usdt(25)}, werden ${signed(25)} als Wallet-Korrektur gebucht.`,
  },
] as const satisfies readonly Term[];
