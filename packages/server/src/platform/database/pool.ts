import pg from 'pg';

/**
 * A pool that parts with a connection as soon as it breaks, whoever holds it; `onLost` hears of it.
 * pg leaves that to the holder, and drizzle does not give back what it wanted to begin a
 * transaction on: the pool would go without that connection for ever.
 */
export function openPool(config: pg.PoolConfig, onLost: (error: Error) => void): pg.Pool {
  const pool = new pg.Pool(config);
  const held = new WeakSet<pg.PoolClient>();
  pool.on('acquire', (client) => held.add(client));
  pool.on('release', (_, client) => held.delete(client));
  // The pool replaces a connection that breaks, and who worked with it is told by the next query.
  // It listens to idle ones alone: an error of one at work that nobody hears ends the process.
  pool.on('error', () => {});
  pool.on('connect', (client) => {
    client.on('error', (error) => {
      onLost(error);
      if (held.has(client)) giveBack(client, error);
    });
  });
  return pool;
}

/** Its holder may do so, too, and pg bears it once. */
function giveBack(client: pg.PoolClient, error: Error): void {
  const { release } = client;
  client.release = () => {};
  release(error);
}
