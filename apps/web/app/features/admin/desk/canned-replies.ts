import {
  type DeskContext,
  FEES,
  fillTextBlock,
  LIMITS,
  PLAY_MONEY_NOTICE,
  SERVICE_TIMES,
  type TextBlock,
  type TextBlockPlaceholder,
} from '@botdepot/contract';
import { formatRange, fromWire, inUsd, inUsdt, type Micros } from '@botdepot/money';
import { NBSP } from '../../../lib/format/numbers.ts';

/** A text block as it reads for this customer. `name` is what is typed after the slash. */
export type CannedReply = Omit<TextBlock, 'situation' | 'version'>;

/** What the texts say about the customer; undefined while it is not known. */
export type CannedFacts = Pick<DeskContext, 'deposits' | 'withdrawals'> | undefined;

type OpenRequest = DeskContext['deposits'][number];

const amountOf = ({ amountUsd }: OpenRequest) => inUsd(fromWire(amountUsd));
const hours = (count: number) => `${count}${NBSP}${count === 1 ? 'Stunde' : 'Stunden'}`;

const isFree = Object.values(FEES).every((fee: Micros) => fee === 0n);
const chargedFees = () =>
  Object.entries({
    Einzahlung: FEES.deposit,
    Auszahlung: FEES.withdrawal,
    Start: FEES.botStart,
    Stopp: FEES.botStop,
  })
    .map(([what, fee]) => `${what} ${inUsdt(fee)}`)
    .join(', ');

/** Figures come from the catalogue, so they are those that the platform enforces. */
const CATALOGUE = {
  'dauer-einzahlung': `${formatRange(...SERVICE_TIMES.depositHours)}${NBSP}Stunden`,
  'dauer-auszahlung': hours(SERVICE_TIMES.withdrawalHours),
  'dauer-antwort': `${formatRange(...SERVICE_TIMES.humanReplyMinutes)}${NBSP}Minuten`,
  'einzahlung-ab': inUsd(LIMITS.deposit.minimum),
  'einzahlung-bis': inUsd(LIMITS.deposit.maximum),
  'auszahlung-ab': inUsd(LIMITS.withdrawal.minimum),
  'auszahlung-bis': inUsd(LIMITS.withdrawal.maximum),
  gebuehren: isFree
    ? 'Einzahlungen, Auszahlungen sowie das Starten und Beenden der Bots sind kostenlos.'
    : `Das kostet es: ${chargedFees()}.`,
  spielgeld: PLAY_MONEY_NOTICE,
} as const;

/** What stands for each placeholder; of a request that nobody waits for nothing does. */
export function placeholderValues(facts: CannedFacts): Partial<Record<TextBlockPlaceholder, string>> {
  const [deposit] = facts?.deposits ?? [];
  const [withdrawal] = facts?.withdrawals ?? [];
  return {
    ...CATALOGUE,
    ...(deposit && { einzahlung: deposit.reference, 'einzahlung-betrag': amountOf(deposit) }),
    ...(withdrawal && { auszahlung: withdrawal.reference, 'auszahlung-betrag': amountOf(withdrawal) }),
  };
}

/** The team's text blocks for this customer; what is said of the request that has been open longest names it. */
export function cannedReplies(blocks: readonly TextBlock[], facts: CannedFacts): CannedReply[] {
  const has = { deposit: facts?.deposits[0] !== undefined, withdrawal: facts?.withdrawals[0] !== undefined };
  const offered = {
    always: true,
    deposit: has.deposit,
    no_deposit: !has.deposit,
    withdrawal: has.withdrawal,
    no_withdrawal: !has.withdrawal,
  };
  const values = placeholderValues(facts);
  return blocks
    .filter(({ situation }) => offered[situation])
    .map(({ id, name, label, text }) => ({
      id,
      name,
      label: fillTextBlock(label, values),
      text: fillTextBlock(text, values),
    }));
}

/** What can be put into an answer by one press: the deposit and the withdrawal that have been open longest. */
export function referencesOf(facts: CannedFacts): string[] {
  return [facts?.deposits[0], facts?.withdrawals[0]].flatMap((request) => request?.reference ?? []);
}

const plain = (text: string) =>
  text
    .toLocaleLowerCase('de')
    .replaceAll('ß', 'ss')
    .replaceAll(/ä|ae/g, 'a')
    .replaceAll(/ö|oe/g, 'o')
    .replaceAll(/ü|ue/g, 'u');

/** Those whose name begins so, then those whose label contains it; „/gebühr“ and „/gebuehr“ find the same. */
export function findCanned(replies: readonly CannedReply[], query: string): CannedReply[] {
  const wanted = plain(query);
  const named = replies.filter(({ name }) => plain(name).startsWith(wanted));
  const labelled = replies.filter((reply) => !named.includes(reply) && plain(reply.label).includes(wanted));
  return [...named, ...labelled];
}

export interface SlashCommand {
  /** Where the slash stands. */
  from: number;
  /** Behind the caret's word. */
  to: number;
  query: string;
}

/** The word at the caret when it begins with a slash: „/ein“. A slash within a word („und/oder“) is none. */
export function slashAt(text: string, caret: number): SlashCommand | null {
  const found = /(^|\s)\/(\S*)$/.exec(text.slice(0, caret));
  if (!found) return null;
  const query = found[2] ?? '';
  return { from: caret - query.length - 1, to: caret, query };
}

export interface Inserted {
  text: string;
  caret: number;
}

/** Puts a text in the place of another. Between words there is one space; the caret stands behind it. */
export function insertBetween(text: string, from: number, to: number, piece: string): Inserted {
  const before = text.slice(0, from);
  const after = text.slice(to);
  const head = before === '' || /\s$/.test(before) ? before : `${before} `;
  const tail = after === '' || /^[\s.,;:!?]/.test(after) ? after : ` ${after}`;
  return { text: `${head}${piece}${tail}`, caret: head.length + piece.length };
}
