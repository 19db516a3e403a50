/** The team's side of the chats: who works on which, what the team notes, and what it sees of the customer. */
import { z } from 'zod';
import { requestClaim } from './admin-queue.ts';
import { BOT_TYPES, CRYPTO_CURRENCIES } from './catalogue.ts';
import { DESK_LIMITS } from './limits.ts';
import { operationsOf } from './operation.ts';
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
      'Alle Chats, der mit der neuesten Nachricht oder der längsten Wartezeit zuerst, und wie viele es je Status gibt',
    access: 'admin',
    input: page.extend({
      status: z.enum(CHAT_STATUSES).optional(),
      order: z.enum(['newest', 'waiting']).default('newest'),
    }),
    output: paged(deskChat).extend({
      counts: z.object({
        active: z.number().int(),
        escalated: z.number().int(),
        resolved: z.number().int(),
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
    summary: 'Guthaben, offene Anträge und Bots des Kunden eines Chats',
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
};
