/** The query key of everything about the users that an admin sees. */
export const adminUsersKey = ['admin-users'] as const;
