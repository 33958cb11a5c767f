import { expect, test } from 'vitest';
import { dashboardLinks } from '#content/dashboard-navigation.ts';
import { paths } from '#app/paths.ts';
import { mayOpen } from './screen-roles.ts';

const menuOf = (role: string) =>
  dashboardLinks.admin.filter(({ to }) => mayOpen(role, to)).map(({ label }) => label);

test('each role of the firm sees what it may do', () => {
  expect(menuOf('admin')).toEqual(dashboardLinks.admin.map(({ label }) => label));
  expect(menuOf('editor')).toEqual([
    'Dashboard',
    'My Profile',
    'All Programs',
    'Posts',
    'FAQs',
    'Testimonials',
    'Enquiries',
  ]);
  expect(menuOf('viewer')).toEqual(['Dashboard', 'My Profile', 'Submissions', 'Rounds']);
  for (const role of ['applicant', 'judge']) expect(menuOf(role)).toEqual([]);
});

test('an address with an id or a query belongs to its screen', () => {
  expect(mayOpen('viewer', paths.submission({ id: '1' }))).toBe(true);
  expect(mayOpen('editor', paths.editTestimonial({ id: '1' }))).toBe(true);
  expect(mayOpen('editor', paths.createProgram)).toBe(false);
  expect(mayOpen('viewer', paths.round({ id: '1' }))).toBe(true);
  expect(mayOpen('viewer', paths.createRound())).toBe(false);
  expect(mayOpen('editor', paths.rounds())).toBe(false);
  expect(mayOpen('viewer', paths.user({ id: '1' }))).toBe(false);
  expect(mayOpen('editor', paths.audit())).toBe(false);
});
