import { sql } from 'drizzle-orm';
import type { Invariant } from '../wallet/index.ts';

/** What must hold for own bots and trials. */
export const TESTBENCH_INVARIANTS: readonly Invariant[] = [
  {
    name: 'own-bots-have-drafts',
    description:
      'Jeder eigene Bot hat einen Entwurf; von einem gelöschten sind Entwurf und Regeln nicht mehr da.',
    violations: sql`
      SELECT b.id, b.number FROM bots b LEFT JOIN own_bot_drafts d ON d.bot_id = b.id
      WHERE (b.owner_id IS NOT NULL) <> (d.bot_id IS NOT NULL)
        OR (b.erased_at IS NOT NULL AND EXISTS
          (SELECT FROM own_bot_versions v WHERE v.bot_id = b.id AND v.rule IS NOT NULL))`,
    figures: {
      what: 'eigene Bots',
      query: sql`
        SELECT count(*) AS compared, NULL AS total, NULL AS difference FROM bots WHERE bot_type IS NULL`,
    },
  },
  {
    name: 'trials-follow-a-leader',
    description:
      'Ein Versuch, der einem anderen folgt, nennt einen derselben Person, der selbst keinem folgt.',
    violations: sql`
      SELECT t.id FROM testbench_trials t LEFT JOIN testbench_trials l ON l.id = t.leader_id
      WHERE t.leader_id IS NOT NULL AND (l.user_id IS DISTINCT FROM t.user_id OR l.leads IS NOT TRUE)`,
    figures: {
      what: 'Versuche',
      query: sql`SELECT count(*) AS compared, NULL AS total, NULL AS difference FROM testbench_trials`,
    },
  },
];
