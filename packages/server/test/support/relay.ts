import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A network between the server and its database. */
export interface Relay {
  /** Connection string of the same database, through the relay. */
  readonly url: string;
  /** How many bytes came from our side since the silence began. */
  readonly unanswered: number;
  /** From now on nothing passes on the connections that there are, and nobody is told. */
  fallSilent(): void;
  /** Breaks the connections that there are. */
  cut(): void;
  close(): Promise<void>;
}

/** Passes everything on to the PostgreSQL that `url` names. */
export async function startRelay(url: string): Promise<Relay> {
  const { host, port } = addressOf(url);
  const pairs = new Map<Socket, Socket>();
  let unanswered = 0;
  const server = createServer((near) => {
    const far = connect(
      host.startsWith('/') ? { path: `${host}/.s.PGSQL.${port}` } : { host, port },
    );
    pairs.set(near, far);
    near.pipe(far);
    far.pipe(near);
    near.once('close', () => {
      pairs.delete(near);
      far.destroy();
    });
    far.once('close', () => near.destroy());
    for (const socket of [near, far]) socket.on('error', () => {});
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port: own } = server.address() as AddressInfo;
  return {
    url: withAddress(url, own),
    get unanswered() {
      return unanswered;
    },
    fallSilent: () => {
      unanswered = 0;
      for (const [near, far] of pairs) {
        near.unpipe(far);
        far.unpipe(near);
        near.on('data', ({ length }) => {
          unanswered += length;
        });
        near.resume();
      }
    },
    cut: () => {
      for (const near of pairs.keys()) near.destroy();
    },
    close: async () => {
      for (const near of pairs.keys()) near.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

/** The bundled database's connection string has its address behind the question mark. */
function addressOf(url: string): { readonly host: string; readonly port: number } {
  const { searchParams } = new URL(url.replace('@/', '@none/'));
  return { host: searchParams.get('host') ?? '', port: Number(searchParams.get('port')) };
}

function withAddress(url: string, port: number): string {
  const address = new URLSearchParams({ host: '127.0.0.1', port: String(port) });
  return url.replace(/\?.*$/, `?${address}`);
}
