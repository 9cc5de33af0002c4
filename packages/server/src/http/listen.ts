import type { RequestListener, Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { createAdaptorServer } from '@hono/node-server';
import type { App } from './app-env.ts';

const IDLE_SWEEP_MS = 50;
/** For bodies that nobody reads. Longer than those may take that are read: they get a sentence. */
const REQUEST_LIMIT_MS = 330_000;

/**
 * Requests of one connection that wait for their answers. Browsers and proxies send one at a time, and perhaps
 * the next while the end of an answer is on its way. Node hands all of them over that came in one piece, a
 * thousand at once, and each has its file open and a piece of it in memory until its turn to be sent.
 */
const MOST_UNANSWERED = 8;

export interface ListenOptions {
  readonly host: string;
  /** 0 lets the system choose. */
  readonly port: number;
  /** How long a connection stays open on which nothing is asked. */
  readonly keepAliveSeconds: number;
  /** The settings that say host and port, for the sentence. */
  readonly names?: SettingNames;
}

interface SettingNames {
  readonly host: string;
  readonly port: string;
}

export interface Listening {
  /** The port that was taken. */
  readonly port: number;
  /** From now on each answer ends its connection: a balancer asks for a new one, somewhere else. */
  partFromClients(): void;
  /** Takes no new requests and resolves when the running ones are answered, or after `patienceMs`. */
  close(patienceMs: number): Promise<void>;
}

/** Starts to listen. Rejects with one clear sentence when the address cannot be had. */
export async function listen(
  app: App,
  { host, port, keepAliveSeconds, names = { host: 'HOST', port: 'PORT' } }: ListenOptions,
): Promise<Listening> {
  const server = createAdaptorServer({
    fetch: app.fetch,
    overrideGlobalObjects: false,
    serverOptions: {
      requestTimeout: REQUEST_LIMIT_MS,
      headersTimeout: 20_000,
      keepAliveTimeout: keepAliveSeconds * 1000,
    },
  }) as Server;
  boundPipelines(server);
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(explain(error, host, port, names)),
    );
    server.listen(port, host, resolve);
  });
  const idle = watchIdle(server);
  let isParting = false;
  // Before the application hears of the request, which may answer it at once.
  server.prependListener('request', (_request, response) => {
    response.shouldKeepAlive &&= !isParting;
  });
  return {
    port: (server.address() as AddressInfo).port,
    partFromClients: () => {
      isParting = true;
    },
    close: async (patienceMs) => {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      const closeIdle = () => {
        for (const socket of idle) socket.destroy();
      };
      closeIdle();
      // A connection becomes idle when its last answer has ended.
      const sweep = setInterval(closeIdle, IDLE_SWEEP_MS);
      const impatience = setTimeout(() => server.closeAllConnections(), patienceMs);
      await closed;
      clearInterval(sweep);
      clearTimeout(impatience);
    },
  };
}

/** Closes connections on which too much is asked before it is answered. */
function boundPipelines(server: Server): void {
  const answer = server.listeners('request') as RequestListener[];
  server.removeAllListeners('request');
  const unanswered = new WeakMap<Socket, number>();
  const count = (socket: Socket, change: 1 | -1) => {
    const now = (unanswered.get(socket) ?? 0) + change;
    unanswered.set(socket, now);
    return now;
  };
  server.on('request', (request, response) => {
    const { socket } = request;
    if (count(socket, 1) > MOST_UNANSWERED) {
      socket.destroy();
      return;
    }
    response.once('close', () => count(socket, -1));
    for (const listener of answer) listener(request, response);
  });
}

/**
 * The connections on which nothing is asked or answered. Node's own list lacks those that have
 * not asked anything yet and those whose answer was broken off by the client.
 */
function watchIdle(server: Server): ReadonlySet<Socket> {
  const idle = new Set<Socket>();
  server.on('connection', (socket) => {
    idle.add(socket);
    socket.once('close', () => idle.delete(socket));
  });
  server.on('request', ({ socket }, response) => {
    idle.delete(socket);
    response.once('close', () => {
      if (!socket.destroyed) idle.add(socket);
    });
  });
  return idle;
}

function explain(
  error: NodeJS.ErrnoException,
  host: string,
  port: number,
  names: SettingNames,
): Error {
  if (error.code === 'EADDRINUSE') {
    return new Error(
      `Port ${port} is taken by another program. Stop it, or choose another port: ${names.port}=${port + 1} npm start`,
    );
  }
  if (error.code === 'EACCES') {
    return new Error(
      `Port ${port} is not allowed for this user. Choose one above 1023: ${names.port}=3000`,
    );
  }
  if (error.code === 'EADDRNOTAVAIL' || error.code === 'ENOTFOUND') {
    return new Error(
      `This machine has no address "${host}". Set ${names.host} to 127.0.0.1 or 0.0.0.0.`,
    );
  }
  return error;
}
