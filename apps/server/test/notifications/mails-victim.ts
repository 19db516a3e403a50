// A replica in a process of its own, made to be killed while it sends: node mails-victim.ts DATABASE_URL SMTP_URL TIME
import { pino } from 'pino';
import { createNotificationMailer } from '../../src/modules/notifications/index.ts';
import { createSmtpMail } from '../../src/platform/mail/create-mail.ts';
import { createServerFixture } from '../server-fixture.ts';

const [url = '', smtpUrl = '', time = ''] = process.argv.slice(2);
const fixture = await createServerFixture({ url });
fixture.clock.set(new Date(time));
createNotificationMailer({
  ...fixture,
  mail: createSmtpMail({ url: smtpUrl, from: 'Botdepot <post@botdepot.example>' }),
  log: pino({ level: 'silent' }),
  brandName: 'Botdepot',
  baseUrl: 'https://botdepot.example',
}).start();
// Until somebody ends it; the mailer's own timer keeps no process alive.
setInterval(() => undefined, 60_000);
