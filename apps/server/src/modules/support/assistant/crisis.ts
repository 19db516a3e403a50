/** Somebody who speaks of ending their life: heard before everything else, and answered in the same words each time. */
import { wordsOf } from './words.ts';

/** „Der Bot wird mich umbringen“ is about somebody else. */
const NOT_BY_OTHERS =
  '(?<!\\b(?:wird|werden|wollt|wollen|konnten|lasst|ihr|sie|du|er|es|bots?|kurse?)(?: \\p{L}+)? )';
const WISHES = '(?:will|mochte?|mocht|mag|wurde?|wunschte?|wollte)';

const SUICIDE = new RegExp(
  [
    '(?<!\\bfinanzielle[rn]? )\\bsel?b?s?t? ?mor[dt](?!kommando|aktion)\\p{L}*|\\bsui[zc]id\\p{L}*|\\bfreitod\\p{L}*|\\bselbst ?totung\\p{L}*|\\bsuicid\\p{L}*',
    `${NOT_BY_OTHERS}\\bmich (?:\\p{L}+ ){0,4}(?:um ?(?:zu ?)?bri\\p{L}*|umgebracht|(?:zu )?toten|auf(?:zu)?hang\\p{L}*|er(?:zu)?hang\\p{L}*|er(?:zu)?schiess\\p{L}*|vergiften|zu vergiften|ertrank\\p{L}*)\\b`,
    '(?<!\\b(?:bots?|kurse?|das|es|er|app) (?:\\p{L}+ )?)\\bbringe?s? (?:ich )?mich (?:\\p{L}+ ){0,3}um\\b(?! (?:den|die|das|mein\\p{L}*|schlaf) )',
    '\\b(?:erschiess|erhang|tote|vergifte|ertranke)e? (?:ich )?mich\\b|\\bhang(?:e)? (?:ich )?mich (?:\\p{L}+ ){0,2}auf\\b',
    '(?<!\\bbots?(?: \\p{L}+){0,2} )\\bsich (?:\\p{L}+ ){0,3}um ?(?:zu ?)?bring\\p{L}*|\\bsich das leben (?:zu )?n\\p{L}*',
    '\\bmir (?:\\p{L}+ ){0,3}(?:das|mein) leben (?:\\p{L}+ ){0,2}(?:zu )?(?:nehm\\p{L}*|genommen)|\\b(?:nehme?|nimm) (?:ich )?mir (?:\\p{L}+ ){0,3}(?:das|mein) leben\\b',
    '\\b(?:das|mein\\p{L}*|dem|diesem) leben (?:\\p{L}+ ){0,2}(?:ein ende|beend\\p{L}*|zu beenden)|\\ballem (?:\\p{L}+ ){0,2}ein ende\\b|\\b(?:be)?ende (?:\\p{L}+ ){0,2}(?:das|mein\\p{L}*|dem) leben\\b',
    '(?<!\\bdavon (?:\\p{L}+ ){0,4})\\b(?:nicht ?mehr|nichtmehr|nimm(?:er|a)|nicht langer|net mehr|nicht weiter|nicht) (?:so |weiter )?(?:am leben sein|(?:zu )?(?:weiter)?le(?:ben|m))\\b(?! (?:konnen|ohne))',
    '\\b(?:keine?n? (?:lust|bock|kraft|mut|grund) (?:\\p{L}+ ){0,2}(?:zu leben|zum leben|aufs leben|auf das leben|weiterzuleben)|ich bin (?:\\p{L}+ ){0,2}lebensmud\\p{L}*)\\b',
    '\\b(?:mein|das) leben (?:\\p{L}+ ){0,3}(?:keinen sinn|sinnlos|nicht (?:mehr )?lebenswert|vorbei|lohnt sich nicht)\\b|\\bleben lohnt (?:sich )?(?:\\p{L}+ ){0,2}(?:nicht|nimmer)\\b|\\bfur immer (?:ein)?schlafen\\b|\\bist nach sterben\\b',
    `\\b${WISHES}(?: ich)?(?: (?!nicht|wissen|fragen|erfahren)\\p{L}+){0,4} (?:sterben|tot sein)\\b`,
    '\\b(?:lieber|liebsten|besser|gern\\p{L}*|doch)(?: (?:ich|einfach|war|ware|schon|gleich))* tot\\b|\\b(?:wunsch\\p{L}*|wollte?|hoff\\p{L}*|wenn) (?:\\p{L}+ )?ich (?:doch |einfach |nur |schon |bald )*(?:tot|ware? tot)\\b|\\bohne mich (?:\\p{L}+ ){0,2}besser dran\\b',
    '\\bich(?: \\p{L}+){0,4} (?:nicht|nie|nimmer) (?:mehr|wieder) aufwach\\p{L}*',
    '\\bschluss (?:\\p{L}+ ){0,2}mit (?:allem|dem (?:ganzen )?leben|mein\\p{L}* (?:\\p{L}+ )?leben)\\b|\\bmit (?:allem|dem leben|mein\\p{L}* leben)(?: \\p{L}+){0,3} schluss\\b',
    '\\bkann (?:ich )?(?:nicht|nimmer|net)(?: mehr)? (?:und |ich |also |jetzt |einfach )*mach\\p{L}* (?:\\p{L}+ ){0,2}schluss\\b(?! mit )',
    '\\btu (?:ich )?mir (?:\\p{L}+ )?(?:was|etwas) an\\b|(?<!\\b(?:ihr|sie|du)(?: \\p{L}+)? )\\bmir (?:\\p{L}+ )?(?:was|etwas) (?:\\p{L}+ )?an(?:zu)?tun?\\b',
    '\\b(?:vor (?:den|einen|die|ne|nen|eine) (?:\\p{L} )?(?:zug|bahn|lkw)|von (?:der|einer|ner) (?:brucke|klippe)|vo[mn] (?:dach|balkon|hochhaus))(?: \\p{L}+){0,2} (?:zu )?(?:spring\\p{L}*|werf\\p{L}*|schmeiss\\p{L}*|leg\\p{L}*|sturz\\p{L}*)',
    '\\b(?:spring\\p{L}*|werfe?|schmeisse?|sturze?|lege?)(?: \\p{L}+){0,3} (?:vor (?:den|einen|die|nen|ne) (?:\\p{L} )?(?:zug|bahn|lkw)|von (?:der|einer|ner) (?:brucke|klippe)|vo[mn] (?:dach|balkon|hochhaus)|aus dem fenster)\\b',
    '\\bkugel (?:\\p{L}+ ){0,2}in den kopf|\\bmir die kugel|\\bmir (?:\\p{L}+ )?den strick|\\bpulsadern?\\b|\\b(?:schlaf)?(?:tabletten|pillen) (?:\\p{L}+ ){0,2}(?:schluck\\p{L}*|geschluckt|genommen|intus)',
    '\\b(?:seh\\p{L}*|weiss|find\\p{L}*|hab\\p{L}*) (?:ich )?(?:\\p{L}+ ){0,2}keinen (?:\\p{L}+ )?ausweg\\b',
    '\\bkill(?:ing)? my ?self\\b|\\bend(?:ing)? my (?:own )?life\\b|\\b(?:want|going|wish) to die\\b|\\bwanna die\\b|\\b(?:t|dont|not|longer) (?:want to|wanna) (?:live|be alive)\\b|\\bbetter off dead\\b',
  ].join('|'),
  'u',
);

/** Whether somebody speaks of suicide. Rather once too often than once too rarely. */
export const speaksOfSuicide = (message: string): boolean => SUICIDE.test(wordsOf(message).join(' '));

/** Public numbers of crisis lines, which are free. */
export const CRISIS = [
  'Was Sie schreiben, nehme ich ernst. Sie müssen damit nicht allein bleiben, Sie können sofort mit jemandem sprechen.',
  'Die TelefonSeelsorge ist Tag und Nacht erreichbar, kostenlos und anonym: 0800 111 0 111 oder 0800 111 0 222. In Österreich ist es die 142, in der Schweiz die 143. In akuter Gefahr wählen Sie bitte die 112.',
  'Hier gibt es nur Spielgeld: Echtes Geld kann auf dieser Plattform niemand verlieren.',
].join('\n\n');
