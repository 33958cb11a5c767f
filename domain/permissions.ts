import type { Role } from './accounts/rules.ts';

/**
 * spec §6 as one table: who may do what. `own` narrows the query to the actor's own rows; it never
 * widens it.
 */

export type Actor = 'visitor' | Role;
export type Grant = 'yes' | 'own' | 'no';

const nobody: Grants = {
  ...{ visitor: 'no', applicant: 'no', judge: 'no' },
  ...{ admin: 'no', editor: 'no', viewer: 'no' },
};
type Grants = Record<Actor, Grant>;
const everybody: Grants = {
  ...{ visitor: 'yes', applicant: 'yes', judge: 'yes' },
  ...{ admin: 'yes', editor: 'yes', viewer: 'yes' },
};
const ownOfFirm: Grants = { ...nobody, admin: 'own', editor: 'own', viewer: 'own' };
const signedIn: Grants = { ...ownOfFirm, applicant: 'own', judge: 'own' };
const applicants: Grants = { ...nobody, applicant: 'own' };
const admins: Grants = { ...nobody, admin: 'yes' };
const editors: Grants = { ...admins, editor: 'yes' };
const viewers: Grants = { ...admins, viewer: 'yes' };
const ownersAndViewers: Grants = { ...viewers, applicant: 'own' };
const ownersAndAdmins: Grants = { ...admins, applicant: 'own' };
const judges: Grants = { ...nobody, judge: 'own' };
const judgesAndAdmins: Grants = { ...admins, judge: 'own' };
/** A viewer's own rounds are those that are released: contract §12. */
const viewersOfReleased: Grants = { ...admins, viewer: 'own' };

export const PERMISSIONS = {
  'faqs.list': everybody,
  'faqs.get': everybody,
  'faqs.create': editors,
  'faqs.update': editors,
  'faqs.delete': editors,
  'testimonials.list': everybody,
  'testimonials.get': everybody,
  'testimonials.create': everybody,
  'testimonials.update': editors,
  'testimonials.delete': editors,
  'posts.list': everybody,
  'posts.get': everybody,
  'posts.create': editors,
  'posts.update': editors,
  'posts.delete': editors,
  'enquiries.create': everybody,
  'enquiries.list': editors,
  'enquiries.get': editors,
  'enquiries.update': editors,
  'enquiries.answer': editors,
  'enquiries.delete': editors,
  'notices.get': everybody,
  'notices.put': admins,
  'notices.delete': admins,
  'accounts.register': everybody,
  'accounts.login': everybody,
  'accounts.reset': everybody,
  'accounts.renew': everybody,
  'accounts.logout': signedIn,
  'profile.get': signedIn,
  'profile.update': signedIn,
  'profile.export': signedIn,
  'profile.close': signedIn,
  'sessions.list': signedIn,
  'sessions.end': signedIn,
  'factors.list': ownOfFirm,
  'factors.create': ownOfFirm,
  'factors.delete': ownOfFirm,
  'factors.renewCodes': ownOfFirm,
  'users.list': admins,
  'users.get': admins,
  'users.createAdmin': admins,
  'users.changeRole': admins,
  'users.changeStatus': admins,
  'users.correctEmail': admins,
  'users.erase': admins,
  'users.resetFactors': admins,
  'users.listSessions': admins,
  'users.endSessions': admins,
  'programs.list': everybody,
  'programs.get': everybody,
  'programs.create': admins,
  'programs.update': editors,
  'programs.delete': admins,
  'programs.announce': admins,
  'programs.end': admins,
  'programs.resume': admins,
  'programs.archive': admins,
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
  'proposals.onBehalf': admins,
  'proposals.withdraw': ownersAndAdmins,
  'proposals.reinstate': ownersAndAdmins,
  'proposals.ownDocument': applicants,
  'proposals.confirm': applicants,
  'proposals.timeline': ownersAndViewers,
  'proposals.listAll': viewers,
  'proposals.getAny': viewers,
  'proposals.noteReading': admins,
  'proposals.listSimilar': viewers,
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
  'drafts.share': applicants,
  'members.invite': ownersAndAdmins,
  'members.remove': ownersAndAdmins,
  'members.leave': applicants,
  'members.handOver': ownersAndAdmins,
  'members.read': everybody,
  'members.accept': applicants,
  'receipts.get': everybody,
  'reminders.stop': everybody,
  'attempts.list': applicants,
  'attempts.listAll': admins,
  'receipts.listWaiting': admins,
  'notes.list': admins,
  'notes.create': admins,
  'notes.update': admins,
  'notes.delete': admins,
  'templates.list': admins,
  'templates.get': admins,
  'templates.create': admins,
  'templates.update': admins,
  'templates.delete': admins,
  'threads.read': ownersAndAdmins,
  'threads.write': ownersAndAdmins,
  'requests.list': ownersAndAdmins,
  'requests.create': admins,
  'requests.answer': ownersAndAdmins,
  'requests.cancel': admins,
  'versions.list': ownersAndViewers,
  'extensions.list': admins,
  'extensions.create': admins,
  'extensions.delete': admins,
  'labels.list': viewers,
  'labels.create': admins,
  'labels.update': admins,
  'labels.delete': admins,
  'views.list': admins,
  'views.create': admins,
  'views.delete': admins,
  'proposals.viewDocument': viewers,
  'documents.download': everybody,
  'audit.list': admins,
  'mailings.list': admins,
  'mailings.get': admins,
  'mailings.create': admins,
  'mailings.cancel': admins,
  'mailTemplates.list': admins,
  'mailTemplates.get': admins,
  'mailTemplates.create': admins,
  'mailTemplates.update': admins,
  'mailTemplates.delete': admins,
  'mails.list': admins,
  'mails.get': admins,
  'mails.retry': admins,
  'judges.list': admins,
  'judges.get': admins,
  'judges.invite': admins,
  'judges.update': admins,
  'judges.answer': everybody,
  'interests.get': judges,
  'interests.update': judges,
  'rounds.list': { ...judgesAndAdmins, viewer: 'own' },
  'rounds.get': { ...judgesAndAdmins, viewer: 'own' },
  'rounds.create': admins,
  'rounds.update': admins,
  'rounds.delete': admins,
  'rounds.open': admins,
  'entries.list': admins,
  'entries.update': admins,
  'panels.update': admins,
  'panels.leave': judges,
  'panels.list': admins,
  'keys.create': judgesAndAdmins,
  'keys.end': judgesAndAdmins,
  'packs.get': judges,
  'packs.sync': judges,
  'sheets.get': admins,
  'sheets.type': admins,
  'conflicts.list': admins,
  'conflicts.update': admins,
  'rounds.close': admins,
  'rankings.list': viewersOfReleased,
  'rankings.export': admins,
  'decisions.list': viewersOfReleased,
  'decisions.update': admins,
  'rounds.seal': admins,
  'rounds.release': admins,
  'results.list': ownersAndAdmins,
  'records.get': everybody,
  'judging.list': judges,
  'judging.get': judges,
  'judging.save': judges,
  'judging.readAll': admins,
  'judging.hide': admins,
  'judging.versions': judgesAndAdmins,
} satisfies Record<string, Grants>;

export type Action = keyof typeof PERMISSIONS;

/**
 * What somebody without a required second factor may do: set one up, see their own profile, and log
 * out.
 */
export const mayWithoutFactor = (action: Action): boolean =>
  /^(accounts|factors)\./.test(action) || action === 'profile.get';

export const grantFor = (actor: Actor, action: Action): Grant => PERMISSIONS[action][actor];

/** Whether this kind of actor may do it to everybody's, and not only to their own. */
export const mayDoAll = (actor: Actor, action: Action): boolean =>
  grantFor(actor, action) === 'yes';

/** Whether they read files that answer questions, of the proposals that they may read. */
export const seesFiles = (actor: Actor): boolean =>
  grantFor(actor, 'proposals.ownDocument') !== 'no' || mayDoAll(actor, 'proposals.anyDocument');

/** Whether they see how to reach an applicant: those who decide on proposals. */
export const seesContacts = (actor: Actor): boolean => mayDoAll(actor, 'proposals.review');
