// People with real sessions, an admin who changes their access, and the mails that tell of it.
import { type Api, type ApiAnswer, createApi } from '../api-fixture.ts';
import {
  createIdentityFixture,
  GOOD_PASSWORD,
  type IdentityFixture,
  Visitor,
} from '../identity/identity-fixture.ts';
import { subjectOf, textOf } from '../notifications/read-mail.ts';
import { createSmtpInbox } from '../notifications/smtp-inbox.ts';

export const REASON = 'Verdacht auf fremden Zugriff';

export type Person = { visitor: Visitor; userId: string; email: string };

export type AccessWorld = {
  fixture: IdentityFixture;
  /** Somebody with a real session in a browser of their own. */
  someone(role?: 'user' | 'admin'): Promise<Person>;
  /** Another browser, from a network of its own. */
  visitor(): Visitor;
  signIn(visitor: Visitor, email: string, password?: string): ReturnType<Visitor['post']>;
  ask(who: Person | Visitor, method: string, path: string, body?: object): Promise<ApiAnswer>;
  change(admin: Person, person: Person, what: string, body?: object): Promise<ApiAnswer>;
  /** The text of the newest mail with this subject, once everything under way has arrived. Of several, none is sure to be the last. */
  mailTo(email: string, subject: string): Promise<string>;
  countSessions(person: Person): Promise<number>;
  close(): Promise<void>;
};

export async function openAccessWorld(): Promise<AccessWorld> {
  const inbox = await createSmtpInbox();
  const fixture = await createIdentityFixture({
    AUTH_SECRET: 'x'.repeat(32),
    PUBLIC_URL: 'https://botdepot.example',
    SMTP_URL: inbox.url,
    MAIL_FROM: 'Botdepot <post@botdepot.example>',
  });
  const api: Api = createApi(fixture, { auth: fixture.auth });
  let serial = 0;
  const visitor = () => {
    serial += 1;
    return new Visitor(fixture, `10.20.${serial}.1`);
  };
  const signIn = (who: Visitor, email: string, password = GOOD_PASSWORD) =>
    who.post('/sign-in/email', { email, password });
  const ask: AccessWorld['ask'] = (who, method, path, body) => {
    const { headers } = 'visitor' in who ? who.visitor : who;
    return api.call(method, `/api${path}`, {
      headers: Object.fromEntries(headers),
      ...(method === 'POST' && { body: body ?? {} }),
    });
  };
  return {
    fixture,
    visitor,
    signIn,
    ask,
    change: (admin, person, what, body = { reason: REASON }) =>
      ask(admin, 'POST', `/admin/customers/${person.userId}/${what}`, body),
    async someone(role = 'user') {
      const browser = visitor();
      const email = `person-${serial}@beispiel.example`;
      const userId = await fixture.auth.createUser({
        email,
        name: `Person ${serial}`,
        role,
        password: GOOD_PASSWORD,
        demo: false,
        createdAt: new Date(),
      });
      const { status } = await signIn(browser, email);
      if (status !== 200) throw new Error(`the login of ${email} answered ${status}`);
      // It is recorded after its answer, as what the account may do then.
      await fixture.settled();
      return { visitor: browser, userId, email };
    },
    async mailTo(email, subject) {
      await fixture.settled();
      const found = inbox.received.findLast(
        ({ to, raw }) => to === email && subjectOf(raw).startsWith(subject),
      );
      return textOf(found?.raw ?? '');
    },
    async countSessions({ userId }) {
      const { rows } = await fixture.database.pool.query(
        'SELECT count(*)::int AS total FROM auth_sessions WHERE user_id = $1',
        [userId],
      );
      return rows[0].total;
    },
    async close() {
      await fixture.close();
      await inbox.goDown();
    },
  };
}
