import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';

/** The app behind a real HTTP server, for what a request made inside the process cannot show. */
export async function listen(api: {
  fetch(request: Request, connection?: object): Response | Promise<Response>;
}): Promise<{ port: number; connections(): Promise<number>; close(): Promise<void> }> {
  // As `startServer` does it.
  const server = createServer(
    getRequestListener((request, connection) => api.fetch(request, connection), {
      overrideGlobalObjects: false,
    }),
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    port,
    connections: () =>
      new Promise((resolve, reject) =>
        server.getConnections((error, count) => (error ? reject(error) : resolve(count))),
      ),
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}
