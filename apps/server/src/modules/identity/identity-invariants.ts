import { sql } from 'drizzle-orm';

/** In the form of the ledger's invariants, which identity may not import. */
export const IDENTITY_INVARIANTS = [
  {
    name: 'admins-were-made',
    description:
      'Jeder Admin hat seine Rolle und seinen Bereich durch einen Eintrag der Prüfspur; nur die Demo bringt ihren mit.',
    violations: sql`
      SELECT u.id FROM auth_users u
      WHERE u.role = 'admin' AND NOT u.demo AND coalesce((
        SELECT CASE WHEN a.after ->> 'role' = 'admin' THEN coalesce(a.after ->> 'adminField', 'all') END FROM audit_log a WHERE a.subject_id = u.id AND a.action = 'user.role_changed'
        ORDER BY a.seq DESC LIMIT 1), 'none') <> coalesce(u.limited_to, 'all')`,
    figures: {
      what: 'Admins',
      query: sql`
        SELECT count(*) AS compared, NULL AS total, NULL AS difference FROM auth_users
        WHERE role = 'admin' AND NOT demo`,
    },
  },
];
