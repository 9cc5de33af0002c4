/** What PostgreSQL calls a row that refers to one that is not there. */
const FOREIGN_KEY_VIOLATION = '23503';

/** As drizzle-kit names what refers to an account. */
const REFERS_TO_USER = /_user_id_users_id_fk$/;

/**
 * Whether a row was not entered because its account was deleted since it was looked at; drizzle wraps the
 * reason in causes.
 */
export function isAccountGone(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (!('code' in cause && cause.code === FOREIGN_KEY_VIOLATION)) continue;
    return 'constraint' in cause && REFERS_TO_USER.test(String(cause.constraint));
  }
  return false;
}
