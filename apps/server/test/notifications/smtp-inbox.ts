import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';

export type ReceivedMail = { to: string; messageId: string; raw: string };

/** A mail server on this machine that keeps what it is given, can be made to refuse, and can go away and come back. */
export type SmtpInbox = {
  readonly url: string;
  readonly received: ReceivedMail[];
  /** Answers recipients with this code from now on; null accepts them again. */
  refuseRecipients(code: number | null): void;
  /** Runs after a message was taken and before that is said. */
  onTaken(listener: (() => Promise<void> | void) | null): void;
  goDown(): Promise<void>;
  comeBack(): Promise<void>;
};

export async function createSmtpInbox(): Promise<SmtpInbox> {
  const received: ReceivedMail[] = [];
  let refusal: number | null = null;
  let taken: (() => Promise<void> | void) | null = null;
  let server = listen();
  const port = await portOf(server);

  function listen(): SMTPServer {
    return new SMTPServer({
      disabledCommands: ['STARTTLS', 'AUTH'],
      // One that goes down does not wait for its clients.
      closeTimeout: 100,
      onRcptTo(_address, _session, done) {
        if (refusal === null) return done();
        return done(Object.assign(new Error('nobody@secret.example is unknown'), { responseCode: refusal }));
      },
      onData(stream, session, done) {
        const chunks: Buffer[] = [];
        stream.on('data', (chunk: Buffer) => chunks.push(chunk));
        stream.on('end', async () => {
          const raw = Buffer.concat(chunks).toString('utf8');
          const messageId = /^Message-ID: (\S+)/im.exec(raw)?.[1] ?? '';
          received.push({ to: session.envelope.rcptTo[0]?.address ?? '', messageId, raw });
          await taken?.();
          done();
        });
      },
    }).on('error', () => undefined);
  }

  return {
    url: `smtp://127.0.0.1:${port}`,
    received,
    refuseRecipients: (code) => {
      refusal = code;
    },
    onTaken: (listener) => {
      taken = listener;
    },
    goDown: () => new Promise((resolve) => server.close(() => resolve())),
    async comeBack() {
      server = listen();
      await portOf(server, port);
    },
  };
}

async function portOf(server: SMTPServer, port = 0): Promise<number> {
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', () => resolve()));
  // A server that listens on a TCP port has an address of this shape.
  return (server.server.address() as AddressInfo).port;
}
