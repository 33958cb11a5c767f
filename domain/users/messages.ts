/** spec §8: sentences about the accounts of others, which only admins' screens say. */
export const USERS = {
  unexpected: 'Unexpected response format from server.',
  fetchFailed: 'Failed to fetch users',
  roleFailed: 'Failed to change role.',
  statusFailed: 'Failed to toggle user status',
  roleDone: 'User role updated!',
  active: 'User is active!',
  inactive: 'User is inactive !',
  empty: 'No users found.',
} as const;
