/** Topics about all bots and the same topics about a single one, which are understood alike and told apart by its name. */
import { BOT_TYPES, type BotType } from '@botdepot/contract';
import { wordsOf } from './words.ts';

/** How the topics about one bot begin: `returns` becomes `returns-smartbot`. What all bots have in common comes first. */
const OF_ONE_BOT: Readonly<Record<string, string>> = {
  'compare-bots': 'about',
  returns: 'returns',
  'own-bots': 'own',
  'next-decision': 'next',
  'bot-idle': 'idle',
  losses: 'about',
  'bot-minimum': 'about',
  'own-losses': 'own',
  'own-results': 'own',
};

const ONE_BOT = /^(.+)-(?:smart|turbo|news)bot$/;

/** The topic that asks the same of all bots. */
export function ofAllBots(id: string): string {
  const begins = ONE_BOT.exec(id)?.[1];
  return Object.entries(OF_ONE_BOT).find(([, one]) => one === begins)?.[0] ?? id;
}

const NAMED = /\b(smart|turbo|news)(?: ?bots?|(?<=turbo)|(?= (?:oder|und|vs) ))\b/g;
/** Only the NewsBot has these. */
const DATES = /\btermine?\b/;

/** The bots of the platform that are named. */
export function botsIn(question: string): BotType[] {
  const named = new Set([...wordsOf(question).join(' ').matchAll(NAMED)].map(([, name]) => `${name}bot`));
  return BOT_TYPES.filter((type) => named.has(type));
}

/** The same about the one bot that is named. */
export function ofNamedBot(id: string, question: string): string {
  const begins = OF_ONE_BOT[id];
  if (begins === undefined) return id;
  const [named, ...others] = botsIn(question);
  if (named) return others.length === 0 ? `${begins}-${named}` : id;
  return begins === 'next' && DATES.test(wordsOf(question).join(' ')) ? `${begins}-newsbot` : id;
}
