/** spec §8.1: what every screen may say of the session and of the own profile. */

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
