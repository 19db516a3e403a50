import { type Handlers, pageOf, type SignedIn } from '../../platform/api.ts';
import type { Database } from '../../platform/database.ts';
import type { Mail } from '../../platform/mail/mail.ts';
import type { WorkRunner } from '../../platform/work.ts';
import { closeSupportChat } from './close-support-chat.ts';
import { listOwnChats } from './list-chats.ts';
import { markReadByCustomer } from './mark-chat-read.ts';
import { listQuickReplies } from './quick-replies.ts';
import { sendSupportMessage } from './send-support-message.ts';
import { sendTranscript } from './send-transcript.ts';
import { startSupportChat } from './start-support-chat.ts';
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
      return {
        chat,
        messages: chat ? await listMessages(database.db, chat.id, {}) : [],
        quickReplies: await listQuickReplies(database.db, userId, chat),
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
