/**
 * The screens that open offline, as literals: the worker cannot afford the router behind
 * app/paths.ts. A test compares them with it. Documents are the same for every id, which is `-`.
 */
export const OFFLINE_SCREENS = {
  applicant: [
    '/dashboard',
    '/dashboard/available-programs',
    '/dashboard/applicant/submit',
    '/dashboard/applicant/proposals',
    '/dashboard/profile',
    '/dashboard/applicant/view-proposal/-',
    '/dashboard/applicant/edit-proposal/-',
  ],
  judge: [
    '/dashboard',
    '/dashboard/judging',
    '/dashboard/judging/interests',
    '/dashboard/profile',
    '/dashboard/judging/-',
    '/dashboard/judging/-/-',
  ],
} as const;

/** A query of the worker's address: which role's screens it keeps; without it, applicants'. */
export const FOR_JUDGES = '?for=judge';
