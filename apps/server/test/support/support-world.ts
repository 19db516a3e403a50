import { type SupportThread, supportThread } from '@botdepot/contract';
import { pino } from 'pino';
import { listPrices } from '../../src/modules/markets/index.ts';
import {
  type Assistant,
  createKnowledgeAssistant,
  createSupportWorker,
  type SupportWorker,
} from '../../src/modules/support/index.ts';
import type { Mail } from '../../src/platform/mail/mail.ts';
import { newId } from '../../src/platform/work.ts';
import { type Api, type ApiAnswer, createApi } from '../api-fixture.ts';
import { createServerFixture } from '../server-fixture.ts';

export type Person = ReturnType<Api['person']>;

/** Customers, an admin and workers of the assistant on one database, over the real API. */
export async function createSupportWorld(mail?: Mail) {
  const fixture = await createServerFixture({ maxConnections: 16 });
  const due: Date[] = [];
  const api = createApi(fixture, { onReplyDue: (at) => due.push(at), ...(mail ? { mail } : {}) });
  const assistant = createKnowledgeAssistant({ ...fixture, listPrices });

  const post = (as: Person, path: string, body: unknown = {}): Promise<ApiAnswer> =>
    api.call('POST', `/api${path}`, { as, body });
  const get = (as: Person, path: string): Promise<ApiAnswer> => api.call('GET', `/api${path}`, { as });

  const worker = (own: Assistant = assistant): SupportWorker =>
    createSupportWorker({ ...fixture, assistant: own, log: pino({ level: 'silent' }) });

  async function thread(as: Person, chat: string): Promise<SupportThread> {
    const { body } = await get(as, `/support/chats/${chat}/messages`);
    return supportThread.parse(body);
  }

  return {
    fixture,
    api,
    due,
    post,
    get,
    worker,
    thread,
    admin: api.person('admin'),
    async startChat(as: Person): Promise<string> {
      const answer = await post(as, '/support/chats');
      if (answer.status !== 201) throw new Error(`no chat: ${JSON.stringify(answer.body)}`);
      return String(answer.body.id);
    },
    say: (as: Person, chat: string, message: string, clientId = newId()): Promise<ApiAnswer> =>
      post(as, `/support/chats/${chat}/messages`, { clientId, message }),
    /** What is said, by whom, in order: `user: Hallo`. */
    async said(as: Person, chat: string): Promise<string[]> {
      const { messages } = await thread(as, chat);
      return messages.map(({ senderType, message }) => `${senderType}: ${message}`);
    },
    /** Lets the assistant's second pass and answers what is due. */
    async answer(by = worker()): Promise<number> {
      fixture.clock.advance(1_000);
      return by.answerDue();
    },
    async actions(chat: string): Promise<string[]> {
      const { rows } = await fixture.database.pool.query<{
        action: string;
        after: { status?: string } | null;
      }>(`SELECT action, after FROM audit_log WHERE subject_id = $1 ORDER BY seq`, [chat]);
      return rows.map(({ action, after }) => (after?.status ? `${action} ${after.status}` : action));
    },
  };
}
export type SupportWorld = Awaited<ReturnType<typeof createSupportWorld>>;
