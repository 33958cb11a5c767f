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
    '/dashboard/judging/-/pitch',
    '/dashboard/judging/-/-',
  ],
  admin: ['/dashboard/admin/rounds/-/run', '/dashboard/admin/rounds/-/wall'],
} as const;

/** Opens with the document that is kept, whatever the line says: it has no session either. */
export const KEPT_SCREENS: readonly string[] = [
  '/dashboard/judging/-/pitch',
  ...OFFLINE_SCREENS.admin,
];

/** A query of the worker's address: which role's screens it keeps; without it, applicants'. */
export const FOR_JUDGES = '?for=judge';
/** Only once a desk is made ready. */
export const FOR_ADMINS = '?for=admin';
