/** What forms still have to write or send while somebody is logged in: a logout waits for it. */
export const beforeLogout = new Set<() => unknown>();
