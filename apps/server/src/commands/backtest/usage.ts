import { CURRENCY_RULE } from '@botdepot/contract';

export const HINT = 'Alle Angaben: npm run -s backtest -- --help';

export const USAGE = `Rücktest auf eigenen Kerzen: dieselbe Handelslogik wie im laufenden Betrieb, ohne Datenbank und Netz.

Aufruf:
  npm run -s backtest -- --strategy NAME --candles DATEI [weitere Angaben]

  --strategy NAME        smartbot, turbobot, newsbot oder sma-cross
  --param NAME=WERT      Parameter der Strategie, mehrfach; Listen mit Komma: lookbackDays=30,91,365
  --candles DATEI        Kerzen als CSV, auch mit gzip gepackt; mehrfach als SYMBOL=DATEI
  --from TAG             erster Tag, z. B. 2019-01-01; frühere Kerzen dienen als Vorlauf
  --until TAG            letzter Tag, eingeschlossen (mit Uhrzeit: ausgeschlossen)
  --cash BETRAG          Startkapital (Vorgabe 10000)
  --fee-bps ZAHL         Gebühr je Seite in Basispunkten (0,01 %)
  --half-spread-bps ZAHL halbe Spanne zwischen An- und Verkauf je Seite
  --slippage-bps ZAHL    Abweichung von der Eröffnung je Seite
  --cost-factor 0|1|2    Vielfaches aller Kosten (Vorgabe 1)
  --lot GRÖSSE           kleinste Stückelung, nur sma-cross (Vorgabe 1)
  --format FORM          json (Vorgabe), table oder csv (nur die Geschäfte)
  --out DATEI            schreibt das Ergebnis in eine Datei statt auf die Standardausgabe
  --report ORDNER        schreibt die mitgelieferten Berichte aus den Kerzen des Ordners neu
                         (--out: Zielordner, Vorgabe packages/contract/reports)

Kosten ohne Angabe: bei den Bots die Annahmen der Plattform je Markt, bei sma-cross keine.
${CURRENCY_RULE.replace('. ', '.\n')}
NewsBot handelt in den Fenstern des eingebauten Kalenders (US-Arbeitsmarkt, US-Notenbank).

Kerzen: eine Kopfzeile wie time,open,high,low,close,volume oder Date,Open,High,Low,Close,Volume, danach aufsteigend
nach Beginn der Kerze. Gelesen wird, was Tabellenprogramme, pandas, Yahoo, TradingView und Börsen schreiben:
  Spalten    in jeder Reihenfolge, auch Datum;Eröffnung;Hoch;Tief;Schluss;Volumen. Andere, etwa „Adj Close“, werden
             nicht gelesen und gemeldet. Eine erste Spalte ohne Namen ist die Zeit; ohne Volumen zählt es als 0.
  Zeiten     ISO 8601 in UTC, außer unter time auch ohne Zone (gilt als UTC) und als TT.MM.JJJJ; Unix-Zeit in
             Sekunden oder Millisekunden, in der ganzen Datei gleich
  Trennung   Komma, Semikolon oder Tabulator; mit Semikolon auch Dezimalkommas. Zeilen mit # am Anfang zählen nicht.
Was sich auf zwei Arten lesen ließe, etwa 01/02/2024, und unbrauchbare Kerzen enden mit Zeilennummer und Grund. Die
Länge der Kerzen wird erkannt; Lücken werden gemeldet, nicht abgelehnt.

Regel von sma-cross: Nach der ersten strengen Kreuzung zweier einfacher Mittel der Schlusskurse (fast, slow) immer im
Markt, darüber long, darunter short. Entschieden zum Schluss, ausgeführt zur nächsten Eröffnung; ein Wechsel schließt
erst und eröffnet dann mit dem ganzen Kapital in ganzen Stückelungen. Zur Eröffnung der letzten Kerze wird geschlossen.
Mehrere Märkte teilen das Kapital gleich. Die Bots dagegen behalten am Ende ihre Positionen zum letzten Schlusskurs.

Ergebnis (json), Prozente in Prozent, undefiniert ist null:
  finalEquity      Vermögen am Ende, offene Positionen zum letzten Schlusskurs
  returnPct        finalEquity ÷ Startkapital − 1
  buyAndHoldPct    letzter ÷ erster Schlusskurs des Zeitraums − 1, bei mehreren Märkten das Mittel
  trades           geschlossene Geschäfte: Einstieg und Ausstieg (Beginn der Kerze), side long oder short, units,
                   mittlere Kurse vor Kosten, costs (Gebühr, Spanne, Abweichung, Finanzierung), profit nach Kosten,
                   returnPct = profit ÷ (units × entryPrice), reason der schließenden Ausführung
  tradeCount       Zahl der geschlossenen Geschäfte
  winRatePct       Anteil mit profit > 0
  bestTradePct, worstTradePct, expectancyPct   höchstes, niedrigstes, mittleres returnPct der Geschäfte
  profitFactor     Summe der Gewinne ÷ Summe der Verluste, in Geld nach Kosten
  sqn              √Anzahl × Mittel ÷ Standardabweichung (n − 1) der profit
  maxDrawdownPct   größter Rückgang vom Höchststand (≤ 0), Tagesstände mit dem Startkapital davor
  sharpe, sortino  aus Tagesrenditen (UTC, alle Kalendertage), × √365, Zins 0; Sharpe mit n − 1, Sortino gegen 0
  cagrPct          (finalEquity ÷ Startkapital)^(365 ÷ Tage) − 1
  calmar           cagrPct ÷ |maxDrawdownPct|
  sharpeInterval, cagrPctInterval   low und high: 5. und 95. Perzentil aus 2.000 Reihen, in denen dieselben Tage in
                   Blöcken neu zusammengesetzt sind (stationärer Bootstrap)
  ratiosMissing    warum Sharpe, Sortino, Calmar, cagrPct oder die Spannen fehlen: too-short (unter 60 Tagen),
                   flat (jeder Tag gleich), undefined (Kapital aufgebraucht), sonst null
  dependentDays    benachbarte Tage hängen zusammen, die Spannen sind zu schmal
  exposurePct      Anteil der Kerzen, an deren Ende eine Position besteht
  dataHash         SHA-256 über alle benutzten Kerzen und Termine
  engineVersion    Fassung der Handelslogik
  gaps             Lücken: Ende der Kerze davor, Beginn der Kerze danach, Zahl der fehlenden Kerzen
Dazu Strategie, Parameter, Kosten, Zeitraum und offene Positionen. Derselbe Aufruf gibt dieselben Bytes.`;
