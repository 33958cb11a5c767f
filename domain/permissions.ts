/**
 * spec §6 as one table: who may do what. `own` narrows the query to the actor's own rows; it never
 * widens it.
 */

export type Actor = 'visitor' | 'applicant' | 'admin' | 'judge';
export type Grant = 'yes' | 'own' | 'no';

const nobody = { visitor: 'no', applicant: 'no', admin: 'no', judge: 'no' } as const;
const everybody = { visitor: 'yes', applicant: 'yes', admin: 'yes', judge: 'yes' } as const;
const signedIn = { ...nobody, applicant: 'own', admin: 'own', judge: 'own' } as const;
const applicants = { ...nobody, applicant: 'own' } as const;
const ownersAndAdmins = { ...nobody, applicant: 'own', admin: 'yes' } as const;
const ownOfAdmins = { ...nobody, admin: 'own' } as const;
const admins = { ...nobody, admin: 'yes' } as const;
const judges = { ...nobody, judge: 'own' } as const;
const judgesAndAdmins = { ...nobody, admin: 'yes', judge: 'own' } as const;

export const PERMISSIONS = {
  'faqs.list': everybody,
  'faqs.get': everybody,
  'faqs.create': admins,
  'faqs.update': admins,
  'faqs.delete': admins,
  'testimonials.list': everybody,
  'testimonials.get': everybody,
  'testimonials.create': everybody,
  'testimonials.update': admins,
  'posts.list': everybody,
  'posts.get': everybody,
  'posts.create': admins,
  'posts.update': admins,
  'posts.delete': admins,
  'enquiries.create': everybody,
  'enquiries.list': admins,
  'enquiries.get': admins,
  'enquiries.update': admins,
  'accounts.register': everybody,
  'accounts.login': everybody,
  'accounts.reset': everybody,
  'accounts.logout': signedIn,
  'profile.get': signedIn,
  'profile.update': signedIn,
  'profile.export': signedIn,
  'profile.close': signedIn,
  'sessions.list': signedIn,
  'sessions.end': signedIn,
  'factors.list': ownOfAdmins,
  'factors.create': ownOfAdmins,
  'factors.delete': ownOfAdmins,
  'factors.renewCodes': ownOfAdmins,
  'users.list': admins,
  'users.get': admins,
  'users.createAdmin': admins,
  'users.changeRole': admins,
  'users.changeStatus': admins,
  'users.resetFactors': admins,
  'users.listSessions': admins,
  'users.endSessions': admins,
  'programs.list': everybody,
  'programs.get': everybody,
  'programs.create': admins,
  'programs.update': admins,
  'programs.delete': admins,
  'proposals.submit': applicants,
  'uploads.describe': everybody,
  'uploads.create': applicants,
  'uploads.get': applicants,
  'uploads.update': applicants,
  'uploads.delete': applicants,
  'proposals.list': applicants,
  'proposals.get': applicants,
  'proposals.update': applicants,
  'proposals.delete': applicants,
  'proposals.ownDocument': applicants,
  'proposals.confirm': applicants,
  'proposals.timeline': ownersAndAdmins,
  'proposals.listAll': admins,
  'proposals.getAny': admins,
  'proposals.listSimilar': admins,
  'proposals.review': admins,
  'proposals.export': admins,
  'proposals.exportDocuments': admins,
  'proposals.anyDocument': admins,
  'drafts.list': applicants,
  'drafts.get': applicants,
  'drafts.save': applicants,
  'drafts.delete': applicants,
  'drafts.submit': applicants,
  'drafts.viewDocument': applicants,
  'receipts.get': everybody,
  'reminders.stop': everybody,
  'attempts.list': applicants,
  'attempts.listAll': admins,
  'notes.list': admins,
  'notes.create': admins,
  'notes.update': admins,
  'notes.delete': admins,
  'templates.list': admins,
  'templates.create': admins,
  'templates.update': admins,
  'templates.delete': admins,
  'threads.read': ownersAndAdmins,
  'threads.write': ownersAndAdmins,
  'labels.list': admins,
  'labels.create': admins,
  'labels.update': admins,
  'labels.delete': admins,
  'views.list': admins,
  'views.create': admins,
  'views.delete': admins,
  'proposals.viewDocument': admins,
  'documents.download': everybody,
  'audit.list': admins,
  'mails.list': admins,
  'mails.retry': admins,
  'judges.list': admins,
  'judges.get': admins,
  'judges.invite': admins,
  'judges.update': admins,
  'judges.answer': everybody,
  'interests.get': judges,
  'interests.update': judges,
  'rounds.list': judgesAndAdmins,
  'rounds.get': judgesAndAdmins,
  'rounds.create': admins,
  'rounds.update': admins,
  'rounds.delete': admins,
} as const satisfies Record<string, Record<Actor, Grant>>;

export type Action = keyof typeof PERMISSIONS;

/**
 * What an admin without a required second factor may do: set one up, see their own profile, and log
 * out.
 */
export const mayWithoutFactor = (action: Action): boolean =>
  /^(accounts|factors)\./.test(action) || action === 'profile.get';

/** This kind of actor's grant for the action. */
export const grantFor = (actor: Actor, action: Action): Grant => PERMISSIONS[action][actor];
