import { createAuthMiddleware } from '@better-auth/core/api';
import { deviceName } from '@botdepot/contract';
import type { BetterAuthPlugin, GenericEndpointContext } from 'better-auth';
import { isAPIError } from 'better-auth/api';
import type { Database } from '../../../platform/database.ts';
import { linksWork, type Mail, type MailMessage } from '../../../platform/mail/mail.ts';
import type { Outbox } from '../../../platform/mail/outbox.ts';
import type { Clock } from '../../../platform/work.ts';
import {
  backupCodeUsedMail,
  emailChangedMail,
  emailUndoneMail,
  identityLinkedMail,
  identityUnlinkedMail,
  newSignInMail,
  passkeyAddedMail,
  passkeyRemovedMail,
  passwordChangedMail,
  secondFactorOffMail,
  secondFactorOnMail,
} from '../auth/auth-mails.ts';
import { markOf, rememberDevice } from '../sign-in/known-devices.ts';
import { BACKUP_CODES } from '../sign-in/second-factor.ts';
import type { SignInLog } from '../sign-in/sign-in-events.ts';

/** What the app tells the owner of an account, beside the mail. */
export type SecurityNotice = { title: string; message: string };
/**
 * Keeps both until they have arrived. The letter goes to the address that it bears, which need not be the account's any more.
 * There is no notice for an account that is gone.
 */
export type SecurityNoticeListener = (
  userId: string,
  notice: SecurityNotice | null,
  letter: MailMessage,
) => Promise<void>;

type Person = { id: string; email: string };

/**
 * Tells the owner of an account what somebody did to it, so that somebody else's change does not go unnoticed: by mail,
 * whatever their settings say, and in the app. After the answer, and without being able to fail it.
 */
export function createSecurityNews(deps: {
  database: Database;
  mail: Mail;
  outbox: Outbox;
  clock: Clock;
  secret: string;
  brandName: string;
  baseUrl: string;
  onNotice: SecurityNoticeListener;
  signInLog: SignInLog;
}) {
  const { brandName, outbox, signInLog } = deps;
  const recipientOf = ({ email }: Person, path: string) => ({
    brandName,
    to: email,
    url: new URL(path, deps.baseUrl).href,
  });

  function tell(person: Person, letter: MailMessage, notice: SecurityNotice): void {
    outbox.run(() => deps.onNotice(person.id, notice, letter));
  }

  function passwordChanged(person: Person, how: 'password_changed' | 'password_reset'): void {
    signInLog.record(person.id, how);
    const byLink = linksWork(deps.mail);
    const letter = recipientOf(person, byLink ? FORGOT_PASSWORD : IMPRINT);
    tell(person, passwordChangedMail({ ...letter, byLink }), {
      title: 'Passwort geändert',
      message: `Das Passwort Ihres Kontos wurde geändert. ${byLink ? RESET_IT : ASK_THE_OPERATOR}`,
    });
  }

  /** @param person with the old address: whoever owns that must hear of it. */
  function emailChanged(person: Person): void {
    signInLog.record(person.id, 'email_changed');
    tell(person, emailChangedMail(recipientOf(person, IMPRINT)), {
      title: 'E-Mail-Adresse geändert',
      message: `Ihr Konto hat jetzt eine andere E-Mail-Adresse, und alle anderen Geräte sind abgemeldet. Über die alte Adresse lässt sich das 72 Stunden lang rückgängig machen. ${ASK_THE_OPERATOR}`,
    });
  }

  /** @param person with the address that was left again. */
  function emailChangeUndone(person: Person): void {
    signInLog.record(person.id, 'email_change_undone');
    tell(person, emailUndoneMail(recipientOf(person, IMPRINT)), {
      title: 'Änderung der E-Mail-Adresse rückgängig gemacht',
      message:
        'Ihr Konto hat wieder die frühere Adresse. Alle Geräte sind abgemeldet; Passkeys und verbundene Zugänge sind entfernt.',
    });
  }

  function secondFactorChanged(person: Person, isOn: boolean): void {
    signInLog.record(person.id, isOn ? 'second_factor_on' : 'second_factor_off');
    if (isOn)
      tell(person, secondFactorOnMail(recipientOf(person, IMPRINT)), {
        title: 'Anmeldung in zwei Schritten eingeschaltet',
        message: `Bei der Anmeldung wird jetzt auch ein Code aus Ihrer App verlangt. ${ASK_THE_OPERATOR}`,
      });
    else
      tell(person, secondFactorOffMail(recipientOf(person, SECURITY)), {
        title: 'Anmeldung in zwei Schritten ausgeschaltet',
        message: `Bei der Anmeldung wird kein Code aus Ihrer App mehr verlangt. ${NOT_YOU}`,
      });
  }

  function backupCodeUsed(person: Person, left: number): void {
    const counted =
      left === 0 ? 'Es war der letzte.' : `Übrig ${left === 1 ? 'ist' : 'sind'} ${left} von ${BACKUP_CODES}.`;
    const said =
      left > FEW_BACKUP_CODES
        ? counted
        : `${counted} Neue bekommen Sie in den Einstellungen unter „Sicherheit“.`;
    tell(person, backupCodeUsedMail({ ...recipientOf(person, SECURITY), left: said }), {
      title: 'Ersatzcode benutzt',
      message: `Ein Ersatzcode Ihres Kontos wurde benutzt und gilt nicht mehr. ${said} ${NOT_YOU}`,
    });
  }

  function passkeyAdded(person: Person): void {
    signInLog.record(person.id, 'passkey_added');
    tell(person, passkeyAddedMail(recipientOf(person, SECURITY)), {
      title: 'Passkey hinzugefügt',
      message: `Mit einem neuen Passkey kann man sich jetzt in Ihrem Konto anmelden. Wenn Sie das nicht waren, löschen Sie ihn ${IN_SETTINGS}`,
    });
  }

  function passkeyRemoved(person: Person): void {
    signInLog.record(person.id, 'passkey_removed');
    tell(person, passkeyRemovedMail(recipientOf(person, SECURITY)), {
      title: 'Passkey entfernt',
      message: `Ein Passkey Ihres Kontos wurde entfernt. ${NOT_YOU}`,
    });
  }

  function identityLinked(person: Person, provider: string): void {
    signInLog.record(person.id, 'identity_linked');
    tell(person, identityLinkedMail({ ...recipientOf(person, SECURITY), provider }), {
      title: 'Zugang verbunden',
      message: `Mit einem Zugang von ${provider} kann man sich jetzt in Ihrem Konto anmelden. Wenn Sie das nicht waren, trennen Sie ihn ${IN_SETTINGS}`,
    });
  }

  function identityUnlinked(person: Person, provider: string): void {
    signInLog.record(person.id, 'identity_unlinked');
    tell(person, identityUnlinkedMail({ ...recipientOf(person, SECURITY), provider }), {
      title: 'Zugang getrennt',
      message: `Der Zugang von ${provider} öffnet Ihr Konto nicht mehr. ${NOT_YOU}`,
    });
  }

  /** Only of devices and networks that this account was never used from, and never of its very first login. */
  function signedIn(person: Person, from: { userAgent: string | null; address: string | null }): void {
    const at = deps.clock.now();
    signInLog.record(person.id, 'signed_in');
    outbox.run(async () => {
      const mark = markOf(deps.secret, person.id, from);
      if ((await rememberDevice(deps.database.db, { userId: person.id, mark, at })) !== 'new') return;
      const device = deviceName(from.userAgent);
      tell(person, newSignInMail({ ...recipientOf(person, SECURITY), device, at }), {
        title: 'Neue Anmeldung',
        message: `Anmeldung von einem neuen Gerät oder aus einem neuen Netz: ${device}. ${NOT_YOU_EITHER_WAY}`,
      });
    });
  }

  const plugin = {
    id: 'security-news',
    hooks: {
      after: [
        {
          matcher: () => true,
          handler: createAuthMiddleware(async (ctx) => {
            const { path, context } = ctx;
            const started = context.newSession;
            const before = context.session?.user;
            // The way on to a page is thrown like a failure.
            const hasFailed = isAPIError(context.returned) && context.returned.statusCode >= 400;
            const { name } = context.authCookies.sessionToken;
            if (!hasFailed && (started || takesCookie(name, context.responseHeaders)))
              await endReplacedSession(ctx, started?.session.token);
            if (path === '/change-password' && before && !isAPIError(context.returned))
              passwordChanged(before, 'password_changed');
            if (!started) return;
            const { user, session } = started;
            // One that replaces another one is no login.
            if (before?.id !== user.id) {
              signedIn(user, { userAgent: session.userAgent ?? null, address: session.ipAddress ?? null });
              return;
            }
            const isOn = user.twoFactorEnabled === true;
            if (isOn !== (before.twoFactorEnabled === true)) secondFactorChanged(user, isOn);
          }),
        },
      ],
    },
  } satisfies BetterAuthPlugin;

  return {
    passwordChanged,
    emailChanged,
    emailChangeUndone,
    backupCodeUsed,
    passkeyAdded,
    passkeyRemoved,
    identityLinked,
    identityUnlinked,
    plugin,
  };
}

/**
 * Who signs in again in the same browser would leave a session behind that nobody sees there any more. Its open tabs are not told:
 * they would ask with the old cookie, before the answer brings the new one. Their live connections end within seconds.
 */
async function endReplacedSession(ctx: GenericEndpointContext, token: string | undefined): Promise<void> {
  const { name } = ctx.context.authCookies.sessionToken;
  const before = await ctx.getSignedCookie(name, ctx.context.secret);
  if (!before || before === token) return;
  await ctx.context.adapter.deleteMany({ model: 'session', where: [{ field: 'token', value: before }] });
}

/** As a login does whose code is still to come: it begins no session yet, and the browser keeps nothing of the one before. */
function takesCookie(name: string, headers: Headers | undefined): boolean {
  return headers?.getSetCookie().some((cookie) => cookie.startsWith(`${name}=;`)) === true;
}

/** From here on new ones are worth a hint. */
const FEW_BACKUP_CODES = 3;
const FORGOT_PASSWORD = '/forgot-password';
const IMPRINT = '/impressum';
const SECURITY = '/dashboard/settings?ansicht=sicherheit';
const RESET_IT =
  'Wenn Sie das nicht waren, fordern Sie gleich auf der Anmeldeseite ein neues Passwort an. Danach sind alle Geräte abgemeldet.';
/**
 * Nobody gets a new password by themselves without mail, nor where the mail goes to somebody else's address; and no password
 * helps against somebody else's code.
 */
const ASK_THE_OPERATOR =
  'Wenn Sie das nicht waren, schreiben Sie gleich dem Betreiber. Die Anschrift steht im Impressum.';
/** Neither a new password nor the end of all sessions takes a passkey or a connected login away. */
const IN_SETTINGS =
  'gleich in den Einstellungen unter „Sicherheit“, ändern Sie dort Ihr Passwort und melden Sie alle Geräte ab.';
const NOT_YOU = 'Wenn Sie das nicht waren, ändern Sie gleich Ihr Passwort und melden Sie alle Geräte ab.';
/** Nobody says whether it was by the password. */
const NOT_YOU_EITHER_WAY = `Wenn Sie das nicht waren, entfernen Sie Passkeys und verbundene Zugänge, die Sie nicht kennen, ${IN_SETTINGS}`;
