/** Bots of their own that customers name, told from the same words that mean something else. */
import { BOT_TYPES, BOTS, type OwnBot } from '@botdepot/contract';
import { guess } from './find-topics.ts';
import { OUR_TEXTS, TOPICS } from './knowledge.ts';
import { priceTopic } from './market-prices.ts';
import { termTopic } from './term-topics.ts';
import { understand } from './understand.ts';
import { wordsOf } from './words.ts';

export type NamedBots = {
  bots: OwnBot[];
  /** The message with what one calls a bot without a name: it is understood as about any other one. */
  text: string;
};

const ANY_BOT = 'mein eigener Bot';
/** Alone they name no bot; new ones are called „Mein Bot“. */
const ANYBODYS = /^(?:mein\p{L}*|eigene\p{L}*|neue\p{L}*|bots?|de[mnrs]|die|das|eine?[mnrs]?)$/u;
const OF_HOUSE = new Set(
  BOT_TYPES.flatMap((type) => [BOTS[type].name, BOTS[type].name.replace('Bot', '')]).flatMap(wordsOf),
);

/** The words of a name that are its own. */
const ownWords = (name: string): string[] => wordsOf(name).filter((word) => !ANYBODYS.test(word));

const SMALL = /(?<![\p{L}\p{N}])\p{Ll}+(?![\p{L}\p{N}])/gu;
/** What is written small in our own questions and answers is no name: „ich“, „sicher“. */
const smallWords = new Set(OUR_TEXTS.flatMap((text) => text.match(SMALL) ?? []).flatMap(wordsOf));
const courtesy = new Set(TOPICS.flatMap((topic) => (topic.courtesy ? [topic.id] : [])));
/** From here on a word by itself leads to a topic; „Abendbot“ is nearly a greeting. */
const LEADS = { topic: 0.3, courtesy: 0.9 };

/** „Wallet“, „Gewinn“, „22“: one word that says something by itself. */
function isOrdinary([word = '', ...others]: readonly string[]): boolean {
  if (others.length > 0) return false;
  return (
    /^\d+$/.test(word) ||
    smallWords.has(word) ||
    guess(word).some(
      ({ label, probability }) =>
        label !== 'unknown' && probability >= (courtesy.has(label) ? LEADS.courtesy : LEADS.topic),
    )
  );
}

type Mention = { mine: boolean; some: boolean; asBot: boolean };

/** The name with what stands around it: „mein“, „ein“, „Bot“, quotation marks. */
function mentionOf(name: string): RegExp {
  const words = (name.match(/[\p{L}\p{N}]+/gu) ?? []).join('[^\\p{L}\\p{N}]+');
  return new RegExp(
    `(?<![\\p{L}\\p{N}])(?:(?:(?<mine>mein\\p{L}*)|(?<some>eine?[mnrs]?))\\s+)?(?:eigene\\p{L}*\\s+)?(?:(?<before>bots?)\\s+(?:namens\\s+)?)?[„“"»‚']?${words}[“”"«‘']?(?:[\\s-](?<after>bots?))?(?![\\p{L}\\p{N}])`,
    'giu',
  );
}

/** The bots that a message is about by their names. */
export function namedBots(message: string, ownBots: readonly OwnBot[]): NamedBots | undefined {
  let text = message;
  const bots: OwnBot[] = [];
  // „Ausbruch 2“ before „Ausbruch“, which is part of it.
  for (const bot of ownBots.toSorted((a, b) => b.name.length - a.name.length)) {
    const words = ownWords(bot.name);
    if (words.length === 0 || (words.length === 1 && OF_HOUSE.has(words[0] ?? ''))) continue;
    const saysBot = wordsOf(bot.name).includes('bot');
    const mentions: Mention[] = [];
    const replaced = text.replace(mentionOf(bot.name), (...found) => {
      const { mine, some, before, after } = found.at(-1) as Record<
        'mine' | 'some' | 'before' | 'after',
        string | undefined
      >;
      mentions.push({
        mine: mine !== undefined,
        some: some !== undefined,
        asBot: saysBot || before !== undefined || after !== undefined,
      });
      return ANY_BOT;
    });
    // Two may have the same name.
    const same = bots.some(({ name }) => name.toLowerCase() === bot.name.toLowerCase());
    if (same || (mentions.length > 0 && meansBot(message, words, mentions))) {
      bots.push(bot);
      text = replaced;
    }
  }
  return bots.length > 0 ? { bots, text } : undefined;
}

function meansBot(message: string, words: readonly string[], mentions: readonly Mention[]): boolean {
  if (mentions.some(({ asBot }) => asBot)) return true;
  // „Ist das nur ein Test?“
  if (mentions.every(({ some }) => some)) return false;
  const mine = mentions.some((mention) => mention.mine);
  // „Was bedeutet Ausbruch?“, „Wie steht Gold?“
  if (!mine && (termTopic(message, false) || priceTopic(message))) return false;
  return !isOrdinary(words) || (mine && understand(message).topics.length === 0);
}
