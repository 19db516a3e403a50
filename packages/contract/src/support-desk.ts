/** The team's side of the chats: who works on which, what the team notes, and what it sees of the customer. */
import { z } from 'zod';
import { requestClaim } from './admin-queue.ts';
import { BOT_TYPES, CRYPTO_CURRENCIES } from './catalogue.ts';
import { DESK_LIMITS, SUPPORT_LIMITS } from './limits.ts';
import { operationsOf } from './operation.ts';
import { heldOwnBot } from './own-bot-live.ts';
import { amount, byId, freeText, id, page, paged, series, timestamp } from './shapes.ts';
import { CHAT_STATUSES } from './states.ts';
import {
  chatSummary,
  messagePart,
  outgoingMessage,
  readUpTo,
  supportChat,
  supportMessage,
} from './support.ts';
import { TEXT_BLOCK_NAME, TEXT_BLOCK_SITUATIONS, unknownPlaceholders } from './text-blocks.ts';

const { command, query } = operationsOf('admin');

/** Somebody who answers chats: an admin. */
export const teamMember = z.object({ userId: id, email: z.string() });
export type TeamMember = z.infer<typeof teamMember>;

/** `userEmail` is looked up and never stored with the chat. */
export const deskChat = chatSummary.extend({
  userId: id,
  userEmail: z.string(),
  /** What the customer wrote last, cut to one line; null when they wrote nothing. */
  lastFromCustomer: z.string().nullable(),
  /** Messages of the customer that nobody of the team has read. */
  unreadByTeam: z.number().int(),
  /** Since when the customer waits for a human; null when nobody waits. */
  waitingSince: timestamp.nullable(),
  /** Who works on it; null for nobody. */
  assignee: teamMember.nullable(),
});
export type DeskChat = z.infer<typeof deskChat>;

/** What the team writes down for itself. The customer never reads it. */
export const supportNote = z.object({
  id,
  note: z.string(),
  /** null once the author's account is gone. */
  author: teamMember.nullable(),
  createdAt: timestamp,
});
export type SupportNote = z.infer<typeof supportNote>;

export const textBlock = z.object({
  id,
  name: z.string(),
  label: z.string(),
  text: z.string(),
  situation: z.enum(TEXT_BLOCK_SITUATIONS),
  /** From 1, one more with every change of its words. */
  version: z.number().int(),
});
export type TextBlock = z.infer<typeof textBlock>;

const textBlockInput = z
  .strictObject({
    id,
    name: z.string().max(DESK_LIMITS.textBlockName).regex(TEXT_BLOCK_NAME),
    label: freeText(DESK_LIMITS.textBlockLabel).min(1),
    text: freeText(SUPPORT_LIMITS.messageLength).min(1),
    situation: z.enum(TEXT_BLOCK_SITUATIONS),
    /** The version that was before their eyes; 0 for one that is to be. If it is another one by now, nothing changes. */
    version: z.number().int().min(0),
  })
  .refine(
    ({ label, text, situation }) => unknownPlaceholders(`${label} ${text}`, situation).length === 0,
    'a placeholder that cannot be filled',
  );

const openRequest = z.object({
  id,
  reference: z.string(),
  amountUsd: amount,
  cryptoCurrency: z.enum(CRYPTO_CURRENCIES),
  createdAt: timestamp,
  /** Where the deposit was to arrive, or where the withdrawal is to go. */
  address: z.string(),
  /** Of a withdrawal that nobody pays out before it was looked at more closely. */
  heldAt: timestamp.nullable(),
  /** Who works on it. */
  claim: requestClaim.nullable(),
});

/** What stands beside a chat: the customer's money, what waits for a decision, and the running bots. */
export const deskContext = z.object({
  userId: id,
  name: z.string(),
  email: z.string(),
  memberSince: timestamp,
  /** An admin keeps the customer out: an answer waits until they may come back. */
  isLocked: z.boolean(),
  available: amount,
  reserved: amount,
  inBots: amount,
  total: amount,
  /** Own bots that hold money; all of it is in `total`. */
  ownBots: z.array(heldOwnBot),
  /** Oldest first, at most `DESK_LIMITS.contextRows`. */
  deposits: z.array(openRequest),
  withdrawals: z.array(openRequest),
  investments: z.array(
    z.object({
      id,
      reference: z.string(),
      botType: z.enum(BOT_TYPES),
      series,
      startedAt: timestamp,
      usdCurrentAmount: amount,
      units: z.string(),
    }),
  ),
  /** How many there are of each, and how many chats besides this one. */
  pendingDeposits: z.number().int(),
  pendingWithdrawals: z.number().int(),
  activeBots: z.number().int(),
  otherChats: z.number().int(),
});
export type DeskContext = z.infer<typeof deskContext>;

/** What the team may do with everybody's chats. */
export const supportDesk = {
  listChats: query('GET /admin/support/chats', {
    summary:
      'Alle Chats oder was eine Suche findet, der mit der neuesten Nachricht oder der längsten Wartezeit zuerst, und wie viele es je Status gibt',
    access: 'admin',
    input: page.extend({
      status: z.enum(CHAT_STATUSES).optional(),
      /** Only those that who asks has taken over. */
      assigned: z.literal('me').optional(),
      /** Part of an address, a name or a message, the number of something of the customer's, or the beginning of an id. */
      query: freeText(200).optional(),
      order: z.enum(['newest', 'waiting']).default('newest'),
    }),
    output: paged(
      deskChat.extend({
        /** Where a message says what was searched for, cut to one line; null where none does. */
        excerpt: z.string().nullable(),
      }),
    ).extend({
      /** Of all chats, whatever was asked for; those that are not resolved, of one's own. */
      counts: z.object({
        active: z.number().int(),
        escalated: z.number().int(),
        resolved: z.number().int(),
        mine: z.number().int(),
        /** Whose customers wait longer than they were promised. */
        overdue: z.number().int(),
      }),
    }),
  }),
  getMessages: query('GET /admin/support/chats/{id}/messages', {
    summary: 'Nachrichten eines Chats: die neuesten, oder die nach oder vor einer',
    access: 'admin',
    errors: ['SUPPORT_CHAT_NOT_FOUND'],
    input: messagePart,
    output: z.object({ chat: deskChat, messages: z.array(supportMessage) }),
  }),
  reply: command('POST /admin/support/chats/{id}/messages', {
    summary: 'Einem Kunden antworten; der Assistent schweigt von da an, und ein freier Chat ist übernommen',
    access: 'admin',
    status: 201,
    errors: ['SUPPORT_CHAT_NOT_FOUND', 'SUPPORT_CHAT_ASSIGNED'],
    input: outgoingMessage.extend({
      /** Whose chat it is, for whoever answers in it nevertheless. It stays theirs. */
      overAssignee: id.optional(),
    }),
    output: z.object({ chat: deskChat, message: supportMessage }),
  }),
  setStatus: command('POST /admin/support/chats/{id}/status', {
    summary: 'Status eines Chats setzen',
    access: 'admin',
    errors: ['SUPPORT_CHAT_NOT_FOUND', 'SUPPORT_STATUS_UNCHANGED', 'SUPPORT_CHAT_OPEN_ELSEWHERE'],
    input: z.strictObject({ id, status: z.enum(CHAT_STATUSES) }),
    output: deskChat,
  }),
  markRead: command('POST /admin/support/chats/{id}/read', {
    summary: 'Das Team hat bis zu einer Nachricht gelesen',
    access: 'admin',
    errors: ['SUPPORT_CHAT_NOT_FOUND'],
    input: readUpTo,
    output: supportChat,
  }),
  listTeam: query('GET /admin/support/team', {
    summary: 'Wer Chats übernehmen kann',
    access: 'admin',
    output: z.object({ items: z.array(teamMember) }),
  }),
  setAssignee: command('POST /admin/support/chats/{id}/assignee', {
    summary: 'Einen Chat übernehmen, übergeben oder abgeben',
    access: 'admin',
    errors: ['SUPPORT_CHAT_NOT_FOUND', 'SUPPORT_CHAT_ASSIGNED', 'TEAM_MEMBER_NOT_FOUND'],
    input: z.strictObject({
      id,
      /** Who works on it from now on; null for nobody. */
      assignee: id.nullable(),
      /** Whose chat it was when this was decided; if it is somebody else's by now, nothing changes. */
      expected: id.nullable(),
    }),
    output: deskChat,
  }),
  listNotes: query('GET /admin/support/chats/{id}/notes', {
    summary: 'Interne Notizen zu einem Chat, älteste zuerst',
    access: 'admin',
    errors: ['SUPPORT_CHAT_NOT_FOUND'],
    input: byId,
    output: z.object({ items: z.array(supportNote) }),
  }),
  createNote: command('POST /admin/support/chats/{id}/notes', {
    summary: 'Interne Notiz schreiben; der Kunde liest sie nie',
    access: 'admin',
    status: 201,
    errors: ['SUPPORT_CHAT_NOT_FOUND', 'TOO_MANY_NOTES'],
    input: z.strictObject({
      id,
      /** Chosen by the sender; the same note sent twice is stored once. */
      clientId: id,
      note: freeText(DESK_LIMITS.noteLength).min(1),
    }),
    output: supportNote,
  }),
  deleteNote: command('POST /admin/support/chats/{id}/notes/{noteId}/delete', {
    summary: 'Eine eigene Notiz löschen',
    access: 'admin',
    errors: ['SUPPORT_CHAT_NOT_FOUND', 'SUPPORT_NOTE_NOT_FOUND'],
    input: z.strictObject({ id, noteId: id }),
    output: z.object({ id }),
  }),
  getContext: query('GET /admin/support/chats/{id}/context', {
    summary: 'Guthaben, offene Anträge und Bots des Kunden eines Chats, eigene Bots eingeschlossen',
    access: 'admin',
    errors: ['SUPPORT_CHAT_NOT_FOUND'],
    input: byId,
    output: deskContext,
  }),
  createTranscript: command('POST /admin/support/chats/{id}/transcript', {
    summary: 'Alles, was in einem Chat gesagt wurde, als Text; ohne interne Notizen',
    access: 'admin',
    errors: ['SUPPORT_CHAT_NOT_FOUND'],
    input: byId,
    output: z.object({ fileName: z.string(), text: z.string() }),
  }),
  listTextBlocks: query('GET /admin/support/text-blocks', {
    summary: 'Textbausteine, in der Reihenfolge des Teams',
    access: 'admin',
    output: z.object({ items: z.array(textBlock) }),
  }),
  saveTextBlock: command('POST /admin/support/text-blocks/{id}', {
    summary: 'Einen Textbaustein anlegen oder ändern; die Kennung wählt, wer ihn anlegt',
    access: 'admin',
    errors: ['TEXT_BLOCK_CHANGED', 'TEXT_BLOCK_NOT_FOUND', 'TEXT_BLOCK_NAME_TAKEN', 'TOO_MANY_TEXT_BLOCKS'],
    input: textBlockInput,
    output: textBlock,
  }),
  moveTextBlock: command('POST /admin/support/text-blocks/{id}/move', {
    summary: 'Einen Textbaustein in der Reihenfolge um eine Stelle nach oben oder unten setzen',
    access: 'admin',
    errors: ['TEXT_BLOCK_NOT_FOUND'],
    input: z.strictObject({ id, by: z.enum(['up', 'down']) }),
    /** The place it has now, from 1. */
    output: z.object({ id, place: z.number().int() }),
  }),
  deleteTextBlock: command('POST /admin/support/text-blocks/{id}/delete', {
    summary: 'Einen Textbaustein löschen',
    access: 'admin',
    errors: ['TEXT_BLOCK_NOT_FOUND', 'TEXT_BLOCK_CHANGED'],
    input: z.strictObject({
      id,
      /** The version that was before their eyes. */
      version: z.number().int().min(1),
    }),
    output: z.object({ id }),
  }),
};
