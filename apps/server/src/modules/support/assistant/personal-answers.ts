/** What the assistant says about a customer’s bots of the platform. */
import {
  BOT_TYPES,
  BOTS,
  type Bot,
  type BotType,
  type Investment,
  isolated,
  type MessageFact,
} from '@botdepot/contract';
import { fromWire, inUsdt, type Micros } from '@botdepot/money';
import type { InvestmentResults } from '../../bots/index.ts';
import type { CustomerFacts, PersonalAnswer } from './customer-facts.ts';
import { berlinTime, berlinWindow, percent, signedUsdt } from './german.ts';
import { botsIn } from './one-bot.ts';
import { builtLines, builtResult, builtValues } from './own-bot-answers.ts';

export const botValues: PersonalAnswer = (facts) => {
  const { investments, runningBots } = facts;
  const built = builtValues(facts);
  if (investments.length === 0 && built.length === 0)
    return { message: `${noneRuns(facts)} Welche es gibt, sehen Sie unter „KI-Bots“.` };
  const ofHouse =
    investments.length === 0
      ? [noneRuns(facts)]
      : [listedBots(runningBots - investments.length), resultsSinceStart(facts), startedWhen(investments)];
  return {
    message: [...ofHouse, ...builtResult(facts), 'Der Wert ändert sich mit den Kursen.'].join(' '),
    facts: [...investments.map(asFact), ...built],
  };
};

/** Why bots lose: what one’s own measurably did, and when such bots lose. */
export const ownLosses: PersonalAnswer = (facts) => {
  const { investments, runningBots } = facts;
  const built = builtResult(facts);
  const byRule =
    built.length === 0
      ? ''
      : ' Ein eigener Bot tut, was seine Regel sagt; unter „Live“ steht jede Ausführung.';
  if (investments.length === 0)
    return {
      message: `${[noneRuns(facts), ...built].join(' ')}${byRule} Jeder Bot kann verlieren, auch alles, was in ihm angelegt ist. Unter „KI-Bots“ steht bei jedem, wann er verliert und wie weit er im gemessenen Zeitraum gefallen ist.`,
      ...(built.length > 0 && { facts: builtValues(facts) }),
    };
  const lost = investments.filter((one) => ownResult(one) < 0n);
  const types = [...new Set(lost.map(({ botType }) => botType))];
  const losesWhen = types.map((type) => `Der ${BOTS[type].name} verliert, ${BOTS[type].losesWhen}`);
  const inMinus = investments.some(({ profit }) => fromWire(profit) < 0n);
  const noneLost = lost.length > 0 ? '' : ` ${inMinus ? MINUS_BY_HAND : 'Im Minus ist davon gerade keiner.'}`;
  const others = runningBots - investments.length;
  const further = others === 0 ? '' : ` Das sind die fünf neuesten; unter „KI-Bots“ ${furtherBots(others)}.`;
  return {
    message: `${[`${resultsSinceStart(facts)}${noneLost}${further}`, ...built].join(' ')}${byRule} Verluste gehören zu jedem Bot${losesWhen.length === 0 ? '.' : `: ${losesWhen.join(' ')}`} Öffnen Sie die Anlage unter „KI-Bots“: Dort steht, woraus ihr Wert entstanden ist, mit jeder Ausführung und allen Kosten.`,
    facts: [...investments.map(asFact), ...builtValues(facts)],
  };
};

function noneRuns(facts: CustomerFacts): string {
  const { ended } = facts.results;
  const byHand = bookedOn(facts, 'ended');
  const before = ended === null ? '' : ` Ihre beendeten Bots haben zusammen ${brought(ended, byHand)}`;
  return builtValues(facts).length === 0
    ? `Bei Ihnen läuft gerade kein Bot.${before}`
    : `Von den Bots der Plattform läuft bei Ihnen gerade keiner.${before}`;
}

const asFact = ({ botType, reference, usdCurrentAmount }: Investment): MessageFact => ({
  label: `${BOTS[botType].name} ${reference}`,
  value: inUsdt(fromWire(usdCurrentAmount)),
});

/** Two of one kind are told apart by their numbers. */
const resultsSinceStart = (facts: CustomerFacts): string =>
  `Ergebnis seit dem Start: ${facts.investments
    .map((one) => {
      const byHand = fromWire(one.manual);
      const beside = byHand === 0n ? '' : ` (dazu von Hand gebucht ${signedUsdt(byHand)})`;
      return `${BOTS[one.botType].name} ${one.reference} ${signedUsdt(ownResult(one))}${beside}`;
    })
    .join(', ')}.`;

/** What the operator booked on all bots that run, or that were ended. */
const bookedOn = ({ ofBots }: CustomerFacts, which: keyof InvestmentResults): Micros =>
  [...ofBots.values()].reduce((sum, { byHand }) => sum + byHand[which], 0n);

/** What its bot itself brought. */
const ownResult = ({ profit, manual }: Investment): Micros => fromWire(profit) - fromWire(manual);

/** „+91,24 USDT gebracht.“, and beside it what was booked by hand. */
const brought = (total: Micros, byHand: Micros): string =>
  byHand === 0n
    ? `${signedUsdt(total)} gebracht.`
    : `${signedUsdt(total - byHand)} gebracht. Von Hand gebucht wurden ${signedUsdt(byHand)}; zusammen sind das ${signedUsdt(total)}.`;

const MINUS_BY_HAND =
  'Das Minus kommt aus dem, was von Hand gebucht wurde, nicht aus dem Handel. Die Begründung steht unter „Wallet“, „Transaktionen“.';

function listedBots(others: number): string {
  if (others === 0) return 'Das sind Ihre laufenden Bots mit ihrem jetzigen Wert.';
  return `Das sind Ihre fünf neuesten laufenden Bots mit ihrem jetzigen Wert; unter „KI-Bots“ ${furtherBots(others)}.`;
}

const startedWhen = ([first, ...others]: readonly Investment[]): string =>
  first && others.length === 0
    ? `Gestartet: ${berlinTime(first.startedAt)} mit ${inUsdt(fromWire(first.usdInitialAmount))}.`
    : 'Seit wann jeder läuft und mit wie viel, steht auf der Seite der Anlage.';

const furtherBots = (others: number): string =>
  others === 1 ? 'steht ein weiterer' : `stehen ${others} weitere`;

const BY_RULES =
  'Ein Bot handelt nur, wenn seine Regeln es verlangen; dazwischen hält er, was er hat, oder nur Geld. Auf der Seite des Bots steht im Protokoll, was er wann entschieden hat und warum.';
const WHILE_PAUSED =
  'Solange ein Bot pausiert oder angehalten ist, kauft er nichts. Anlagen bleiben bestehen, und Sie können sie weiterhin beenden, solange Kurse ankommen.';

/** What bots do right now: those asked for, else the customer's own, and those that pause where not all of these are known. */
export const whatBotsDo =
  (...asked: readonly BotType[]): PersonalAnswer =>
  (facts, now) => {
    const { bots, investments, runningBots } = facts;
    const wanted = new Set(asked.length > 0 ? asked : investments.map(({ botType }) => botType));
    const built = asked.length > 0 ? [] : builtLines(facts, now);
    const isNone = wanted.size === 0 && built.length === 0;
    const more = isNone || (asked.length === 0 && runningBots > investments.length);
    const shown = bots.filter(
      ({ botType, protection }) => wanted.has(botType) || (more && protection?.state === 'paused'),
    );
    const pauses = shown.some(({ protection }) => protection?.state === 'paused');
    return {
      message: [...built, ...shown.flatMap(doingLine), ...(pauses ? [WHILE_PAUSED] : []), BY_RULES].join(
        '\n\n',
      ),
    };
  };

function doingLine({ botType, activity, protection }: Bot): string[] {
  if (activity === null) return [];
  return [`${BOTS[botType].name}: ${activity}${staleMarkets(protection)}`];
}

function staleMarkets(protection: Bot['protection']): string {
  const stale = protection?.state === 'ready' ? protection.staleSymbols : [];
  return stale.length === 0 ? '' : ` Ausgesetzt, weil der Kurs veraltet ist: ${stale.join(', ')}.`;
}

/** When bots decide next: those asked for, else the customer's own, else all. */
export const whenBotsDecide =
  (...asked: readonly BotType[]): PersonalAnswer =>
  ({ bots, investments }, now) => {
    const wanted = new Set(asked.length > 0 ? asked : investments.map(({ botType }) => botType));
    const shown = bots.filter(({ botType }) => wanted.size === 0 || wanted.has(botType));
    const pauses = shown.some(({ protection }) => protection?.state === 'paused');
    const lines = shown.map((bot) => `${BOTS[bot.botType].name}: ${nextDecision(bot, now)}`);
    return { message: [...lines, ...(pauses ? [WHILE_PAUSED] : []), BY_RULES].join('\n\n') };
  };

function nextDecision(bot: Bot, now: Date): string {
  const { activity, protection, tradesOnEvents, nextEvent, nextDecisionAt } = bot;
  if (activity === null) return bot.unavailableReason ?? 'Er wird gerade vorbereitet.';
  if (protection?.state === 'paused')
    return nextDecisionAt === null
      ? activity
      : `${activity} Danach entscheidet er frühestens am ${berlinTime(nextDecisionAt)}.`;
  const stale = staleMarkets(protection);
  if (!tradesOnEvents) {
    const next = nextDecisionAt === null ? '' : `, das nächste Mal am ${berlinTime(nextDecisionAt)}`;
    return `Entscheidet einmal am Tag${next}. Seine Schutzgrenzen prüft er auch dazwischen.${stale}`;
  }
  if (nextEvent === null) return `Im Kalender steht kein Termin. Bis es einen gibt, wartet das Geld.${stale}`;
  const window = `${isolated(nextEvent.name)}, ${berlinWindow(nextEvent)}`;
  return Date.parse(nextEvent.startsAt) <= now.getTime()
    ? `Termin läuft: ${window}.${stale}`
    : `Nächster Termin: ${window}. Außerhalb seiner Termine handelt er nicht.${stale}`;
}

/** What keeps the bots that are named from being started, else any of them; undefined where nothing does. */
export function whyNotStart(
  { balances: { available }, bots }: CustomerFacts,
  question: string,
): string | undefined {
  const named = botsIn(question);
  const types = named.length > 0 ? named : BOT_TYPES;
  const refused = bots.flatMap(({ botType, startable, unavailableReason }) =>
    types.includes(botType) && !startable && unavailableReason !== null
      ? [`${BOTS[botType].name}: ${unavailableReason}`]
      : [],
  );
  const lacks = types
    .filter((type) => BOTS[type].minimum > available)
    .map((type) => {
      const { name, minimum } = BOTS[type];
      return `Der ${name} startet ab ${inUsdt(minimum)}, es fehlen ${inUsdt(minimum - available)}.`;
    });
  const inWallet = lacks.length === 0 ? [] : [`In Ihrem Wallet sind ${inUsdt(available)} verfügbar.`];
  const said = [...refused, ...inWallet, ...lacks];
  return said.length === 0 ? undefined : said.join(' ');
}

/** What a customer's bots of one kind have brought; of a kind that they never had, what it measurably brings. */
export const ownBot =
  (botType: BotType): PersonalAnswer =>
  (facts, now) => {
    const { name, losesWhen } = BOTS[botType];
    const own = facts.ofBots.get(botType);
    if (!own)
      return {
        message: `Bei Ihnen lief noch kein ${name}.\n\n${measuredReturns(botType)(facts, now).message}`,
      };
    const { count, since, initial, value, running, ended, byHand } = own;
    const before = ended === null ? '' : ` Ihre beendeten haben zusammen ${brought(ended, byHand.ended)}`;
    if (running === null || since === null)
      return { message: `Bei Ihnen läuft gerade kein ${name}.${before}` };
    const booked = byHand.running;
    const itself = booked === 0n ? '' : ' selbst';
    const started = berlinTime(since.toISOString());
    const runs =
      count === 1
        ? `Ihr ${name} läuft seit ${started} mit ${inUsdt(initial)} und hat seitdem`
        : `Ihre ${count} ${name}s laufen mit zusammen ${inUsdt(initial)}, der älteste seit ${started}, und haben seitdem zusammen`;
    const why =
      running - booked < 0n ? ` Der ${name} verliert, ${losesWhen}` : running < 0n ? ` ${MINUS_BY_HAND}` : '';
    return {
      message: `${runs}${itself} ${brought(running, booked)}${before}${why} Woraus das entstanden ist, mit offenen Positionen, Ausführungen und allen Kosten, steht auf der Seite der Anlage unter „KI-Bots“.`,
      about: name,
      facts: [
        ...(count === 1 ? [{ label: 'Gestartet', value: started }] : []),
        { label: 'Eingesetzt', value: inUsdt(initial) },
        { label: 'Wert jetzt', value: inUsdt(value) },
      ],
    };
  };

/** What the overview calls „Gewinn gesamt“. */
export const results: PersonalAnswer = (facts) => {
  const { running, ended } = facts.results;
  const { ownResults } = facts;
  const hand = { running: bookedOn(facts, 'running'), ended: bookedOn(facts, 'ended') };
  const built =
    ownResults.running === null && ownResults.ended === null
      ? null
      : (ownResults.running ?? 0n) + (ownResults.ended ?? 0n);
  const parts = [
    { label: 'Laufende Bots', result: running === null ? null : running - hand.running },
    { label: 'Beendete Bots', result: ended === null ? null : ended - hand.ended },
    { label: 'Eigene Bots', result: built },
  ].flatMap(({ label, result }) => (result === null ? [] : [{ label, result }]));
  if (parts.length === 0)
    return {
      message:
        'Sie haben noch keinen Bot gestartet. Gewinn oder Verlust gibt es ab dem ersten Bot; das Dashboard zeigt ihn dann als „Gewinn gesamt“.',
    };
  const byHand = hand.running + hand.ended;
  if (byHand !== 0n) parts.push({ label: 'Von Hand gebucht', result: byHand });
  const total = parts.reduce((sum, { result }) => sum + result, 0n);
  return {
    message: `Ihre Bots haben bis jetzt zusammen ${brought(total, byHand)} Im Dashboard steht das als „Gewinn gesamt“; was jeder einzelne gebracht hat, steht unter „KI-Bots“.`,
    facts: parts.map(({ label, result }) => ({ label, value: signedUsdt(result) })),
  };
};

/** The promise never stands alone: beside it what was measured, or that nothing is yet. */
export const measuredReturns =
  (...botTypes: readonly BotType[]): PersonalAnswer =>
  ({ bots }) => ({
    message: botTypes.map((botType) => measuredLine(botType, bots)).join('\n\n'),
  });

function measuredLine(botType: BotType, bots: CustomerFacts['bots']): string {
  const { name, usualPromise } = BOTS[botType];
  const measured = bots.find((bot) => bot.botType === botType)?.measured;
  const figure = measured
    ? `Gemessen: ${percent(measured.returnFraction, { signed: true })} vom ${berlinTime(measured.from)} bis ${berlinTime(measured.to)}, größter Rückgang ${percent(measured.maxDrawdownFraction)}.`
    : 'Gemessen: noch nicht, dafür fehlen noch Handelstage. Auf der Seite des Bots steht der Rücktest.';
  return `${name}: ${figure} Solche Bots werben üblicherweise mit ${usualPromise}; das ist nicht bestätigt und kein Ziel von uns.`;
}
