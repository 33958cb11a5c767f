import type { RouteConfigEntry } from '@react-router/dev/routes';
import { describe, expect, test } from 'vitest';
import routes from '#app/routes.ts';

type Area = 'public' | 'account' | 'dashboard' | 'applicant' | 'admin' | 'judge';

type Row = [path: string, area: Area];

/** spec §2 in order; the areas are from spec §2 and §6. */
const SECTION_2: readonly Row[] = [
  ['/', 'public'],
  ['/about/brief-history', 'public'],
  ['/about/strategic-framework', 'public'],
  ['/about/our-team', 'public'],
  ['/sector/:slug', 'public'],
  ['/national-pitch-trek', 'public'],
  ['/national-pitch-trek/programs', 'public'],
  ['/national-pitch-trek/programs/:id', 'public'],
  ['/post/:category', 'public'],
  ['/content/:category', 'public'],
  ['/post/:category/:slug', 'public'],
  ['/contact-us', 'public'],
  ['/contact', 'public'],
  ['/partners-and-testimonials', 'public'],
  ['/stories/:slug', 'public'],
  ['/create-testimonials', 'public'],
  ['/register', 'account'],
  ['/login', 'account'],
  ['/otp', 'account'],
  ['/forgot-password', 'account'],
  ['/reset-password', 'account'],
  ['/terms', 'public'],
  ['/privacy', 'public'],
  ['/unauthorized', 'public'],
  ['/*', 'public'],
  ['/dashboard', 'dashboard'],
  ['/dashboard/available-programs', 'applicant'],
  ['/dashboard/applicant/submit', 'applicant'],
  ['/dashboard/applicant/proposals', 'applicant'],
  ['/dashboard/applicant/view-proposal/:id', 'applicant'],
  ['/dashboard/applicant/edit-proposal/:id', 'applicant'],
  ['/dashboard/profile', 'applicant'],
  ['/dashboard/edit-profile', 'applicant'],
  ['/dashboard/admin/submissions', 'admin'],
  ['/dashboard/admin/view-proposal/:id', 'admin'],
  ['/dashboard/admin/manage-proposals', 'admin'],
  ['/dashboard/admin/manage-proposals/create', 'admin'],
  ['/dashboard/admin/proposals/:id/edit', 'admin'],
  ['/dashboard/admin/manage-post', 'admin'],
  ['/dashboard/admin/create-post', 'admin'],
  ['/dashboard/admin/post/:id/view', 'admin'],
  ['/dashboard/admin/post/:id/edit', 'admin'],
  ['/dashboard/admin/manage-faqs', 'admin'],
  ['/dashboard/admin/create-faq', 'admin'],
  ['/dashboard/admin/faq/:id/edit', 'admin'],
  ['/dashboard/admin/enquiries', 'admin'],
  ['/dashboard/admin/enquiries/:id', 'admin'],
  ['/dashboard/my-profile', 'admin'],
  ['/dashboard/edit-my-profile', 'admin'],
  ['/dashboard/admin/testimonials', 'admin'],
  ['/dashboard/admin/testimonial/view/:id', 'admin'],
  ['/dashboard/admin/testimonial/edit/:id', 'admin'],
  ['/dashboard/admin/users', 'admin'],
  ['/dashboard/admin/create', 'admin'],
];

/** What contract §6, §8, §9, §11 and link previews add, and a not-found page in the portal. */
const BESIDE = [
  '/making-a-pdf',
  '/receipts',
  '/national-pitch-trek/programs/:id/questions',
  '/national-pitch-trek/programs/:id/can-you-apply',
  '/receipts/:number',
  '/national-pitch-trek/record',
  '/national-pitch-trek/programs/:id/record',
  '/invitation/:token',
  '/judge-invitation/:token',
  '/dashboard/admin/program-questions/:id',
  '/dashboard/admin/proposals/:id/season',
  '/dashboard/judging',
  '/dashboard/judging/interests',
  '/dashboard/judging/:roundId',
  '/dashboard/judging/:roundId/pitch',
  '/dashboard/judging/:roundId/:reviewId',
  '/dashboard/admin/users/:id',
  '/dashboard/admin/on-behalf',
  '/dashboard/admin/view-proposal/:id/receipt',
  '/dashboard/admin/decline-reasons',
  '/dashboard/admin/report',
  '/dashboard/admin/labels',
  '/dashboard/admin/rounds',
  '/dashboard/admin/rounds/create',
  '/dashboard/admin/rounds/:id',
  '/dashboard/admin/rounds/:id/run',
  '/dashboard/admin/rounds/:id/wall',
  '/dashboard/admin/rounds/:id/sheets',
  '/dashboard/admin/judges',
  '/dashboard/admin/judges/invite',
  '/dashboard/admin/judges/:id',
  '/dashboard/admin/judges/:id/edit',
  '/dashboard/admin/notice',
  '/dashboard/admin/audit',
  '/dashboard/admin/mail',
  '/dashboard/admin/mailings',
  '/dashboard/admin/mailings/create',
  '/dashboard/admin/mailings/:id',
  '/dashboard/admin/mail-templates',
  '/dashboard/admin/mail-templates/create',
  '/dashboard/admin/mail-templates/:id/edit',
  '/post',
  '/content',
  '/sitemap.xml',
  '/robots.txt',
  '/feed.xml',
  '/preview/*',
  '/dashboard/*',
];

/** The area that a layout or guard stands for; the innermost one counts. */
const AREAS: Record<string, Area> = {
  'shell/public-layout.tsx': 'public',
  'shell/account-layout.tsx': 'account',
  'shell/dashboard-layout.tsx': 'dashboard',
  'shell/applicant-area.tsx': 'applicant',
  'shell/admin-area.tsx': 'admin',
  'shell/judge-area.tsx': 'judge',
};

function listScreens(
  entries: RouteConfigEntry[],
  parent = '',
  area?: Area,
): [string, Area | undefined][] {
  return entries.flatMap((entry) => {
    const path = [parent, entry.path].filter(Boolean).join('/');
    const inside = AREAS[entry.file] ?? area;
    return entry.children ? listScreens(entry.children, path, inside) : [[`/${path}`, inside]];
  });
}

const screens = listScreens(routes as RouteConfigEntry[]);

describe('spec §2 is the table of screens', () => {
  test.each(SECTION_2)('%s stands in %s', (path, area) => {
    expect(screens.filter(([known]) => known === path)).toEqual([[path, area]]);
  });

  test('in the order of the specification', () => {
    const wanted = SECTION_2.map(([path]) => path);
    const listed = screens.map(([path]) => path).filter((path) => wanted.includes(path!));
    expect(listed).toEqual(wanted.filter((path) => listed.includes(path)));
  });

  test('and nothing else has an address', () => {
    const paths = [...SECTION_2.map(([path]) => path), ...BESIDE];
    expect(screens.map(([path]) => path).filter((path) => !paths.includes(path!))).toEqual([]);
  });
});
