/** What the assistant says about bots that a customer has built: the money in them, what they brought, and what they wait for. */
import { asSentence, isOpenRun, isolated, type MessageFact, type OwnBot } from '@botdepot/contract';
import { fromWire, inUsdt, type Micros } from '@botdepot/money';
import { type CustomerFacts, each, type PersonalAnswer, type Said } from './customer-facts.ts';
import { berlinTime, signedUsdt } from './german.ts';

const NAMED = 4;
const PLACE = '„KI-Bots“, „Meine Bots“';

const called = ({ name }: OwnBot): string => `„${isolated(name)}“`;

/** What goes on, with its value at the newest minute that was looked at. */
const running = ({ ownBots }: CustomerFacts) =>
  ownBots.flatMap((bot) => (bot.run && isOpenRun(bot.run.state) ? [{ bot, run: bot.run }] : []));

const aboutToStart = ({ ownBots }: CustomerFacts) =>
  ownBots.flatMap((bot) =>
    bot.waiting?.kind === 'start' && bot.waiting.amountUsd !== null
      ? [{ bot, order: bot.waiting, amount: fromWire(bot.waiting.amountUsd) }]
      : [],
  );

const sumOf = (amounts: readonly Micros[]): Micros => amounts.reduce((sum, amount) => sum + amount, 0n);

/** The same that wallet and overview show. */
export const builtSums = (facts: CustomerFacts): { inBots: Micros; inOrders: Micros } => ({
  inBots: sumOf(running(facts).map(({ run }) => fromWire(run.valueUsd))),
  inOrders: sumOf(aboutToStart(facts).map(({ amount }) => amount)),
});

/** Each bot that holds money, with what it is worth. */
export const builtValues = (facts: CustomerFacts): MessageFact[] => [
  ...running(facts).map(({ bot, run }) => ({
    label: isolated(bot.name),
    value: inUsdt(fromWire(run.valueUsd)),
  })),
  ...aboutToStart(facts).map(({ bot, amount }) => ({
    label: `${isolated(bot.name)}, in Auftrag`,
    value: inUsdt(amount),
  })),
];

/** „Ihr eigener Bot „Abendbot“ hat seit dem Start +3,10 USDT gebracht.“; empty while none runs. */
export function builtResult(facts: CustomerFacts): string[] {
  const open = running(facts);
  const [first] = open;
  if (!first) return [];
  const brought = signedUsdt(sumOf(open.map(({ run }) => fromWire(run.valueUsd) - fromWire(run.amountUsd))));
  return [
    open.length === 1
      ? `Ihr eigener Bot ${called(first.bot)} hat seit dem Start ${brought} gebracht.`
      : `Ihre ${open.length} laufenden eigenen Bots haben seit ihrem Start zusammen ${brought} gebracht.`,
  ];
}

const NONE_BUILT = `Sie haben noch keinen eigenen Bot gebaut. Unter ${PLACE} beginnen Sie mit einer Vorlage.`;

/** „Wie viel Geld steckt in meinem eigenen Bot?“ */
export const builtMoney: PersonalAnswer = (facts) => {
  if (facts.ownBots.length === 0) return { message: NONE_BUILT };
  const [open, orders] = [running(facts), aboutToStart(facts)];
  const [first] = open;
  const { inBots, inOrders } = builtSums(facts);
  const inIt =
    open.length === 1 && first
      ? `In Ihrem eigenen Bot ${called(first.bot)} stecken gerade ${inUsdt(inBots)}; eingesetzt haben Sie ${inUsdt(fromWire(first.run.amountUsd))}.`
      : open.length > 1
        ? `In Ihren ${open.length} laufenden eigenen Bots stecken gerade zusammen ${inUsdt(inBots)}; eingesetzt haben Sie ${inUsdt(sumOf(open.map(({ run }) => fromWire(run.amountUsd))))}.`
        : 'In Ihren eigenen Bots steckt gerade kein Geld.';
  const waiting =
    orders.length === 0
      ? ''
      : orders.length === 1
        ? ` Für einen Start liegen ${inUsdt(inOrders)} bereit; bis dahin können Sie den Auftrag zurücknehmen.`
        : ` Für ${orders.length} Starts liegen zusammen ${inUsdt(inOrders)} bereit; bis dahin können Sie die Aufträge zurücknehmen.`;
  const values = builtValues(facts);
  return {
    message: `${inIt}${waiting} Alles dazu steht unter ${PLACE}.`,
    ...(values.length > 0 && { facts: values }),
  };
};

/** „Was hat mein eigener Bot verdient?“ */
export const builtResults: PersonalAnswer = (facts) => {
  if (facts.ownBots.length === 0 && facts.ownResults.ended === null) return { message: NONE_BUILT };
  const { ended } = facts.ownResults;
  const over = ended === null ? [] : [`Was Sie beendet haben, hat zusammen ${signedUsdt(ended)} gebracht.`];
  const said = [...builtResult(facts), ...over];
  const values = builtValues(facts);
  if (said.length === 0)
    return {
      message:
        'Noch hat keiner Ihrer eigenen Bots mit Spielgeld gehandelt. Was eine Regel auf vergangenen Kursen getan hätte, steht unter „Ergebnis“.',
    };
  return {
    message: `${said.join(' ')} Unter ${PLACE} steht bei jedem unter „Live“ jede Ausführung mit ihren Kosten.`,
    ...(values.length > 0 && { facts: values }),
  };
};

/** A minute, and the one after it in which a start is executed. */
const USUAL_WAIT_MS = 3 * 60_000;

function startLine({ bot, order, amount }: ReturnType<typeof aboutToStart>[number], now: Date): string {
  const since = `${called(bot)} ist seit ${berlinTime(order.createdAt)} beauftragt, ${inUsdt(amount)} liegen bereit.`;
  if (bot.held !== null)
    return `${since} Der Betreiber hat ihn angehalten: ${asSentence(isolated(bot.held))} Der Start folgt, sobald das aufgehoben ist; zurücknehmen können Sie ihn jederzeit.`;
  const expires =
    order.expiresAt === null
      ? ''
      : ` Kommt der Start nicht zustande, bekommen Sie den Betrag am ${berlinTime(order.expiresAt)} von selbst zurück.`;
  return now.getTime() - Date.parse(order.createdAt) <= USUAL_WAIT_MS
    ? `${since} Er beginnt mit der nächsten Minute, deren Kurs noch niemand kennt.`
    : `${since} Üblich sind ein bis zwei Minuten, hier dauert es länger.${expires} Schreiben Sie „Mensch“, dann sieht unser Team nach.`;
}

/** What a bot is doing that holds money, or what it lacks to start. */
function stateLine(bot: OwnBot, facts: CustomerFacts): string {
  const name = called(bot);
  switch (bot.status) {
    case 'stopping':
      return `${name} wird beendet, sobald alles, was er hält, einen neuen Kurs hat. Geschlossene Märkte warten bis zu ihrer Öffnung.`;
    case 'faulted':
      return `${name} wurde wegen eines Fehlers angehalten und entscheidet nichts mehr. Sie können ihn beenden und bekommen, was er wert ist.`;
    case 'draft':
      return `${name} ist ein Entwurf. Drücken Sie „Ergebnis prüfen“: Erst wenn die Regel geprüft ist und ihr Zertifikat hat, lässt er sich starten.`;
    case 'certified':
      return `${name} ist geprüft und lässt sich unter „Live“ mit Spielgeld starten.`;
    case 'liquidated':
      return `${name} hat sein Kapital aufgebraucht und wurde beendet.`;
    case 'stopped':
      return `${name} ist beendet und lässt sich unter „Live“ wieder starten.`;
    default:
      return `${name} läuft. ${whatHeWaitsFor(bot, facts)}`;
  }
}

function whatHeWaitsFor({ held, run }: OwnBot, { prices }: CustomerFacts): string {
  if (held !== null)
    return `Der Betreiber hat ihn angehalten: ${asSentence(isolated(held))} So lange kauft er nichts; beenden können Sie ihn trotzdem.`;
  const markets = prices.filter(({ symbol }) => run?.symbols.includes(symbol));
  const names = (which: typeof markets) => which.map(({ symbol }) => symbol).join(', ');
  const closed = markets.filter(({ session }) => session === 'closed');
  if (closed.length > 0 && closed.length === markets.length)
    return `Er handelt nicht, solange seine Märkte geschlossen sind: ${names(closed)}.`;
  const stale = markets.filter((market) => market.stale);
  if (stale.length > 0) return `Ausgesetzt, weil der Kurs veraltet ist: ${names(stale)}.`;
  return 'Er handelt, sobald seine Regel es verlangt; dazwischen hält er, was er hat, oder nur Geld.';
}

/** What each bot that holds money does or waits for. */
export function builtLines(facts: CustomerFacts, now: Date): string[] {
  const starts = aboutToStart(facts).map((start) => startLine(start, now));
  const lines = running(facts).map(({ bot }) => stateLine(bot, facts));
  return [...starts, ...lines].slice(0, NAMED);
}

/** „Warum startet mein Bot nicht?“: what it waits for, else what it lacks. */
export const builtStart: PersonalAnswer = (facts, now) => {
  const lines = builtLines(facts, now);
  const others = facts.ownBots.filter(
    (bot) => bot.waiting?.kind !== 'start' && !(bot.run && isOpenRun(bot.run.state)),
  );
  const lacking = lines.length > 0 ? [] : others.slice(0, NAMED).map((bot) => stateLine(bot, facts));
  const ofHouse =
    'Ein Bot der Plattform startet sofort. Ist das nicht möglich, steht der Grund am Knopf, zum Beispiel zu wenig Guthaben oder veraltete Kurse.';
  return { message: [...lines, ...lacking, ...(lines.length > 0 ? [] : [ofHouse])].join('\n\n') };
};

/** „Kann ich meinen eigenen Bot löschen?“ */
export const builtDelete: PersonalAnswer = (facts) => {
  const holding = [...running(facts), ...aboutToStart(facts)].map(({ bot }) => called(bot));
  const first =
    holding.length === 0
      ? ''
      : `In ${holding.slice(0, NAMED).join(', ')} steckt gerade Geld: ${holding.length === 1 ? 'Beenden Sie ihn zuerst oder nehmen Sie den Start' : 'Beenden Sie diese zuerst oder nehmen Sie den Start'} zurück. `;
  return {
    message: `${first}Öffnen Sie den Bot unter ${PLACE} und wählen Sie „Löschen“. Das geht, solange kein Geld in ihm steckt. Name, Regel und ihre Fassungen sind danach fort und lassen sich nicht wiederherstellen; Ihre Buchungen bleiben, und Ihre Versuche bleiben gezählt.`,
  };
};

/** How a bot stands that is asked for by its name, with its money. */
function standing(bot: OwnBot, facts: CustomerFacts, now: Date): Said {
  const [start] = aboutToStart({ ...facts, ownBots: [bot] });
  const { run } = bot;
  if (!run) return { message: start ? startLine(start, now) : stateLine(bot, facts) };
  const [put, value] = [fromWire(run.amountUsd), fromWire(run.valueUsd)];
  const isOpen = isOpenRun(run.state);
  const sheet = [
    { label: 'Eingesetzt', value: inUsdt(put) },
    { label: isOpen ? 'Wert jetzt' : 'Ausgezahlt', value: inUsdt(value) },
    { label: 'Ergebnis', value: signedUsdt(value - put) },
  ];
  const line = start ? startLine(start, now) : stateLine(bot, facts);
  const money = isOpen
    ? `Er begann am ${berlinTime(run.startedAt)} mit ${inUsdt(put)} und ist gerade ${inUsdt(value)} wert.`
    : `In seinem letzten Lauf hatten Sie ${inUsdt(put)} eingesetzt und haben ${inUsdt(value)} bekommen.`;
  return { message: `${line} ${money}`, about: called(bot), facts: sheet };
}

/** „Wie steht mein Ausbruch?“ */
export const builtNamed =
  (bots: readonly OwnBot[]): PersonalAnswer =>
  (facts, now) =>
    each(bots.slice(0, NAMED).map((bot) => standing(bot, facts, now)));
