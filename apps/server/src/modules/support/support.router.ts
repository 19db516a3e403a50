import { type Handlers, pageOf, type SignedIn } from '../../platform/api.ts';
import type { Database } from '../../platform/database.ts';
import type { Mail } from '../../platform/mail/mail.ts';
import type { Clock, WorkRunner } from '../../platform/work.ts';
import {
  closeSupportChat,
  listOwnChats,
  markReadByCustomer,
  markReadByTeam,
  sendSupportMessage,
  sendTranscript,
  startSupportChat,
} from './customer-chats.ts';
import { assignChat, replyToChat, setChatStatus, writeTranscript } from './desk/answer.ts';
import { listDeskChats, readContext, readDeskChat, readTeam } from './desk/desk-chats.ts';
import { createNote, deleteNote, listNotes } from './desk/notes.ts';
import { deleteTextBlock, listTextBlocks, moveTextBlock, saveTextBlock } from './desk/text-blocks.ts';
import { listQuickReplies } from './quick-replies.ts';
import { findCurrentChat, listMessages, readThread } from './support.store.ts';

export type SupportParts = {
  mail: Mail;
  /** Called after the commit of a message that the assistant answers. */
  onReplyDue: (dueAt: Date) => void;
};

type Deps = { database: Database; runWork: WorkRunner };

export function supportRouter(
  deps: Deps & { installation: { brandName: string }; support: SupportParts },
): Handlers<'support'> {
  const { database, runWork } = deps;
  const { mail, onReplyDue } = deps.support;
  const own = <T extends object>(actor: SignedIn, input: T) => ({ ...input, userId: actor.userId });
  return {
    getSupportChat: async ({ actor }) => {
      const { userId } = actor;
      const chat = await findCurrentChat(database.db, userId);
      const messages = chat ? await listMessages(database.db, chat.id, {}) : [];
      return {
        chat,
        messages,
        quickReplies: await listQuickReplies(database.db, userId, chat, messages),
        canSendTranscript: mail.transport !== 'none',
      };
    },
    listSupportChats: async ({ actor, input }) => ({
      ...(await listOwnChats(database.db, actor.userId, input)),
      ...pageOf(input),
    }),
    startSupportChat: ({ work, actor }) => startSupportChat(work, own(actor, {})),
    listSupportMessages: ({ actor, input }) => readThread(database.db, input.id, input, actor.userId),
    sendSupportMessage: async ({ actor, input }) => {
      const { replyDueAt, ...sent } = await runWork(actor, (work) =>
        sendSupportMessage(work, own(actor, input)),
      );
      if (replyDueAt) onReplyDue(replyDueAt);
      return sent;
    },
    closeSupportChat: ({ work, input, actor }) => closeSupportChat(work, own(actor, input)),
    markSupportRead: ({ work, input, actor }) => markReadByCustomer(work, own(actor, input)),
    sendTranscript: ({ actor, context, input }) => {
      const { brandName } = deps.installation;
      return sendTranscript({ database, mail, brandName, log: context.log }, own(actor, input));
    },
  };
}

type DeskDeps = {
  database: Database;
  clock: Clock;
  installation: { brandName: string };
};

export function supportDeskRouter({ database, clock, installation }: DeskDeps): Handlers<'supportDesk'> {
  return {
    listChats: async ({ input, actor, now }) => ({
      ...(await listDeskChats(database.db, { ...input, userId: actor.userId, now })),
      ...pageOf(input),
    }),
    getMessages: async ({ input }) => ({
      chat: await readDeskChat(database.db, input.id),
      messages: await listMessages(database.db, input.id, input),
    }),
    reply: ({ work, input }) => replyToChat(work, input),
    setStatus: ({ work, input }) => setChatStatus(work, input),
    markRead: ({ work, input }) => markReadByTeam(work, input),
    listTeam: async () => ({
      items: [...(await readTeam(database.db)).values()],
    }),
    setAssignee: ({ work, input }) => assignChat(work, input),
    listNotes: async ({ input }) => {
      const { id } = await readDeskChat(database.db, input.id);
      return { items: await listNotes(database.db, id) };
    },
    createNote: ({ work, input }) => createNote(work, input),
    deleteNote: ({ work, input }) => deleteNote(work, input),
    getContext: ({ input }) => database.snapshot((tx) => readContext(tx, input.id, clock.now())),
    createTranscript: ({ work, input }) => writeTranscript(work, installation.brandName, input),
    listTextBlocks: async () => ({ items: await listTextBlocks(database.db) }),
    saveTextBlock: ({ work, input }) => saveTextBlock(work, input),
    moveTextBlock: ({ work, input }) => moveTextBlock(work, input),
    deleteTextBlock: ({ work, input }) => deleteTextBlock(work, input),
  };
}
