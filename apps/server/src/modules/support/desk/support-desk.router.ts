import { type Handlers, pageOf } from '../../../platform/api.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/database.ts';
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
  installation: { brandName: string };
};

export function supportDeskRouter({ database, clock, installation }: Deps): Handlers<'supportDesk'> {
  return {
    listChats: async ({ input }) => ({
      ...(await listDeskChats(database.db, input)),
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
  };
}
