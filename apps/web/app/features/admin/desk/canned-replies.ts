import { type DeskContext, FEES, LIMITS, PLAY_MONEY_NOTICE, SERVICE_TIMES } from '@botdepot/contract';
import { formatRange, fromWire, inUsd, inUsdt, type Micros } from '@botdepot/money';
import { NBSP } from '../../../lib/format/numbers.ts';

/** A text that the team sends often. `name` is what is typed after the slash. */
export interface CannedReply {
  name: string;
  label: string;
  text: string;
}

/** What the texts say about the customer; undefined while it is not known. */
export type CannedFacts = Pick<DeskContext, 'deposits' | 'withdrawals'> | undefined;

type OpenRequest = DeskContext['deposits'][number];

const amountOf = ({ amountUsd }: OpenRequest) => inUsd(fromWire(amountUsd));
const hours = (count: number) => `${count}${NBSP}${count === 1 ? 'Stunde' : 'Stunden'}`;

/** „1–2 Stunden“ and the like: what customers are promised. */
const DEPOSIT_TIME = `${formatRange(...SERVICE_TIMES.depositHours)}${NBSP}Stunden`;
const HUMAN_TIME = `${formatRange(...SERVICE_TIMES.humanReplyMinutes)}${NBSP}Minuten`;
const WITHDRAWAL_TIME = hours(SERVICE_TIMES.withdrawalHours);

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

/**
 * Every canned reply there is for this customer, in the order of a conversation. Figures come from the catalogue, so they
 * are those that the platform enforces; what is said of a request names it, and is not offered where there is none.
 */
export function cannedReplies(facts: CannedFacts): CannedReply[] {
  const [deposit] = facts?.deposits ?? [];
  const [withdrawal] = facts?.withdrawals ?? [];
  return [
    {
      name: 'gruss',
      label: 'Begrüßung',
      text: 'Guten Tag, danke für Ihre Nachricht. Ich sehe mir das gerade an und melde mich gleich hier.',
    },
    ...(deposit
      ? [
          {
            name: 'einzahlung',
            label: `Einzahlung ${deposit.reference}`,
            text: `Ihre Einzahlung ${deposit.reference} über ${amountOf(deposit)} liegt uns vor und wird gerade geprüft. Üblich sind ${DEPOSIT_TIME}. Sie müssen nichts tun; sobald sie gutgeschrieben ist, sehen Sie es im Wallet.`,
          },
        ]
      : [
          {
            name: 'einzahlung',
            label: 'Keine offene Einzahlung',
            text: `Ich sehe bei Ihnen keine Einzahlung, die noch geprüft wird. Eine neue bestätigen wir meist in ${DEPOSIT_TIME}. Den Verlauf finden Sie unter „Einzahlungen“.`,
          },
        ]),
    ...(withdrawal
      ? [
          {
            name: 'auszahlung',
            label: `Auszahlung ${withdrawal.reference}`,
            text: `Ihre Auszahlung ${withdrawal.reference} über ${amountOf(withdrawal)} ist in Prüfung. Wir entscheiden in der Regel innerhalb von ${WITHDRAWAL_TIME}. Bis dahin ist der Betrag reserviert, und Sie können den Antrag stornieren.`,
          },
        ]
      : [
          {
            name: 'auszahlung',
            label: 'Keine offene Auszahlung',
            text: `Ich sehe bei Ihnen keine offene Auszahlung. Eine neue prüfen wir in der Regel innerhalb von ${WITHDRAWAL_TIME}. Den Verlauf finden Sie unter „Auszahlungen“.`,
          },
        ]),
    {
      name: 'betraege',
      label: 'Mindest- und Höchstbeträge',
      text: `Einzahlen können Sie von ${inUsd(LIMITS.deposit.minimum)} bis ${inUsd(LIMITS.deposit.maximum)}, auszahlen von ${inUsd(LIMITS.withdrawal.minimum)} bis ${inUsd(LIMITS.withdrawal.maximum)}, je Antrag.`,
    },
    {
      name: 'gebuehren',
      label: 'Gebühren',
      text: isFree
        ? 'Einzahlungen, Auszahlungen sowie das Starten und Beenden der Bots sind kostenlos. Handelskosten sind im Ergebnis eines Bots schon enthalten.'
        : `Das kostet es: ${chargedFees()}. Handelskosten sind im Ergebnis eines Bots schon enthalten.`,
    },
    {
      name: 'verlust',
      label: 'Bot im Verlust',
      text: 'Ein Bot handelt nach festen Regeln und macht dabei auch Verluste. Welche Ausführungen zu Ihrem Ergebnis geführt haben, sehen Sie auf der Seite der Anlage. Sie können einen Bot jederzeit beenden; vorher steht dort, was ausgezahlt wird.',
    },
    {
      name: 'spielgeld',
      label: 'Spielgeld',
      text: `Auf dieser Plattform gilt: ${PLAY_MONEY_NOTICE}. Guthaben und Gewinne lassen sich nicht in echtes Geld umtauschen.`,
    },
    {
      name: 'warten',
      label: 'Später melden',
      text: `Das kläre ich mit meinem Team und antworte Ihnen hier im Chat, meist in ${HUMAN_TIME}. Sie können das Fenster schließen; die Antwort bleibt für Sie stehen.`,
    },
    {
      name: 'abschluss',
      label: 'Abschluss',
      text: 'Schön, dass wir das klären konnten. Ich schließe den Chat jetzt. Wenn noch etwas ist, beginnen Sie einfach einen neuen.',
    },
  ];
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
