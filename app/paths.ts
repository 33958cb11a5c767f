import { href } from 'react-router';

type Query = Readonly<Record<string, string>>;

const withQuery = (path: string, query: Query): string => {
  const text = new URLSearchParams(query).toString();
  return text ? `${path}?${text}` : path;
};
type Entity = { id: string };

/** Every address that the app links to. The compiler checks them against app/routes.ts. */
export const paths = {
  home: href('/'),
  unauthorized: href('/unauthorized'),
  terms: href('/terms'),
  privacy: href('/privacy'),
  pitchTrek: href('/national-pitch-trek'),
  publicPrograms: href('/national-pitch-trek/programs'),
  publicProgram: ({ id }: Entity) => href('/national-pitch-trek/programs/:id', { id }),
  records: href('/national-pitch-trek/record'),
  record: ({ id }: Entity) => href('/national-pitch-trek/programs/:id/record', { id }),
  /** Where the proposal with this receipt number stands in it. */
  recordOf: ({ id }: Entity, receipt: string) =>
    `${withQuery(href('/national-pitch-trek/programs/:id/record', { id }), { receipt })}#yours`,
  programQuestions: ({ id }: Entity) => href('/national-pitch-trek/programs/:id/questions', { id }),
  eligibility: ({ id }: Entity) => href('/national-pitch-trek/programs/:id/can-you-apply', { id }),
  makingPdf: href('/making-a-pdf'),
  /** What to do about a file that was refused. */
  refusedPdf: `${href('/making-a-pdf')}#refused`,
  publicPosts: ({ category }: { category: string }) => href('/post/:category', { category }),
  publicPost: ({ category, slug }: { category: string; slug: string }) =>
    href('/post/:category/:slug', { category, slug }),

  receipts: href('/receipts'),
  receipt: ({ number }: { number: string }) => href('/receipts/:number', { number }),

  contact: href('/contact-us'),
  createTestimonial: href('/create-testimonials'),
  content: href('/content'),
  feed: href('/feed.xml'),
  /** The link preview's picture of the page at this path: server/pages/og-images.ts. */
  preview: (path: string) => href('/preview/*', { '*': `${path.slice(1) || 'home'}.png` }),
  story: ({ slug }: { slug: string }) => href('/stories/:slug', { slug }),

  login: href('/login'),
  /** `next`: where to continue afterwards. */
  loginThen: (next: string) => withQuery(href('/login'), { next }),
  withNext: (path: string, next: string) => withQuery(path, { next }),
  loginCode: withQuery(href('/otp'), { purpose: 'login' }),
  register: href('/register'),
  forgotPassword: href('/forgot-password'),
  resetPassword: href('/reset-password'),
  invitation: ({ token }: { token: string }) => href('/invitation/:token', { token }),
  judgeInvitation: ({ token }: { token: string }) => href('/judge-invitation/:token', { token }),

  dashboard: href('/dashboard'),
  availablePrograms: href('/dashboard/available-programs'),
  submitForm: href('/dashboard/applicant/submit'),
  submitProposal: ({ programId }: { programId: string }) =>
    withQuery(href('/dashboard/applicant/submit'), { programId }),
  /** One that somebody else shares with its reader. */
  sharedDraft: ({ draftId }: { draftId: string }) =>
    withQuery(href('/dashboard/applicant/submit'), { draftId }),
  ownProposals: href('/dashboard/applicant/proposals'),
  ownProposal: ({ id }: Entity) => href('/dashboard/applicant/view-proposal/:id', { id }),
  /** Right after submitting. */
  sentProposal: ({ id }: Entity) =>
    withQuery(href('/dashboard/applicant/view-proposal/:id', { id }), { sent: '1' }),
  editProposal: ({ id }: Entity) => href('/dashboard/applicant/edit-proposal/:id', { id }),
  applicantProfile: href('/dashboard/profile'),
  editApplicantProfile: href('/dashboard/edit-profile'),

  judging: href('/dashboard/judging'),
  interests: href('/dashboard/judging/interests'),
  judgingRound: ({ id }: Entity, query: Query = {}) =>
    withQuery(href('/dashboard/judging/:roundId', { roundId: id }), query),
  pitch: ({ id }: Entity) => href('/dashboard/judging/:roundId/pitch', { roundId: id }),
  review: ({ roundId, id }: { roundId: string; id: string }) =>
    href('/dashboard/judging/:roundId/:reviewId', { roundId, reviewId: id }),

  submissions: (filters: Query = {}) => withQuery(href('/dashboard/admin/submissions'), filters),
  submission: ({ id }: Entity, query: Query = {}) =>
    withQuery(href('/dashboard/admin/view-proposal/:id', { id }), query),
  paperReceipt: ({ id }: Entity) => href('/dashboard/admin/view-proposal/:id/receipt', { id }),
  /** Without a program, it is chosen there. */
  onBehalf: (start: { programId?: string; applicantId?: string }) =>
    withQuery(href('/dashboard/admin/on-behalf'), start),
  correctEntry: ({ id }: Entity) =>
    withQuery(href('/dashboard/admin/on-behalf'), { proposalId: id }),
  report: (filters: Query = {}) => withQuery(href('/dashboard/admin/report'), filters),
  declineTemplates: href('/dashboard/admin/decline-reasons'),
  labels: href('/dashboard/admin/labels'),
  programs: href('/dashboard/admin/manage-proposals'),
  createProgram: href('/dashboard/admin/manage-proposals/create'),
  /** Where its decisions are announced. */
  editProgram: ({ id }: Entity) => href('/dashboard/admin/proposals/:id/edit', { id }),
  announcing: ({ id }: Entity) =>
    `${href('/dashboard/admin/proposals/:id/edit', { id })}?part=announcement`,
  season: ({ id }: Entity) => href('/dashboard/admin/proposals/:id/season', { id }),
  editQuestions: ({ id }: Entity) => href('/dashboard/admin/program-questions/:id', { id }),
  posts: (filters: Query = {}) => withQuery(href('/dashboard/admin/manage-post'), filters),
  createPost: href('/dashboard/admin/create-post'),
  post: ({ id }: Entity) => href('/dashboard/admin/post/:id/view', { id }),
  editPost: ({ id }: Entity) => href('/dashboard/admin/post/:id/edit', { id }),
  faqs: href('/dashboard/admin/manage-faqs'),
  createFaq: href('/dashboard/admin/create-faq'),
  editFaq: ({ id }: Entity) => href('/dashboard/admin/faq/:id/edit', { id }),
  enquiries: (filters: Query = {}) => withQuery(href('/dashboard/admin/enquiries'), filters),
  enquiry: ({ id }: Entity) => href('/dashboard/admin/enquiries/:id', { id }),
  testimonials: (filters: Query = {}) => withQuery(href('/dashboard/admin/testimonials'), filters),
  testimonial: ({ id }: Entity) => href('/dashboard/admin/testimonial/view/:id', { id }),
  editTestimonial: ({ id }: Entity) => href('/dashboard/admin/testimonial/edit/:id', { id }),
  notice: href('/dashboard/admin/notice'),
  mailings: href('/dashboard/admin/mailings'),
  /** `query`: the filters of a list, to write to its applicants. */
  createMailing: (query: Query = {}) => withQuery(href('/dashboard/admin/mailings/create'), query),
  mailing: ({ id }: Entity) => href('/dashboard/admin/mailings/:id', { id }),
  mailTemplates: href('/dashboard/admin/mail-templates'),
  createMailTemplate: href('/dashboard/admin/mail-templates/create'),
  editMailTemplate: ({ id }: Entity) => href('/dashboard/admin/mail-templates/:id/edit', { id }),
  mail: (filters: Query = {}) => withQuery(href('/dashboard/admin/mail'), filters),
  audit: (filters: Query = {}) => withQuery(href('/dashboard/admin/audit'), filters),
  users: (filters: Query = {}) => withQuery(href('/dashboard/admin/users'), filters),
  user: ({ id }: Entity) => href('/dashboard/admin/users/:id', { id }),
  createAdmin: href('/dashboard/admin/create'),
  judges: (filters: Query = {}) => withQuery(href('/dashboard/admin/judges'), filters),
  inviteJudge: href('/dashboard/admin/judges/invite'),
  judge: ({ id }: Entity) => href('/dashboard/admin/judges/:id', { id }),
  editJudge: ({ id }: Entity) => href('/dashboard/admin/judges/:id/edit', { id }),
  rounds: (filters: Query = {}) => withQuery(href('/dashboard/admin/rounds'), filters),
  createRound: (start: Query = {}) => withQuery(href('/dashboard/admin/rounds/create'), start),
  round: ({ id }: Entity, query: Query = {}) =>
    withQuery(href('/dashboard/admin/rounds/:id', { id }), query),
  runRound: ({ id }: Entity) => href('/dashboard/admin/rounds/:id/run', { id }),
  wall: ({ id }: Entity) => href('/dashboard/admin/rounds/:id/wall', { id }),
  roundSheets: ({ id }: Entity) => href('/dashboard/admin/rounds/:id/sheets', { id }),
  adminProfile: href('/dashboard/my-profile'),
  editAdminProfile: href('/dashboard/edit-my-profile'),
};

/** `step` in the address of a proposal's form: the specified fields and the documents. */
export const FIRST_STEP = '';

/**
 * The named parameters, without empty ones: for a call of the API, or to carry over into a link.
 */
export function pickParameters(
  search: URLSearchParams,
  names: readonly string[],
): Record<string, string> {
  const pairs = names.map((name) => [name, search.get(name)?.trim() ?? ''] as const);
  return Object.fromEntries(pairs.filter(([, value]) => value !== ''));
}
