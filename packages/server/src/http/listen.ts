import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createAdaptorServer } from '@hono/node-server';
import type { App } from './app-env.ts';

export interface Listening {
  /** The port that was taken: PORT=0 lets the system choose. */
  readonly port: number;
  /** Takes no new requests and resolves when the running ones are answered, or after `patienceMs`. */
  close(patienceMs: number): Promise<void>;
}

/** Starts to listen. Rejects with one clear sentence when the address cannot be had. */
export async function listen(app: App, host: string, port: number): Promise<Listening> {
  const server = createAdaptorServer({
    fetch: app.fetch,
    overrideGlobalObjects: false,
    serverOptions: { requestTimeout: 120_000, headersTimeout: 20_000, keepAliveTimeout: 5_000 },
  }) as Server;
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(explain(error, host, port)));
    server.listen(port, host, resolve);
  });
  return {
    port: (server.address() as AddressInfo).port,
    close: async (patienceMs) => {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeIdleConnections();
      const impatience = setTimeout(() => server.closeAllConnections(), patienceMs);
      await closed;
      clearTimeout(impatience);
    },
  };
}

function explain(error: NodeJS.ErrnoException, host: string, port: number): Error {
  if (error.code === 'EADDRINUSE') {
    return new Error(
      `Port ${port} is taken by another program. Stop it, or choose another port: PORT=${port + 1} npm start`,
    );
  }
  if (error.code === 'EACCES') {
    return new Error(`Port ${port} is not allowed for this user. Choose one above 1023: PORT=3000`);
  }
  if (error.code === 'EADDRNOTAVAIL' || error.code === 'ENOTFOUND') {
    return new Error(`This machine has no address "${host}". Set HOST to 127.0.0.1 or 0.0.0.0.`);
  }
  return error;
}
