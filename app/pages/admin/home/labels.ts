import { TARGETS } from '#domain/constants.ts';
import { countOf } from '#domain/count-of.ts';
import { REGIONS } from '#domain/regions.ts';
import type { ProposalSummary } from '#domain/reviews/schema.ts';
import type { Round } from '#domain/rounds/schema.ts';

/** Labels of the admins' home, and of the figures in the report. */
export const adminHomeLabels = {
  title: 'Dashboard',
  figures: 'To do',
  queue: 'My queue',
  noQueue: 'Nothing is waiting for you.',
  startFailed: 'This could not be loaded. Reload the page to try again.',
  stuckTitle: 'Needs attention',
  nothingStuck: 'Nothing is stuck.',
  seeMails: 'See which',
  seeSeason: 'End its season',
  until: 'lapses on',
  backUp: 'Run “pitch-trek doctor” and “pitch-trek backup” on the server.',
  targets: 'Progress towards our targets',
  applications: 'Proposals',
  regions: 'Regions',
  businesses: 'Approved',
  received: 'Received',
  approved: 'Approved',
  declined: 'Declined',
  inRounds: 'In judging rounds',
  unannounced: 'Not announced',
  opening: 'Opens next',
  report: 'Board report',
  sinceToday: 'New today',
  since: 'New since',
  unread: 'Unread by me',
  mine: 'Waiting for me',
  unreadMessages: 'New messages',
  openRequests: 'Changes requested',
  undecided: 'Not decided',
  nobody: 'Not assigned',
  flagged: 'Flagged',
  openEnquiries: 'Enquiries to answer',
  newTestimonials: 'Testimonials to check',
  deadlines: 'Deadlines in the next 7 days',
  deciders: 'Decisions by admin',
  nameless: 'A closed account',
  noDeciders: 'Nothing has been decided yet.',
  noneReceived: 'Nothing has been received.',
  sharing: 'Left to decide',
  noSharing: 'Nothing has been assigned yet.',
  shareHint: 'Nothing has been assigned yet. Select proposals in the list, then assign them.',
  decided: 'Decided',
  time: 'Submissions in the last 30 days',
  timeTable: 'Daily figures',
  day: 'Day',
  hour: 'Hour',
  lastDays: 'Final days before each deadline',
  origin: 'Where proposals come from',
  mapNote: 'The bar in a region compares it with the region that has the most.',
  mapLabel: 'Submissions by region',
  zones: 'By zone',
  zone: 'Zone',
  count: 'Submissions',
  roundsClosing: 'Open judging rounds',
  noCloseSet: 'no closing time',
  noChart: 'The chart could not be loaded. The table below has its figures.',
  lists: 'All lists',
  submissions: 'Submissions',
  programs: 'Projects',
  posts: 'Posts',
  faqs: 'FAQs',
  testimonials: 'Testimonials',
  enquiries: 'Enquiries',
  rounds: 'Rounds',
  judges: 'Judges',
  users: 'Users',
  mailings: 'Mailings',
  mail: 'Mail',
  audit: 'Audit log',
  auditNote: 'who changed what',
  inAll: 'in all',
  unpublished: 'not published',
  unanswered: 'not answered',
  stuck: 'failed',
  failed: 'The figures could not be loaded.',
  loading: 'Loading the figures',
} as const;

/** Of the own queue as long as it has any. */
export const readNext = (unread: number, isMine: boolean): string =>
  `Read next (${figure(unread)} unread${isMine ? ' in my queue' : ''})`;
export const allMine = (count: number): string => `All ${figure(count)} in my queue`;
export const ofTarget = (count: number, target: number): string =>
  `${figure(count)} of ${figure(target)}`;
export const describeLapsing = (count: number): string =>
  count === 1
    ? '1 submission will lapse unless its documents arrive. Call the applicant to help.'
    : `${figure(count)} submissions will lapse unless their documents arrive. Call the applicants to help.`;
export const describeForgotten = (title: string): string =>
  `${title} closed more than a year ago, and its proposals are still kept.`;
export const describeFailedMails = (count: number): string =>
  count === 1 ? '1 email could not be sent.' : `${figure(count)} emails could not be sent.`;
export const greet = (firstName: string): string => `Welcome, ${firstName}.`;
export const figure = (count: number): string => count.toLocaleString('en-GB');
/** How long somebody has waited. */
export const describeWait = (days: number): string => {
  if (days <= 0) return 'since today';
  return days === 1 ? 'since yesterday' : `for ${figure(days)} days`;
};
export const describeTotal = (total: number): string =>
  `${ofTarget(total, TARGETS.applications)} proposals`;
export const describeRegions = (region: ProposalSummary['region']): string =>
  `${ofTarget(REGIONS.filter((one) => region[one] > 0).length, TARGETS.regions)} regions`;
export const describeApproved = (approved: number): string => `${figure(approved)} approved`;
const reviews = countOf('review', 'reviews');
export const describeReviews = (counts: Round['counts']): string =>
  counts ? `${figure(counts.submitted)} of ${reviews(counts.reviews)}` : '';
export const describeDays = (days: number): string => {
  if (days <= 0) return 'today';
  return days === 1 ? 'tomorrow' : `in ${days} days`;
};
export const describeLeft = (left: number, total: number): string =>
  `${figure(left)} of ${figure(total)}`;
export const describeDecided = (approved: number, declined: number): string =>
  `${figure(approved)} approved, ${figure(declined)} declined`;
export const daysTable = (program: string): string => `Each day: ${program}`;
export const hoursTable = (program: string): string => `Each hour of the last day: ${program}`;
export const describeMost = (unit: string, most: number): string =>
  `Bars, one for each ${unit.toLowerCase()}; the tallest is ${figure(most)}. The table below has the figures.`;
type Bar = { label: string; count: number };
export const describeBar = ({ label, count }: Bar): string => `${label}: ${figure(count)}`;
/** `unit`: of a bar, "Day" or "Hour". */
export const describeTallest = (unit: string, bar: Bar | undefined): string =>
  bar && bar.count > 0
    ? `Busiest ${unit.toLowerCase()}: ${bar.label} (${figure(bar.count)})`
    : 'None yet.';
