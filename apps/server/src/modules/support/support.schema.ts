import {
  CHAT_STATUSES,
  ESCALATION_REASONS,
  type MessageFact,
  SENDER_TYPES,
  TEXT_BLOCK_SITUATIONS,
} from '@botdepot/contract';
import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { at, id } from '../../platform/columns.ts';

/**
 * Chats with customers. The address of the customer is not here: it is looked up, so that it ends with the account. A
 * rule of the database deletes chats together with their account (migration 0013).
 */
export const supportChats = pgTable(
  'support_chats',
  {
    id: id(),
    userId: uuid('user_id').notNull(),
    status: text('status', { enum: CHAT_STATUSES }).notNull().default('active'),
    createdAt: at('created_at').notNull(),
    lastMessageAt: at('last_message_at').notNull(),
    /** The number of the newest message; numbers are given under the lock of this row. */
    lastSeq: integer('last_seq').notNull().default(0),
    /** Who of the team has taken the chat on; null for anybody. */
    assignedTo: uuid('assigned_to'),
    escalatedAt: at('escalated_at'),
    escalationReason: text('escalation_reason', { enum: ESCALATION_REASONS }),
    /** Of the team that has the chat now; null again once the assistant has it back. */
    firstHumanReplyAt: at('first_human_reply_at'),
    resolvedAt: at('resolved_at'),
    userReadSeq: integer('user_read_seq').notNull().default(0),
    userReadAt: at('user_read_at'),
    /** When the customer is told of an answer of the team that they have not read by then. */
    replyNoticeDueAt: at('reply_notice_due_at'),
    adminReadSeq: integer('admin_read_seq').notNull().default(0),
    adminReadAt: at('admin_read_at'),
    /** When the assistant answers; null when it has nothing to say. */
    botReplyDueAt: at('bot_reply_due_at'),
    /** Up to which message the assistant has answered. */
    botRepliedSeq: integer('bot_replied_seq').notNull().default(0),
    /** How often in a row it ended with the question if a human should come; 0 when its last answer did not. */
    unanswered: integer('unanswered').notNull().default(0),
    /** A human has taken over: the assistant is silent until the chat is set active again. */
    humanInCharge: boolean('human_in_charge').notNull().default(false),
  },
  (table) => [
    uniqueIndex('support_chats_one_open').on(table.userId).where(sql`status <> 'resolved'`),
    index('support_chats_user').on(table.userId, table.createdAt),
    index('support_chats_desk').on(table.status, table.lastMessageAt),
    index('support_chats_latest').on(table.lastMessageAt),
    // What the team has to answer, among all that the assistant talks to.
    index('support_chats_team')
      .on(table.escalatedAt)
      .where(sql`status <> 'resolved' and (status = 'escalated' or human_in_charge)`),
    index('support_chats_reply_due').on(table.botReplyDueAt).where(sql`bot_reply_due_at is not null`),
    index('support_chats_notice_due').on(table.replyNoticeDueAt).where(sql`reply_notice_due_at is not null`),
    check('support_chats_status', sql`${table.status} in ('active', 'escalated', 'resolved')`),
    check('support_chats_resolved', sql`(${table.status} = 'resolved') = (${table.resolvedAt} is not null)`),
  ],
);

export const supportMessages = pgTable(
  'support_messages',
  {
    id: id(),
    chatId: uuid('chat_id')
      .notNull()
      .references(() => supportChats.id, { onDelete: 'cascade' }),
    seq: integer('seq').notNull(),
    message: text('message').notNull(),
    /** Lines of a small account sheet below the text. */
    facts: jsonb('facts').$type<MessageFact[]>().notNull().default([]),
    senderType: text('sender_type', { enum: SENDER_TYPES }).notNull(),
    senderId: uuid('sender_id'),
    createdAt: at('created_at').notNull(),
    clientId: uuid('client_id'),
  },
  (table) => [
    unique('support_messages_order').on(table.chatId, table.seq),
    unique('support_messages_once').on(table.chatId, table.clientId),
    check('support_messages_sender', sql`(${table.senderType} = 'bot') = (${table.senderId} is null)`),
  ],
);

/**
 * What the team notes about a chat, for itself. A table of its own, so that no query of messages can ever bring one along.
 * Notes go with their chat; a rule of the database forgets an author whose account is deleted.
 */
export const supportNotes = pgTable(
  'support_notes',
  {
    id: id(),
    chatId: uuid('chat_id')
      .notNull()
      .references(() => supportChats.id, { onDelete: 'cascade' }),
    authorId: uuid('author_id'),
    note: text('note').notNull(),
    createdAt: at('created_at').notNull(),
    clientId: uuid('client_id').notNull(),
  },
  (table) => [
    unique('support_notes_once').on(table.chatId, table.clientId),
    index('support_notes_order').on(table.chatId, table.createdAt),
  ],
);

/** Deposits for which the team was called because they waited longer than promised: each at most once. */
export const supportLateDeposits = pgTable('support_late_deposits', {
  depositId: uuid('deposit_id').primaryKey(),
  chatId: uuid('chat_id')
    .notNull()
    .references(() => supportChats.id, { onDelete: 'cascade' }),
  createdAt: at('created_at').notNull(),
});

/** Texts that the team sends often. A new installation begins with those of migration 0003. */
export const supportTextBlocks = pgTable(
  'support_text_blocks',
  {
    id: id(),
    /** In the order of a conversation, as the team has it; a new one is the last. */
    position: integer('position').notNull().generatedByDefaultAsIdentity(),
    /** What is typed after the slash. */
    name: text('name').notNull(),
    label: text('label').notNull(),
    text: text('text').notNull(),
    situation: text('situation', { enum: TEXT_BLOCK_SITUATIONS }).notNull(),
    /** How often it was written: whoever changes it says which of its versions they saw. */
    version: integer('version').notNull().default(1),
  },
  (table) => [
    unique('support_text_blocks_once').on(table.name, table.situation),
    check(
      'support_text_blocks_situation',
      sql`${table.situation} in ('always', 'deposit', 'no_deposit', 'withdrawal', 'no_withdrawal')`,
    ),
  ],
);
