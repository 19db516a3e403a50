import { sql } from 'drizzle-orm';
import type { Invariant } from '../wallet/index.ts';

/** What must hold for the team's work in chats. */
export const SUPPORT_INVARIANTS: readonly Invariant[] = [
  {
    name: 'replies-are-audited',
    description: 'Jede Antwort eines Admins in einem Chat steht in der Prüfspur, unter seinem Namen.',
    violations: sql`
      SELECT m.id, m.chat_id FROM support_messages m
      WHERE m.sender_type = 'admin' AND NOT EXISTS
        (SELECT FROM audit_log a WHERE a.subject_id = m.chat_id AND a.action = 'support.reply'
           AND a.actor_id = m.sender_id AND a.after ->> 'messageId' = m.id::text)`,
    figures: {
      what: 'Antworten von Admins',
      query: sql`
        SELECT count(*) AS compared, NULL AS total, NULL AS difference FROM support_messages
        WHERE sender_type = 'admin'`,
    },
  },
];
