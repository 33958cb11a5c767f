import type { FirmRole } from '#domain/accounts/rules.ts';
import { paths } from '#app/paths.ts';

const EDITORS: readonly string[] = ['admin', 'editor'] satisfies FirmRole[];
const VIEWERS: readonly string[] = ['admin', 'viewer'] satisfies FirmRole[];
const FIRM: readonly string[] = ['admin', 'editor', 'viewer'] satisfies FirmRole[];
const ADMINS: readonly string[] = ['admin'] satisfies FirmRole[];

/** Only the start of such an address is compared. */
const ANY = { id: '-' };
const startOf = (path: string): string => path.replace(/-(\/edit)?$/, '');

/** Who may open a screen of the firm, by the start of its address; the first that fits counts. */
const SCREENS: readonly (readonly [start: string, roles: readonly string[]])[] = [
  [paths.submissions(), VIEWERS],
  [paths.submission(ANY), VIEWERS],
  [paths.report(), VIEWERS],
  [paths.createRound(), ADMINS],
  [paths.rounds(), VIEWERS],
  [paths.createProgram, ADMINS],
  [paths.programs, EDITORS],
  [paths.editProgram(ANY), EDITORS],
  [paths.posts(), EDITORS],
  [paths.createPost, EDITORS],
  [paths.post(ANY), EDITORS],
  [paths.faqs, EDITORS],
  [paths.createFaq, EDITORS],
  [paths.editFaq(ANY), EDITORS],
  [paths.testimonial(ANY), EDITORS],
  [paths.testimonials(), EDITORS],
  [paths.editTestimonial(ANY), EDITORS],
  [paths.enquiries(), EDITORS],
  [paths.adminProfile, FIRM],
  [paths.editAdminProfile, FIRM],
];

/** Whether somebody with this role may open the screen of the firm at this path: contract §12. */
export function mayOpen(role: string, path: string): boolean {
  if (path === paths.dashboard) return FIRM.includes(role);
  if (path.endsWith('/season')) return ADMINS.includes(role);
  const [, roles = ADMINS] = SCREENS.find(([start]) => path.startsWith(startOf(start))) ?? [];
  return roles.includes(role);
}
