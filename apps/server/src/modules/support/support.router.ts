import { type ApiContext, pageOf, type SignedIn, signedIn } from '../../platform/api.ts';
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

export function supportRouter(deps: Deps & { installation: { brandName: string }; support: SupportParts }) {
  const { database, runWork } = deps;
  const { mail, onReplyDue } = deps.support;
  const own = <T extends object>(context: ApiContext & { actor: SignedIn }, input: T) => ({
    ...input,
    userId: context.actor.userId,
  });
  return {
    getSupportChat: signedIn.support.getSupportChat.handler(async ({ context }) => {
      const { userId } = context.actor;
      const chat = await findCurrentChat(database.db, userId);
      return {
        chat,
        messages: chat ? await listMessages(database.db, chat.id, {}) : [],
        quickReplies: await listQuickReplies(database.db, userId, chat),
        canSendTranscript: mail.transport !== 'none',
      };
    }),
    listSupportChats: signedIn.support.listSupportChats.handler(async ({ context, input }) => ({
      ...(await listOwnChats(database.db, context.actor.userId, input)),
      ...pageOf(input),
    })),
    startSupportChat: signedIn.support.startSupportChat.handler(({ context }) =>
      runWork(context.actor, (work) => startSupportChat(work, own(context, {}))),
    ),
    listSupportMessages: signedIn.support.listSupportMessages.handler(({ context, input }) =>
      readThread(database.db, input.id, input, context.actor.userId),
    ),
    sendSupportMessage: signedIn.support.sendSupportMessage.handler(async ({ context, input }) => {
      const { replyDueAt, ...sent } = await runWork(context.actor, (work) =>
        sendSupportMessage(work, own(context, input)),
      );
      if (replyDueAt) onReplyDue(replyDueAt);
      return sent;
    }),
    closeSupportChat: signedIn.support.closeSupportChat.handler(({ context, input }) =>
      runWork(context.actor, (work) => closeSupportChat(work, own(context, input))),
    ),
    markSupportRead: signedIn.support.markSupportRead.handler(({ context, input }) =>
      runWork(context.actor, (work) => markReadByCustomer(work, own(context, input))),
    ),
    sendTranscript: signedIn.support.sendTranscript.handler(({ context, input }) => {
      const { brandName } = deps.installation;
      return sendTranscript({ database, mail, brandName, log: context.log }, own(context, input));
    }),
  };
}
