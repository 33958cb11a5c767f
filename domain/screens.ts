/**
 * The screens that mails and the server's own pages link to. The app's paths (app/paths.ts) need
 * its router, which the server does not load; a test compares the two.
 */
type Entity = { id: string };

export const SCREENS = {
  login: '/login',
  forgotPassword: '/forgot-password',
  dashboard: '/dashboard',
  applicantProfile: '/dashboard/profile',
  adminProfile: '/dashboard/my-profile',
  /** A draft that others share with its reader. */
  sharedDraft: ({ draftId }: { draftId: string }) =>
    `/dashboard/applicant/submit?draftId=${draftId}`,
  submitProposal: ({ programId }: { programId: string }) =>
    `/dashboard/applicant/submit?programId=${programId}`,
  ownProposal: ({ id }: Entity) => `/dashboard/applicant/view-proposal/${id}`,
  submission: ({ id }: Entity) => `/dashboard/admin/view-proposal/${id}`,
  enquiry: ({ id }: Entity) => `/dashboard/admin/enquiries/${id}`,
  season: ({ id }: Entity) => `/dashboard/admin/proposals/${id}/season`,
  receipt: ({ number }: { number: string }) => `/receipts/${number}`,
  judgeInvitation: ({ token }: { token: string }) => `/judge-invitation/${token}`,
  invitation: ({ token }: { token: string }) => `/invitation/${token}`,
  judging: '/dashboard/judging',
} as const;

/** An admin's own proposals in the list of submissions. */
export const OWN_QUEUE = '/dashboard/admin/submissions?assigned_to=me';

/** Of judging; see above. */
export const JUDGING_SCREENS = {
  judges: '/dashboard/admin/judges',
  round: ({ id }: Entity) => `/dashboard/admin/rounds/${id}`,
  record: ({ id }: Entity) => `/national-pitch-trek/programs/${id}/record`,
} as const;
