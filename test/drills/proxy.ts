// A network between the servers and PostgreSQL that can go silent, as networks do: nothing is refused, nothing comes.
import { connect, createServer, type Socket } from 'node:net';

export type Network = {
  /** The address of the database as it is reached through this network. */
  url: string;
  /** What the servers send still arrives; what PostgreSQL answers is lost. */
  loseAnswers(): void;
  /** Nothing arrives any more, in either direction; new connections are accepted and stay silent. */
  goSilent(): void;
  /** New connections work. The old ones stay silent for ever, as behind a router that has forgotten them. */
  heal(): void;
  close(): Promise<void>;
};

type Pair = { inner: Socket; outer: Socket; forgotten: boolean };

export async function openNetwork(databaseUrl: string): Promise<Network> {
  const target = new URL(databaseUrl);
  let answersLost = false;
  let silent = false;
  const pairs = new Set<Pair>();

  const server = createServer((inner) => {
    const outer = connect(Number(target.port), target.hostname);
    const pair: Pair = { inner, outer, forgotten: false };
    pairs.add(pair);
    const end = () => {
      // Anyone who is cut off in a silent network does not hear of it.
      if (silent || answersLost || pair.forgotten) return;
      pairs.delete(pair);
      inner.destroy();
      outer.destroy();
    };
    inner.on('data', (chunk) => {
      if (!silent && !pair.forgotten) outer.write(chunk);
    });
    outer.on('data', (chunk) => {
      if (!silent && !answersLost && !pair.forgotten) inner.write(chunk);
    });
    for (const socket of [inner, outer]) {
      socket.on('error', end);
      socket.on('close', end);
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const url = new URL(databaseUrl);
  url.port = String(typeof address === 'object' ? address?.port : '');
  return {
    url: url.href,
    loseAnswers: () => {
      answersLost = true;
    },
    goSilent: () => {
      silent = true;
    },
    heal: () => {
      answersLost = false;
      silent = false;
      for (const pair of pairs) pair.forgotten = true;
    },
    close: () => {
      for (const { inner, outer } of pairs) {
        inner.destroy();
        outer.destroy();
      }
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}
