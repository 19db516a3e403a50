import { DomainError, SUPPORT_LIMITS } from '@botdepot/contract';
import { type ApiContext, pageOf, type SignedIn, signedIn } from '../../platform/api.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database.ts';
import type { Mail } from '../../platform/mail/mail.ts';
import { createRateLimiter, type RateLimit } from '../../platform/rate-limit.ts';
import type { WorkRunner } from '../../platform/work.ts';
import { closeSupportChat } from './close-support-chat.ts';
import { listOwnChats } from './list-chats.ts';
import { markReadByCustomer } from './mark-chat-read.ts';
import { listQuickReplies } from './quick-replies.ts';
import { sendSupportMessage } from './send-support-message.ts';
import { sendTranscript } from './send-transcript.ts';
import { startSupportChat } from './start-support-chat.ts';
import { findCurrentChat, listMessages, readThread } from './support.store.ts';

const MINUTE_MS = 60_000;
const MESSAGES: RateLimit = { max: SUPPORT_LIMITS.messagesPerMinute, windowMs: MINUTE_MS };
const TRANSCRIPTS: RateLimit = { max: SUPPORT_LIMITS.transcriptsPerHour, windowMs: 60 * MINUTE_MS };

export type SupportParts = {
  mail: Mail;
  /** Called after the commit of a message that the assistant answers. */
  onReplyDue: (dueAt: Date) => void;
};

type Deps = { database: Database; clock: Clock; runWork: WorkRunner };

export function supportRouter(deps: Deps & { installation: { brandName: string }; support: SupportParts }) {
  const { database, runWork } = deps;
  const { mail, onReplyDue } = deps.support;
  const limiter = createRateLimiter(deps);
  const limit = async (actor: SignedIn, purpose: string, to: RateLimit) => {
    if ((await limiter.consume({ purpose, subject: actor.userId }, to)) > 0)
      throw DomainError.of('TOO_MANY_REQUESTS');
  };
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
    startSupportChat: signedIn.support.startSupportChat.handler(async ({ context }) => {
      await limit(context.actor, 'support-chat', MESSAGES);
      return runWork(context.actor, (work) => startSupportChat(work, own(context, {})));
    }),
    listSupportMessages: signedIn.support.listSupportMessages.handler(({ context, input }) =>
      readThread(database.db, input.id, input, context.actor.userId),
    ),
    sendSupportMessage: signedIn.support.sendSupportMessage.handler(async ({ context, input }) => {
      await limit(context.actor, 'support-message', MESSAGES);
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
    sendTranscript: signedIn.support.sendTranscript.handler(async ({ context, input }) => {
      await limit(context.actor, 'support-transcript', TRANSCRIPTS);
      const { brandName } = deps.installation;
      return sendTranscript({ database, mail, brandName, log: context.log }, own(context, input));
    }),
  };
}
