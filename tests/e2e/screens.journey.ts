/**
 * The screens beside the main job at each width: their heading is shown, axe finds nothing, nothing
 * is too wide.
 */
import type { Locator, Page } from '@playwright/test';
import { enquiryInput, postForm, testimonialInput } from '../factories.ts';
import { picture } from '../image-samples.ts';
import { inDays, type SignedIn } from './backstage.ts';
import { expect, openAs, test } from './fixtures.ts';
import { ROWS, SMALL_TARGETS, WATCH_SHIFTS } from './pages/measured.ts';
import { Screen } from './pages/screen.ts';

const APPLICANT: [path: string, heading: string][] = [
  ['/dashboard/profile', 'My Profile'],
  ['/dashboard/edit-profile', 'Edit profile'],
  ['/dashboard/applicant/proposals', 'My Proposals'],
];
const ADMIN: [path: string, heading: string][] = [
  ['/dashboard/nothing-here', 'Page Not Found'],
  ['/dashboard/my-profile', 'My Profile'],
  ['/dashboard/edit-my-profile', 'Edit profile'],
  ['/dashboard/admin/users', 'Users'],
  ['/dashboard/admin/create', 'Create an admin'],
  // As high as a phone, its save bar and the tools of its text are close.
  ['/dashboard/admin/manage-proposals/create', 'Create a program'],
];
/** Forced colours draw transparent borders, which would mark every entry of the menu. */
const MARKED_LINKS = `[...document.querySelectorAll('nav li > a')]
  .filter((link) => {
    const { borderInlineStartColor, borderInlineStartWidth } = getComputedStyle(link);
    const ground = document.body.appendChild(document.createElement('i'));
    ground.style.borderColor = 'Canvas';
    const isGround = borderInlineStartColor === getComputedStyle(ground).borderTopColor;
    ground.remove();
    return parseFloat(borderInlineStartWidth) > 0 && !isGround;
  })
  .map((link) => link.textContent)
  .filter((text, place, all) => all.indexOf(text) === place)`;

async function visit(
  page: Page,
  person: SignedIn,
  screens: [path: string, heading: string][],
  inspect: (name: string) => Promise<void>,
): Promise<void> {
  for (const [path, heading] of screens) {
    await openAs(page, person, path);
    await new Screen(page).expectHeading(heading);
    await expect(
      page.getByRole('main').getByRole('status').filter({ hasText: 'Loading' }),
    ).toHaveCount(0);
    await inspect(path.slice(1).replaceAll('/', '-'));
  }
}

test("an applicant's other screens", async ({ page, backstage, inspect }) => {
  const person = await backstage.createApplicant();
  await visit(page, person, APPLICANT, inspect);
});

test("an admin's other screens", async ({ page, backstage, inspect }) => {
  await visit(page, await backstage.admin(), ADMIN, inspect);
  await page.emulateMedia({ forcedColors: 'active' });
  expect(await page.evaluate(MARKED_LINKS)).toEqual(['All Programs']);
});

test('a person: their proposals, and signed out everywhere', async ({
  page,
  backstage,
  inspect,
}) => {
  const admin = await backstage.admin();
  const person = await backstage.createApplicant();
  const proposal = await backstage.submitProposal(person, await backstage.createProgram());
  const { id } = await backstage.call<{ id: string }>('GET', '/auth/me', { token: person.token });
  await openAs(page, admin, `/dashboard/admin/view-proposal/${proposal.id}`);
  const screen = new Screen(page);
  await screen.follow(`${person.firstName} ${person.lastName}`);
  await screen.expectHeading(`${person.firstName} ${person.lastName}`);
  expect(new URL(page.url()).pathname).toBe(`/dashboard/admin/users/${id}`);
  await expect(page.locator('main tbody tr')).toHaveCount(1);
  await expect(page.getByText(/^Logged in .* last active/)).toBeVisible();
  await inspect('admin-user');
  await screen.press('End all sessions');
  await screen.dialog.getByRole('button', { name: 'End all' }).click();
  await screen.expectMessage('This person is logged out everywhere.');
  await expect(page.getByText('Not logged in anywhere.')).toBeVisible();
  await expect(backstage.call('GET', '/auth/me', { token: person.token })).rejects.toThrow(/401/);
});

const LISTS = [
  '/dashboard/admin/submissions',
  '/dashboard/admin/manage-proposals',
  '/dashboard/admin/manage-post',
  '/dashboard/admin/manage-faqs',
  '/dashboard/admin/testimonials',
  '/dashboard/admin/enquiries',
  '/dashboard/admin/users',
  '/dashboard/admin/audit',
  '/dashboard/admin/mail',
  '/dashboard/admin/mailings',
];

test('lists begin near the top and have one-line rows; on a phone all targets are large enough, and nothing moves while loading', async ({
  page,
  backstage,
  isMobile,
}) => {
  const admin = await backstage.admin();
  const person = await backstage.createApplicant();
  const proposal = await backstage.submitProposal(person, await backstage.createProgram());
  // Enough to fill the applicant's home: late content would push down the content below.
  for (let more = 0; more < 3; more += 1)
    await backstage.submitProposal(person, await backstage.createProgram());
  const { id } = await backstage.call<{ id: string }>('GET', '/auth/me', { token: person.token });
  const screen = new Screen(page);
  await backstage.call('POST', '/contact_forms/', {
    json: enquiryInput({ message: 'When is the next trek?\nAnd where? '.repeat(20) }),
  });
  const image = await picture();
  const post = await backstage.call<{ id: string }>('POST', '/cms/', {
    token: admin.token,
    data: postForm({ featured: image, gallery: [image] }),
  });
  const testimonial = await backstage.call<{ id: string }>('POST', '/testimonials/', {
    json: testimonialInput(),
  });
  const mailing = await backstage.call<{ id: string }>('POST', '/mailings/', {
    token: admin.token,
    json: { ids: [proposal.id], subject: 'Pitch day', text: 'Hello', send_at: inDays(20) },
  });
  await page.addInitScript(WATCH_SHIFTS);
  const visit = async (path: string) => {
    await screen.open(path);
    const loading = page.getByRole('main').getByRole('status').filter({ hasText: 'Loading' });
    await expect(loading).toHaveCount(0);
  };
  const check = async (path: string, lastShown?: Locator) => {
    await visit(path);
    if (lastShown) await expect(lastShown).toBeVisible();
    expect(await page.evaluate<number>('window.shifted'), path).toBeLessThanOrEqual(0.02);
    if (!isMobile) return;
    expect(await page.evaluate(SMALL_TARGETS), path).toEqual([]);
    await screen.expectNoSidewaysScroll();
  };
  await page.setViewportSize({ width: 320, height: 740 });

  // Reloaded while a code is awaited: only the browser knows the address. Chromium counts this
  // shift in narrow windows only, not on simulated phones.
  await page.goto('/healthz');
  await page.evaluate(`sessionStorage.setItem('pending-email', 'kojo@example.com')`);
  for (const path of ['/reset-password', '/otp'])
    await check(path, page.getByText('kojo@example.com'));
  if (!isMobile) await page.setViewportSize({ width: 1280, height: 800 });

  await openAs(page, admin, '/dashboard');
  // Slow enough that a screen is shown before its data has loaded.
  const slowDown = () =>
    page.route('**/api/v1/**', async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 400));
      await route.continue();
    });
  if (isMobile) await slowDown();
  for (const path of LISTS) {
    await check(path);
    await expect(page.locator('main tbody tr').first()).toBeVisible();
    if (isMobile) continue;
    expect(await page.evaluate(ROWS), path).toEqual({ first: expect.any(Number), tall: 0 });
    const { first } = await page.evaluate<{ first: number }>(ROWS);
    expect(first, path).toBeLessThanOrEqual(240);
  }
  if (!isMobile) {
    await slowDown();
    await check('/dashboard/admin/create-post', page.getByRole('button', { name: 'Bold' }));
    await page.setViewportSize({ width: 768, height: 1024 });
    await check('/dashboard/admin/submissions', page.locator('main tbody tr').first());
    expect((await page.evaluate<{ first: number }>(ROWS)).first).toBeLessThanOrEqual(300);
  }
  await check('/dashboard');
  await check('/dashboard/my-profile', page.getByRole('heading', { name: 'My data' }));
  await check(`/dashboard/admin/view-proposal/${proposal.id}`);
  await check(`/dashboard/admin/users/${id}`);
  await check(`/dashboard/admin/mailings/${mailing.id}`);
  await check(`/dashboard/admin/post/${post.id}/view`);
  await check(`/dashboard/admin/testimonial/view/${testimonial.id}`);
  await visit('/dashboard/admin/enquiries');
  await screen.follow(/^Kojo/);
  await check(new URL(page.url()).pathname);
  await openAs(page, person, '/dashboard');
  await check('/dashboard', page.getByRole('heading', { name: 'Your proposals' }));
  await check('/dashboard/applicant/proposals');
  if (isMobile)
    await check('/dashboard/available-programs', page.getByText('You have applied').first());
  await check(`/dashboard/applicant/view-proposal/${proposal.id}`);
});
