/**
 * The screens that mails and the server's own pages link to. The app's paths (app/paths.ts) need
 * its router, which the server does not load; a test compares the two.
 */
type Named = { id: string };

export const SCREENS = {
  login: '/login',
  forgotPassword: '/forgot-password',
  dashboard: '/dashboard',
  applicantProfile: '/dashboard/profile',
  adminProfile: '/dashboard/my-profile',
  submitProposal: ({ programId }: { programId: string }) =>
    `/dashboard/applicant/submit?programId=${programId}`,
  ownProposal: ({ id }: Named) => `/dashboard/applicant/view-proposal/${id}`,
  submission: ({ id }: Named) => `/dashboard/admin/view-proposal/${id}`,
  enquiry: ({ id }: Named) => `/dashboard/admin/enquiries/${id}`,
  receipt: ({ number }: { number: string }) => `/receipts/${number}`,
  judgeInvitation: ({ token }: { token: string }) => `/judge-invitation/${token}`,
  judging: '/dashboard/judging',
} as const;

/** Of judging; see above. */
export const JUDGING_SCREENS = {
  judges: '/dashboard/admin/judges',
  round: ({ id }: Named) => `/dashboard/admin/rounds/${id}`,
  record: ({ id }: Named) => `/national-pitch-trek/programs/${id}/record`,
} as const;
