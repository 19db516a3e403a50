import { createAuthEndpoint } from '@better-auth/core/api';
import { APIError } from '@better-auth/core/error';
import type { BetterAuthPlugin } from 'better-auth';
import { sensitiveSessionMiddleware } from 'better-auth/api';
import { z } from 'zod';
import type { Clock } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/database.ts';
import { newId } from '../../../platform/ids.ts';
import type { LiveBus } from '../../../platform/live-bus.ts';
import { linksWork, type Mail } from '../../../platform/mail/mail.ts';
import type { Outbox } from '../../../platform/mail/outbox.ts';
import { createWorkRunner } from '../../../platform/work.ts';
import { emailChangeMail, emailTakenMail } from '../auth-mails-account.ts';
import { findUserById } from '../identity.store.ts';
import { beginEmailChange, confirmEmailChange, isTakenMeanwhile } from './email-change.ts';

/** The page that takes the token from the message; it asks for a login first where there is no session. */
const CONFIRM_PAGE = '/profile';
const TOKEN_PARAMETER = 'neue-adresse';

export type EmailChangeDeps = {
  database: Database;
  bus: LiveBus;
  clock: Clock;
  mail: Mail;
  outbox: Outbox;
  baseUrl: string;
  brandName: string;
  /** With the address that the account had until now. */
  onChanged: (user: { id: string; email: string }) => void;
};

/**
 * Another e-mail address, in two steps. The library's own way has tokens that work again and again until they expire, starts
 * a session for whoever opens the link, and tells nobody; here the token works once, for the session's own account, and
 * the old address hears of it. Freshness and limits are the gate's.
 */
export function emailChange(deps: EmailChangeDeps) {
  const { brandName, outbox } = deps;
  const runWork = createWorkRunner(deps);
  return {
    id: 'email-change',
    endpoints: {
      requestEmailChange: createAuthEndpoint(
        '/request-email-change',
        { method: 'POST', body: z.object({ email: z.string() }), use: [sensitiveSessionMiddleware] },
        async (ctx) => {
          const { user } = ctx.context.session;
          if (!linksWork(deps.mail)) throw refusal('EMAIL_CHANGE_UNAVAILABLE');
          const to = ctx.body.email;
          if (to === user.email) throw refusal('EMAIL_UNCHANGED');
          const { token, isTaken } = await deps.database.transaction((tx) =>
            beginEmailChange(tx, { userId: user.id, email: to, now: deps.clock.now() }),
          );
          const url = new URL(isTaken ? '/login' : CONFIRM_PAGE, deps.baseUrl);
          if (!isTaken) url.searchParams.set(TOKEN_PARAMETER, token);
          const letter = { brandName, to, url: url.href };
          outbox.send(isTaken ? emailTakenMail(letter) : emailChangeMail(letter));
          return ctx.json({ status: true });
        },
      ),
      confirmEmailChange: createAuthEndpoint(
        '/confirm-email-change',
        { method: 'POST', body: z.object({ token: z.string() }), use: [sensitiveSessionMiddleware] },
        async (ctx) => {
          const { user, session } = ctx.context.session;
          const known = await findUserById(deps.database.db, user.id);
          if (!known) throw refusal('EMAIL_CHANGE_LINK_INVALID');
          const actor = {
            role: known.role,
            userId: user.id,
            sessionId: session.id,
            authenticatedAt: session.createdAt,
            hasSecondFactor: known.twoFactorEnabled,
            requestId: newId(),
          };
          const changed = await runWork(actor, (work) =>
            confirmEmailChange(work, {
              userId: user.id,
              sessionId: session.id,
              oldEmail: known.email,
              token: ctx.body.token,
            }),
          ).catch((error: unknown) => {
            throw isTakenMeanwhile(error) ? refusal('EMAIL_CHANGE_TAKEN') : error;
          });
          if (changed === null) throw refusal('EMAIL_CHANGE_LINK_INVALID');
          for (const sessionId of changed.endedSessions)
            deps.bus.publishHint({ to: 'sessions', userId: user.id, sessionId });
          deps.onChanged({ id: user.id, email: known.email });
          return ctx.json({ status: true });
        },
      ),
    },
  } satisfies BetterAuthPlugin;
}

function refusal(code: string): APIError {
  return APIError.from('BAD_REQUEST', { code, message: code });
}
