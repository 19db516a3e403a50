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
import { createWorkRunner, systemActor } from '../../../platform/work.ts';
import { emailChangeMail, emailTakenMail, emailUndoMail } from '../auth-mails-account.ts';
import { findUserById } from '../identity.store.ts';
import {
  beginEmailChange,
  confirmEmailChange,
  describeEmailChange,
  describeEmailUndo,
  isTakenMeanwhile,
  undoEmailChange,
} from './email-change.ts';

/**
 * The page that takes the token from the message and names the address; a button there confirms it. It asks for a login first
 * where there is no session.
 */
const CONFIRM_PAGE = '/profile';
const TOKEN_PARAMETER = 'neue-adresse';
/** For whoever reads the old address, signed in or not. */
const UNDO_PAGE = '/adresse-zurueck';

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
  /** With the address that it had until the change was undone. */
  onUndone: (user: { id: string; email: string }) => void;
  /** Lets whoever reads this address choose a new password. */
  sendResetLink: (email: string) => void;
};

/**
 * Another e-mail address, in two steps. The library's own way has tokens that work again and again until they expire, starts
 * a session for whoever opens the link, and tells nobody; here the token works once, for the session's own account, and
 * the old address hears of it and can undo it. Freshness and limits are the gate's.
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
          const { user, session } = ctx.context.session;
          if (!linksWork(deps.mail)) throw refusal('EMAIL_CHANGE_UNAVAILABLE');
          const to = ctx.body.email;
          if (to === user.email) throw refusal('EMAIL_UNCHANGED');
          const begun = await deps.database.transaction((tx) =>
            beginEmailChange(tx, {
              userId: user.id,
              sessionId: session.id,
              email: to,
              now: deps.clock.now(),
            }),
          );
          if (begun === null) throw APIError.from('UNAUTHORIZED', { code: 'UNAUTHORIZED', message: 'ended' });
          const { token, isTaken } = begun;
          const url = new URL(isTaken ? '/login' : CONFIRM_PAGE, deps.baseUrl);
          if (!isTaken) url.searchParams.set(TOKEN_PARAMETER, token);
          const letter = { brandName, to, url: url.href };
          outbox.send(isTaken ? emailTakenMail(letter) : emailChangeMail(letter));
          return ctx.json({ status: true });
        },
      ),
      describeEmailChange: createAuthEndpoint(
        '/describe-email-change',
        { method: 'POST', body: z.object({ token: z.string() }), use: [sensitiveSessionMiddleware] },
        async (ctx) => {
          const email = await describeEmailChange(deps.database.db, {
            userId: ctx.context.session.user.id,
            token: ctx.body.token,
            now: deps.clock.now(),
          });
          if (email === null) throw refusal('EMAIL_CHANGE_LINK_INVALID');
          return ctx.json({ email });
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
            adminField: known.adminField,
            userId: user.id,
            sessionId: session.id,
            authenticatedAt: session.createdAt,
            hasSecondFactor: known.twoFactorEnabled,
            requestId: newId(),
          };
          const changed = await runWork(actor, (work) =>
            confirmEmailChange(work, { userId: user.id, sessionId: session.id, token: ctx.body.token }),
          ).catch((error: unknown) => {
            throw isTakenMeanwhile(error) ? refusal('EMAIL_CHANGE_TAKEN') : error;
          });
          if (changed === null) throw refusal('EMAIL_CHANGE_LINK_INVALID');
          for (const sessionId of changed.endedSessions)
            deps.bus.publishHint({ to: 'sessions', userId: user.id, sessionId });
          deps.onChanged({ id: user.id, email: changed.oldEmail });
          const url = new URL(UNDO_PAGE, deps.baseUrl);
          url.searchParams.set('token', changed.undo);
          // Not by the queue of mails: it lies in every backup, and in the download of whoever has the account.
          outbox.send(emailUndoMail({ brandName, to: changed.oldEmail, url: url.href }));
          return ctx.json({ status: true });
        },
      ),
      describeEmailUndo: createAuthEndpoint(
        '/describe-email-undo',
        { method: 'POST', body: z.object({ token: z.string() }) },
        async (ctx) => {
          const email = await describeEmailUndo(deps.database.db, {
            token: ctx.body.token,
            now: deps.clock.now(),
          });
          if (email === null) throw refusal('EMAIL_UNDO_LINK_INVALID');
          return ctx.json({ email });
        },
      ),
      undoEmailChange: createAuthEndpoint(
        '/undo-email-change',
        { method: 'POST', body: z.object({ token: z.string() }) },
        async (ctx) => {
          const undone = await runWork(systemActor(newId()), (work) => undoEmailChange(work, ctx.body));
          if (undone === null) throw refusal('EMAIL_UNDO_LINK_INVALID');
          deps.bus.publishHint({ to: 'sessions', userId: undone.userId });
          deps.onUndone({ id: undone.userId, email: undone.leftEmail });
          deps.sendResetLink(undone.email);
          return ctx.json({ status: true });
        },
      ),
    },
  } satisfies BetterAuthPlugin;
}

function refusal(code: string): APIError {
  return APIError.from('BAD_REQUEST', { code, message: code });
}
