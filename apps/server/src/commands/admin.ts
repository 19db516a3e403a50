// npm run admin -- create EMAIL | list | reset-second-factor EMAIL
import { randomBytes, randomInt } from 'node:crypto';
import { ADMIN_FIELD_WORDS, ADMIN_FIELDS, type AdminField, FOUR_EYES } from '@botdepot/contract';
import { z } from 'zod';
import {
  countOtherAdmins,
  createAuth,
  findUserByEmail,
  listAdmins,
  normalizeEmail,
  promoteToAdmin,
  resetSecondFactor,
} from '../modules/identity/index.ts';
import { notify } from '../modules/notifications/index.ts';
import { readFourEyes } from '../modules/wallet/index.ts';
import type { Config } from '../platform/config.ts';
import type { Database } from '../platform/database.ts';
import { createLocalBus } from '../platform/live-bus.ts';
import { createLog } from '../platform/log.ts';
import { createMail } from '../platform/mail/create-mail.ts';
import { createWorkRunner, newId, systemActor, systemClock } from '../platform/work.ts';
import { type Command, readCommandConfig, reportFailure, withCommandDatabase } from './command.ts';

const USAGE = `Aufruf:
  npm run admin -- create EMAIL   legt ein Administratorkonto an oder macht ein bestehendes Konto dazu
                  [--field FELD]  all (alles, so ohne Angabe), support (nur Chats), review (nur Ein- und
                                  Auszahlungen) oder audit (nur lesen); ändert auch den Bereich eines Administrators
  npm run admin -- list           zeigt alle Administratoren
  npm run admin -- reset-second-factor EMAIL
                                  schaltet die Anmeldung in zwei Schritten aus und beendet alle Sitzungen`;

export const run: Command = (args, env = process.env) => admin(args, env).catch(reportFailure);

if (import.meta.main) process.exitCode = await run(process.argv.slice(2));

async function admin(
  [command, email, option, ...more]: readonly string[],
  env: NodeJS.ProcessEnv,
): Promise<number> {
  const field = readField(option, more);
  if (field === null || (field !== undefined && command !== 'create')) {
    console.error(USAGE);
    return 2;
  }
  const address = z.email().safeParse(normalizeEmail(email ?? ''));
  const forOne = command === 'create' ? createAdmin : command === 'reset-second-factor' ? resetFactor : null;
  if ((forOne && !address.success) || (!forOne && command !== 'list')) {
    console.error(forOne ? `„${email ?? ''}“ ist keine E-Mail-Adresse.\n${USAGE}` : USAGE);
    return 2;
  }
  const config = readCommandConfig(env);
  const log = createLog('warn');
  const problem = await withCommandDatabase(config, log, (database) =>
    forOne && address.success ? forOne(config, database, address.data, field) : printAdmins(database),
  );
  if (problem !== undefined) console.error(problem);
  return problem === undefined ? 0 : 1;
}

/** `--field support` or `--field=support`; undefined where nothing is said, null for anything else. */
function readField(option: string | undefined, more: readonly string[]): AdminField | undefined | null {
  if (option === undefined) return undefined;
  const [name, value, ...rest] = [...option.split('='), ...more];
  const field = ADMIN_FIELDS.find((one) => one === value);
  return name === '--field' && rest.length === 0 ? (field ?? null) : null;
}

/** Returns why not, for whoever typed it. */
async function createAdmin(
  config: Config,
  database: Database,
  email: string,
  given: AdminField | undefined,
): Promise<string | undefined> {
  const existing = await findUserByEmail(database.db, email);
  if (existing?.lockedAt) return `${email} ist gesperrt. Heben Sie die Sperre erst in der Verwaltung auf.`;
  // Anyone who says no field leaves that of an admin as it is.
  const field = given ?? existing?.adminField ?? 'all';
  const { label } = ADMIN_FIELD_WORDS[field];
  if (existing?.adminField === field) {
    console.log(`${email} ist schon Administrator, Bereich: ${label}.`);
    return undefined;
  }
  if (field !== 'all' && (await countOtherAdmins(database.db, existing?.id)) === 0)
    return 'Mindestens ein Administrator muss alles dürfen. Legen Sie erst einen ohne --field an.';
  const password = existing ? undefined : newPassword();
  if (password !== undefined) await createUser(config, database, email, password);

  const runWork = createWorkRunner({ database, bus: createLocalBus(), clock: systemClock });
  const waits = await runWork(systemActor(newId()), async (work) => {
    const user = await findUserByEmail(work.tx, email);
    if (!user) throw new Error(`${email} was deleted meanwhile`);
    await promoteToAdmin(work, user.id, field);
    const { admins } = await readFourEyes(work.tx, work.now);
    return admins.some(({ id, adminField, tooNew }) => id === user.id && adminField === 'all' && tooNew);
  });
  if (password === undefined)
    console.log(`${email} ist jetzt Administrator, Bereich: ${label}. Das Passwort bleibt unverändert.`);
  else
    console.log(
      `Administrator angelegt.\n  E-Mail:   ${email}\n  Bereich:  ${label}\n  Passwort: ${password}\nEs wird nur dieses eine Mal gezeigt.`,
    );
  if (waits)
    console.log(
      `Freigeben, was andere vorlegen, kann dieses Konto erst in ${FOUR_EYES.roleSettlesHours} Stunden.`,
    );
  return undefined;
}

/** Returns why not, for whoever typed it. */
async function resetFactor(config: Config, database: Database, email: string): Promise<string | undefined> {
  // The server looks into the queue every few seconds.
  const onMailsQueued = createMail(config).transport === 'none' ? undefined : () => undefined;
  const runWork = createWorkRunner({ database, bus: createLocalBus(), clock: systemClock, onMailsQueued });
  const problem = await runWork(systemActor(newId()), async (work) => {
    const user = await findUserByEmail(work.tx, email);
    if (!user) return `Es gibt kein Konto mit der Adresse ${email}.`;
    if (!(await resetSecondFactor(work, user))) return `${email} hat keinen zweiten Faktor.`;
    await notify(work, {
      event: 'security',
      userId: user.id,
      title: 'Anmeldung in zwei Schritten zurückgesetzt',
      message: `Der Betreiber hat die Anmeldung in zwei Schritten für Ihr Konto ausgeschaltet und alle Geräte abgemeldet. Das Passwort allein genügt jetzt. Entfernen Sie in den Einstellungen unter „Sicherheit“ Passkeys und verbundene Zugänge, die Sie nicht kennen, ändern Sie Ihr Passwort, wenn es jemand anderes kennen könnte, und richten Sie den zweiten Schritt dort neu ein.`,
      type: 'warning',
      subject: 'security',
      subjectId: null,
    });
    return undefined;
  });
  if (problem === undefined)
    console.log(
      `Die Anmeldung in zwei Schritten ist für ${email} ausgeschaltet, und alle Sitzungen sind beendet.`,
    );
  return problem;
}

/** An ordinary user first: the role is given by the one use case that audits it. */
async function createUser(
  config: Config,
  database: Database,
  email: string,
  password: string,
): Promise<void> {
  const log = createLog('warn');
  const auth = createAuth({
    config,
    database,
    log,
    mail: createMail(config),
    bus: createLocalBus(),
    clock: systemClock,
    // Nothing is signed here, so nothing needs the secret of the installation.
    secret: randomBytes(32).toString('base64url'),
    baseUrl: config.publicUrl ?? `http://localhost:${config.port}`,
    // The wallet opens with the first booking.
    onUserCreated: async () => undefined,
    onLoggedIn: async () => undefined,
    // What is created here is no news to anybody.
    onSecurityNotice: async () => undefined,
  });
  const name = email.slice(0, email.indexOf('@'));
  await auth.createUser({ email, name, password, role: 'user', demo: false });
}

async function printAdmins(database: Database): Promise<undefined> {
  const admins = await listAdmins(database.db);
  if (admins.length === 0) console.log('Es gibt noch keinen Administrator.');
  for (const admin of admins)
    console.log(
      `${admin.email}  ${ADMIN_FIELD_WORDS[admin.adminField ?? 'all'].label}  Konto seit ${dayInBerlin(admin.createdAt)}${admin.demo ? '  (Demo)' : ''}${admin.lockedAt ? '  (gesperrt)' : ''}`,
    );
}

/** As everywhere: the machine may stand in another zone. */
function dayInBerlin(at: Date): string {
  return at.toLocaleDateString('de-DE', { timeZone: 'Europe/Berlin' });
}

/** Twenty characters that nobody mistakes for one another, some 116 bits. */
function newPassword(): string {
  const alphabet = 'abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789';
  const group = () => Array.from({ length: 5 }, () => alphabet.charAt(randomInt(alphabet.length))).join('');
  return [group(), group(), group(), group()].join('-');
}
