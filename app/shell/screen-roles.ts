import type { FirmRole } from '#domain/accounts/rules.ts';

const EDITORS: readonly string[] = ['admin', 'editor'] satisfies FirmRole[];
const VIEWERS: readonly string[] = ['admin', 'viewer'] satisfies FirmRole[];
const FIRM: readonly string[] = ['admin', 'editor', 'viewer'] satisfies FirmRole[];
const ADMINS: readonly string[] = ['admin'] satisfies FirmRole[];

/** Who may open a screen of the firm, by the start of its address; the first that fits counts. */
const SCREENS: readonly (readonly [start: string, roles: readonly string[]])[] = [
  ['/dashboard/admin/submissions', VIEWERS],
  ['/dashboard/admin/view-proposal', VIEWERS],
  ['/dashboard/admin/manage-proposals/create', ADMINS],
  ['/dashboard/admin/manage-proposals', EDITORS],
  ['/dashboard/admin/proposals', EDITORS],
  ['/dashboard/admin/manage-post', EDITORS],
  ['/dashboard/admin/create-post', EDITORS],
  ['/dashboard/admin/post', EDITORS],
  ['/dashboard/admin/manage-faqs', EDITORS],
  ['/dashboard/admin/create-faq', EDITORS],
  ['/dashboard/admin/faq', EDITORS],
  ['/dashboard/admin/testimonial', EDITORS],
  ['/dashboard/admin/enquiries', EDITORS],
  ['/dashboard/admin', ADMINS],
  ['/dashboard', FIRM],
];

/** Whether somebody with this role may open the screen of the firm at this path: contract §12. */
export function mayOpen(role: string, path: string): boolean {
  const [, roles] = SCREENS.find(([start]) => path.startsWith(start)) ?? [];
  return roles?.includes(role) ?? false;
}
