import { adminOnly, pageOf } from '../../../platform/api.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/database.ts';
import type { WorkRunner } from '../../../platform/work.ts';
import { markReadByTeam } from '../mark-chat-read.ts';
import { listMessages } from '../support.store.ts';
import { assignChat } from './assign-chat.ts';
import { listDeskChats, readDeskChat } from './list-desk-chats.ts';
import { listNotes } from './notes.store.ts';
import { readContext } from './read-context.ts';
import { replyToChat } from './reply-to-chat.ts';
import { setChatStatus } from './set-chat-status.ts';
import { readTeam } from './team.ts';
import { createNote, deleteNote } from './write-note.ts';
import { writeTranscript } from './write-transcript.ts';

type Deps = {
  database: Database;
  clock: Clock;
  runWork: WorkRunner;
  installation: { brandName: string };
};

export function supportDeskRouter({ database, clock, runWork, installation }: Deps) {
  return {
    listChats: adminOnly.supportDesk.listChats.handler(async ({ input }) => ({
      ...(await listDeskChats(database.db, input)),
      ...pageOf(input),
    })),
    getMessages: adminOnly.supportDesk.getMessages.handler(async ({ input }) => ({
      chat: await readDeskChat(database.db, input.id),
      messages: await listMessages(database.db, input.id, input),
    })),
    reply: adminOnly.supportDesk.reply.handler(({ context, input }) =>
      runWork(context.actor, (work) => replyToChat(work, input)),
    ),
    setStatus: adminOnly.supportDesk.setStatus.handler(({ context, input }) =>
      runWork(context.actor, (work) => setChatStatus(work, input)),
    ),
    markRead: adminOnly.supportDesk.markRead.handler(({ context, input }) =>
      runWork(context.actor, (work) => markReadByTeam(work, input)),
    ),
    listTeam: adminOnly.supportDesk.listTeam.handler(async () => ({
      items: [...(await readTeam(database.db)).values()],
    })),
    setAssignee: adminOnly.supportDesk.setAssignee.handler(({ context, input }) =>
      runWork(context.actor, (work) => assignChat(work, input)),
    ),
    listNotes: adminOnly.supportDesk.listNotes.handler(async ({ input }) => {
      const { id } = await readDeskChat(database.db, input.id);
      return { items: await listNotes(database.db, id) };
    }),
    createNote: adminOnly.supportDesk.createNote.handler(({ context, input }) =>
      runWork(context.actor, (work) => createNote(work, input)),
    ),
    deleteNote: adminOnly.supportDesk.deleteNote.handler(({ context, input }) =>
      runWork(context.actor, (work) => deleteNote(work, input)),
    ),
    getContext: adminOnly.supportDesk.getContext.handler(({ input }) =>
      database.snapshot((tx) => readContext(tx, input.id, clock.now())),
    ),
    createTranscript: adminOnly.supportDesk.createTranscript.handler(({ context, input }) =>
      runWork(context.actor, (work) => writeTranscript(work, installation.brandName, input)),
    ),
  };
}
