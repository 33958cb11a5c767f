/**
 * The screens that open offline, as literals: the worker cannot afford the router behind
 * app/paths.ts. A test compares them with it.
 */
export const OFFLINE_SCREENS = [
  '/dashboard',
  '/dashboard/available-programs',
  '/dashboard/applicant/submit',
  '/dashboard/applicant/proposals',
  '/dashboard/profile',
];
/** Their documents are the same for every id. */
export const OFFLINE_SCREENS_BY_ID = [
  '/dashboard/applicant/view-proposal/',
  '/dashboard/applicant/edit-proposal/',
];
