/**
 * For connections to the database that wait for long. A machine that loses its power or its
 * network says nothing. So after ten seconds the system asks whether the other side is there, ten
 * times a second apart; with pg's own `keepAlive` alone it would ask after two hours.
 */
export const KEEP_ALIVE = { keepAlive: true, keepAliveInitialDelayMillis: 10_000 } as const;

/** How long a new connection may take; one to an address that is silent takes minutes otherwise. */
export const CONNECT_PATIENCE_MS = 10_000;

/**
 * How long a query may take. What is sent to a machine that vanished is repeated by the system for a
 * quarter of an hour, and until then it does not ask whether the other side is there. Proxies wait
 * for an answer for a minute.
 */
export const QUERY_PATIENCE_MS = 30_000;

/**
 * When the database itself ends a statement: before we give it up. It would go on with it otherwise,
 * and keep the locks that others wait for, with nobody left to hear the answer.
 */
export const STATEMENT_LIMIT_MS = 25_000;
