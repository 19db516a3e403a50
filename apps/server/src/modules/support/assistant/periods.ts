/** Periods that people name: the results are known since the start only. */
import { wordsOf } from './words.ts';

const PERIOD =
  /(?<!\bbis )\bheute?\b|\b(?:vor)?gestern\b|\bheuer\b|\b(?:dies|letzt|vorig|vergangen|ganz)\w*(?: \w+)? (?:tag|woche|wochenende|monat|quartal|jahr)\w*|\b(?:pro|je|am|im) (?:tag|woche|monat|jahr)\b|\b(?:taglich|wochentlich|monatlich|jahrlich)\b|\b(?:am|seit|vom|letzten) (?:montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonntag|wochenende)\b|\b(?:januar|janner|februar|marz|april|mai|juni|juli|august|september|oktober|november|dezember)\b/;

/** „Hab ich heute Gewinn gemacht?“ */
export const namesPeriod = (message: string): boolean => PERIOD.test(wordsOf(message).join(' '));

/** Said before results to whoever asks for those of a period. */
export const SINCE_START =
  'Diese Zahlen gelten seit dem Start, nicht für den Zeitraum, nach dem Sie fragen. Was der letzte Tag, die letzte Woche, der letzte Monat oder das letzte Jahr gebracht hat, zeigt das Dashboard über der Kurve Ihres Vermögens: Wählen Sie dort „1T“, „1W“, „1M“ oder „1J“.';
