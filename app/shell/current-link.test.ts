import { expect, test } from 'vitest';
import { dashboardLinks } from '#content/dashboard-navigation.ts';
import { currentness } from './current-link.ts';

const markedFor = (role: 'admin' | 'applicant', path: string) =>
  dashboardLinks[role].filter((link) => currentness(path, link)).map(({ label }) => label);

test.each([
  ['/dashboard', 'Dashboard'],
  ['/dashboard/available-programs', 'Available Projects'],
  ['/dashboard/applicant/submit', 'Available Projects'],
  ['/dashboard/applicant/proposals', 'My Proposals'],
  ['/dashboard/applicant/view-proposal/7', 'My Proposals'],
  ['/dashboard/applicant/edit-proposal/7', 'My Proposals'],
  ['/dashboard/profile', 'My Profile'],
  ['/dashboard/edit-profile', 'My Profile'],
])("an applicant's %s belongs to %s", (path, label) => {
  expect(markedFor('applicant', path)).toEqual([label]);
});

test.each([
  ['/dashboard/', 'Dashboard'],
  ['/dashboard/admin/submissions', 'Submissions'],
  ['/dashboard/admin/view-proposal/7', 'Submissions'],
  ['/dashboard/admin/labels', 'Labels'],
  ['/dashboard/admin/decline-reasons', 'Reasons for declining'],
  ['/dashboard/admin/mailings/create', 'Mailings'],
  ['/dashboard/admin/mail-templates/7/edit', 'Email templates'],
  ['/dashboard/admin/manage-proposals', 'All Programs'],
  ['/dashboard/admin/manage-proposals/create', 'All Programs'],
  ['/dashboard/admin/proposals/7/edit', 'All Programs'],
  ['/dashboard/admin/manage-post', 'Posts'],
  ['/dashboard/admin/create-post', 'Posts'],
  ['/dashboard/admin/post/7/view', 'Posts'],
  ['/dashboard/admin/post/7/edit', 'Posts'],
  ['/dashboard/admin/manage-faqs', 'FAQs'],
  ['/dashboard/admin/create-faq', 'FAQs'],
  ['/dashboard/admin/faq/7/edit', 'FAQs'],
  ['/dashboard/admin/enquiries/7', 'Enquiries'],
  ['/dashboard/admin/testimonials', 'Testimonials'],
  ['/dashboard/admin/testimonial/view/7', 'Testimonials'],
  ['/dashboard/admin/testimonial/edit/7', 'Testimonials'],
  ['/dashboard/admin/users', 'Users'],
  ['/dashboard/admin/create', 'Users'],
  ['/dashboard/my-profile', 'My Profile'],
  ['/dashboard/edit-my-profile', 'My Profile'],
])("an admin's %s belongs to %s", (path, label) => {
  expect(markedFor('admin', path)).toEqual([label]);
});

test('only the screen itself is the current page', () => {
  const submissions = dashboardLinks.admin.find(({ label }) => label === 'Submissions');
  expect(currentness('/dashboard/admin/submissions', submissions!)).toBe('page');
  expect(currentness('/dashboard/admin/view-proposal/7', submissions!)).toBe(true);
});
