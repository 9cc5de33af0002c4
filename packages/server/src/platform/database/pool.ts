import pg from 'pg';

/** What pg says of a query that was not answered within `query_timeout`. */
const UNANSWERED = 'Query read timeout';

/**
 * A pool that parts with a connection as soon as it breaks, or leaves a query unanswered for
 * `query_timeout`, whoever holds it; `onLost` hears of it. pg leaves that to the holder, and drizzle
 * does not give back what it wanted to begin a transaction on: the pool would go without that
 * connection for ever.
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
    breakIfUnanswered(client);
  });
  return pool;
}

/** Its holder may do so, too, and pg bears it once. */
function giveBack(client: pg.PoolClient, error: Error): void {
  const { release } = client;
  client.release = () => {};
  release(error);
}

/**
 * pg gives up the query and leaves it on its connection, where all later ones wait behind it. Those
 * that come with a callback are the pool's own, which sees to it.
 */
function breakIfUnanswered(client: pg.PoolClient): void {
  const ask = client.query.bind(client) as (...query: unknown[]) => unknown;
  const watch = (...query: unknown[]) => {
    const answer = ask(...query);
    if (answer instanceof Promise) {
      answer.catch((error: Error) => {
        if (error.message === UNANSWERED) client.connection.stream.destroy(error);
      });
    }
    return answer;
  };
  client.query = watch as typeof client.query;
}
