/** Anger and worry, which are heard before what else a message is about. */
import { readFileSync } from 'node:fs';
import { classify, readModel } from './classifier.ts';
import { wordsOf } from './words.ts';

export type Feeling = 'anger' | 'worry' | 'waiting';

/** One of these accuses us; „Ist das Betrug?“ only asks. */
const ACCUSES =
  /\b(betruger(n|isch\w*|ei|bande|laden|firma|verein)?|abzocker\w*|verbrecher\w*|gauner\w*|dieb(e|en)?|kriminell\w*|halsabschneider\w*|scammers?|thieves|betrogen|betrugt|bescheisst|beschissen|abgezockt|verarscht?|veraschen|verarschen|verarschung|geklaut|klaut|bestohlen|gestohlen|lugner|belogen|lugt|veruntreut)\b|^(?!.*\b(ob|sag\w*|meint|meinen|gelesen|gehort|behauptet|stimmt)\b).*\b(das|dies|hier|alles|ihr) (ist|is|sind|war) (\p{L}+ ){0,3}(betrug|abzocke|scam|fake|nepp|verarsche|beschiss)\b|^(betrug|abzocke|beschiss|scam)( (betrug|abzocke|beschiss|scam))*$|\b(rein(e|er|ster)|glatt(e|er)|nur|so (ein|ne|eine)) (betrug|abzocke|scam|beschiss)\b/u;

const ANGRY = new RegExp(
  [
    'scheiss\\w*|scheisse|kack\\w*|arsch\\w*|fick\\w*|fuck\\w*|shit|bullshit|wtf|wichser|hurensohn\\w*|idiot\\w*|depp\\w*|trottel|vollpfosten|schweine?|dumm\\w*|blod\\w*|beschurt\\w*|behindert\\w*|penner',
    '\\p{L}*(drecks?|saft|sau|schrott|mist|schweine)(laden|verein|bude|firma|bot|ding|kiste|app|seite)|dreck|mist|mull|schrott|saurei|schweinerei|gsindel|gesindel|pack',
    'frech\\w*|unverschamt\\w*|unmoglich(es)? (verhalten|laden|service)|lacherlich|fassungslos|sprachlos|dreh\\w* durch|raste? aus|im (regen|stich)|zum heulen|hasse?|(ein|der) witz|unfahig\\w*|inkompeten\\w*|nicht mehr (alle|ganz dicht)|habt ihr sie noch alle|keine antwort|peinlich|armselig|skandal\\w*|katastroph\\w*|bodenlos\\w*|unfassbar|unerhort\\w*|inakzeptabel|unzumutbar|unter aller (sau|kanone)|zumutung|witzlos|schlechtest\\w*|grottenschlecht|miserabel|unseri\\w+',
    'stinksaur|stocksaur|saur|wutend|wut|verargert|zornig|argere? mich|nervt|nervst|genervt|kotz\\w*|angepisst|enttauscht|entsetzt|emport|unzufrieden|angry|furious|unacceptable|ridiculous',
    '(es|mir|jetzt) reichts?( s| es)?|reicht s|reichts|(das|ihr) (ist|seid|sind) (echt |wirklich |doch )?das letzte|verlier\\w* (\\p{L}+ ){0,2}nerven|schnauze voll|nase voll|kanal voll|faxen dicke|geduld (verloren|am ende)|(verlier\\w*|keine) (\\p{L}+ ){0,3}geduld|hutschnur|hals voll|platzt (mir )?(gleich )?der kragen',
    'polizei|(mein\\w*|zum|unser\\w*) (rechts)?anwalt\\w*|(rechts)?anwalt (einschalt\\w*|beauftrag\\w*)|verbraucherzentrale|verbraucherschutz|staatsanwalt\\w*|strafanzeige|verklag\\w*|vor gericht|lawyer|police|anzeige (erstatten|machen|raus|stellen)|zeig\\w* (euch|sie|ihnen) an|(euch|sie) an(zu)?zeigen|schlechte bewertung|trustpilot',
    'verdammt\\w*|verflucht\\w*|verfickt\\w*|zum teufel|himmel ?herrgott|herrgott|sakrament|zefix|kruzifix',
    'was soll (der|das|dieser|die|denn der) (mist|quatsch|scheiss|blodsinn|unsinn|kack)|spinnt ihr|wollt ihr mich|eur ernst|nicht wahr sein|nie wieder|hande weg|finger weg|so geht man nicht|so nicht(?! weiter)|keinen? bock|(kein\\w*|null) vertraun|vertrau\\w* (euch|ihnen) nicht|verars\\w*|verarsch\\w*',
    '(antwortet|reagiert|meldet sich|hilft|kummert sich)( \\p{L}+){0,3} (keiner|niemand|keine sau|kein schwein)|(ihr|sie) (antwortet|reagiert|helft)( \\p{L}+){0,3} nicht|warum antwortet|ignoriert (ihr|mich)|ihr ignoriert|hingehalten|hinhalten|abgewimmelt|vertrostet',
  ]
    .map((part) => `(?<!\\p{L})(${part})(?!\\p{L})`)
    .join('|'),
  'u',
);

const WORRIED =
  /(?<!keine )\b(angst|sorgen?|besorgt|beunruhigt|verzweifelt|verzweifle|verzweiflung|panik|panisch|mulmig|bauchschmerzen|schlaflose?|nervos|worried|scared)\b|\b(nicht|nimmer|nicht mehr|kaum) (mehr )?schlafen\b|\b(weiss|wei[sß]) (ich )?nicht mehr weiter\b|\bkann (ich )?nicht mehr\b|\balles verloren\b|\b(komisches|ungutes|schlechtes) gefuhl\b|\b(geld|kohle|guthaben|erspartes|alles|einzahlung)( \p{L}+){0,2} (weg|verschwunden|futsch)( oder)?$|\b(ist|sind) (mein\w*|das|unser) (\p{L}+ )?(geld|kohle|guthaben|erspartes)( \p{L}+){0,2} (weg|verschwunden|futsch)\b/u;

const LONG =
  '(seit|schon|ewig|ewigkeiten?|immer noch|stundenlang|tagelang|wochenlang|so lange|die ganze zeit)';
/** „Ich warte seit drei Tagen“; „Wie lange muss ich warten?“ only asks. */
const WAITS = new RegExp(
  `^(?!wie lang)(.*\\b(wart|wort)(e|et|en|ete|ead)?\\b.*\\b${LONG}\\b|.*\\b${LONG}\\b.*\\b(wart|wort)(e|et|en|ete|ead)?\\b|.*\\b${LONG}\\b.*\\bgewartet\\b|.*\\bvergeblich\\b|.*\\bwarten lasst|.*\\blasst (ihr |sie )?(mich|einen) warten)|\\bi have been waiting\\b|\\bim waiting since\\b`,
  'u',
);

/** What no rule hears the model does, which was trained from `feelings.tsv`, where it is as unlikely as this that none is meant. */
const CALM = 0.15;
const model = readModel(readFileSync(new URL('feelings.model', import.meta.url)));
const isFeeling = (label: string): label is Feeling => label !== 'calm';

/** What somebody feels who writes this; undefined where one hears nothing. An accusation says so: it asks for an answer. */
export function feelingOf(message: string): { feeling: Feeling; accuses: boolean } | undefined {
  const sentences = message.split(/[.!?\n]+/).map((sentence) => wordsOf(sentence).join(' '));
  const line = sentences.join(' ').trim();
  const some = (pattern: RegExp) => sentences.some((sentence) => pattern.test(sentence));
  const accuses = some(ACCUSES);
  if (accuses || ANGRY.test(line)) return { feeling: 'anger', accuses };
  if (some(WORRIED)) return { feeling: 'worry', accuses };
  if (some(WAITS)) return { feeling: 'waiting', accuses };
  const guesses = classify(model, message);
  const calm = guesses.find(({ label }) => label === 'calm')?.probability ?? 1;
  const heard = guesses.map(({ label }) => label).find(isFeeling);
  return heard && calm < CALM ? { feeling: heard, accuses } : undefined;
}

/** A message without its words of anger: what is left may ask something. */
export const withoutAnger = (message: string): string =>
  wordsOf(message).join(' ').replace(new RegExp(ANGRY.source, 'gu'), ' ');
