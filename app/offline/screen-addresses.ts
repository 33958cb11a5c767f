/**
 * The screens that open without a line, spelt out: the worker cannot afford the router that
 * app/paths.ts comes from. A test holds them to it.
 */
export const SCREENS = [
  '/dashboard',
  '/dashboard/available-programs',
  '/dashboard/applicant/submit',
  '/dashboard/applicant/proposals',
  '/dashboard/profile',
];
/** Their documents are the same for every id. */
export const SCREENS_BY_ID = [
  '/dashboard/applicant/view-proposal/',
  '/dashboard/applicant/edit-proposal/',
];
