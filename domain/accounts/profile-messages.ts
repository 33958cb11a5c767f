/** spec §8.1: sentences about the session and one's own profile that every screen may show. */

export const SESSION = {
  expired: 'Your session has expired. Please log in again.',
  loggedOut: 'You have been logged out.',
  noProfile: 'Unauthorized. No profile found.',
  missingToken: 'Authentication token not found',
} as const;

export const PROFILE = {
  noAccessToken: 'No access token found.',
  fetchFailed: 'Failed to fetch user',
  noToken: 'No authentication token found',
  updateFailed: 'Profile update failed',
  done: 'Profile updated successfully!',
  failed: 'Failed to update profile.',
  wrong: 'Something went wrong. Please try again.',
  empty: 'No profile data found.',
} as const;
