/** The portal offline: screens that were opened before open again, and nobody else can see them. */
import type { Page } from '@playwright/test';
import type { Backstage, NamedItem } from './backstage.ts';
import { expect, openAs, test } from './fixtures.ts';
import { submitPath } from './pages/filled-proposal.ts';
import { ProposalForm } from './pages/proposals.ts';
import { Screen } from './pages/screen.ts';

test.use({ serviceWorkers: 'allow' });

const CACHED =
  '.keys().then((names) => names.filter((name) => name.startsWith("portal-data-")).length)';
const countCached = (page: Page) => page.evaluate(`caches${CACHED}`) as Promise<number>;

/** Waits until the service worker controls this page. */
async function waitForWorker(page: Page): Promise<void> {
  await expect.poll(() => page.evaluate('navigator.serviceWorker.controller !== null')).toBe(true);
}

type OpenWork = { program: NamedItem; proposal: NamedItem };

/** The home screen of an applicant with a draft for a program and a proposal to another. */
async function openHome(page: Page, backstage: Backstage): Promise<OpenWork> {
  const applicant = await backstage.createApplicant();
  const [program, other] = [await backstage.createProgram(), await backstage.createProgram()];
  const proposal = await backstage.submitProposal(applicant, other);
  await backstage.call('PUT', `/drafts/${program.id}`, {
    token: applicant.token,
    json: { fields: { business_name: 'Volta Ice' } },
  });
  await openAs(page, applicant, '/dashboard');
  return { program, proposal };
}

const expectProposal = (page: Page, { title }: NamedItem) =>
  expect(page.getByRole('region', { name: 'Your proposals' })).toContainText(title);

async function expectBoth(page: Page, { program, proposal }: OpenWork): Promise<void> {
  const drafts = page.getByRole('region', { name: 'Not submitted yet' });
  await expect(drafts).toContainText(program.title);
  await expectProposal(page, proposal);
}

test(
  'home, list, a proposal and the form open offline; after the logout nothing is left',
  { tag: '@once' },
  async ({ page, context, backstage }) => {
    const { program, proposal } = await openHome(page, backstage);
    const screen = new Screen(page);
    await waitForWorker(page);
    const form = `/dashboard/applicant/submit?programId=${program.id}`;
    const addresses = [
      ['/dashboard', 'Dashboard'],
      ['/dashboard/applicant/proposals', 'My Proposals'],
      [`/dashboard/applicant/view-proposal/${proposal.id}`, proposal.title],
      [form, 'Submit a proposal'],
      ['/dashboard/profile', 'My Profile'],
    ] as const;
    for (const [address, heading] of addresses) {
      await screen.open(address);
      await screen.expectHeading(heading);
    }
    await context.setOffline(true);
    for (const [address, heading] of addresses) {
      await page.goto(address);
      await screen.expectHeading(heading);
    }
    await expect(page.getByRole('main').getByText('024 111 2222')).toBeVisible();
    await expect(page.getByRole('region', { name: 'Where you are logged in' })).toContainText(
      'You’re offline, so we can’t show where you are logged in.',
    );
    await page.goto('/dashboard');
    await expectBoth(page, { program, proposal });
    await expect(page.getByText('No connection. Check that you are online.')).toBeVisible();
    expect(await countCached(page)).toBe(1);
    await context.setOffline(false);
    await screen.open('/dashboard');
    await screen.logOut();
    await expect.poll(() => countCached(page)).toBe(0);
    expect(await page.evaluate('JSON.stringify(localStorage)')).not.toContain('Volta Ice');
    await context.setOffline(true);
    await page.goto('/dashboard');
    await screen.expectMessage('This screen could not be loaded. Check your connection');
  },
);

test(
  'drafts and proposals open offline though their screen was left before there was a worker',
  { tag: '@once' },
  async ({ page, context, backstage }) => {
    const { program, proposal } = await openHome(page, backstage);
    const screen = new Screen(page);
    await expectProposal(page, proposal);
    await screen.follow('Manage Profile');
    await screen.expectHeading('My Profile');
    await waitForWorker(page);
    const isListCached =
      'caches.match("/api/v1/drafts/", { ignoreVary: true, ignoreSearch: true }).then((answer) => answer !== undefined)';
    await expect.poll(() => page.evaluate(isListCached)).toBe(true);
    await context.setOffline(true);
    await page.goto('/dashboard');
    await expectBoth(page, { program, proposal });
  },
);

test(
  'what is typed offline is there after a reload, and goes up with the line',
  { tag: '@once' },
  async ({ page, context, backstage }) => {
    const { program } = await openHome(page, backstage);
    const form = new ProposalForm(page);
    await waitForWorker(page);
    await form.open(submitPath(program));
    await form.expectMessage('We saved what you typed');
    await context.setOffline(true);
    const name = page.getByLabel('Business name');
    await expect(name).toHaveValue('Volta Ice');
    await name.fill('Volta Ice and Boats');
    await form.expectMessage('Saved on this phone, no connection');
    await page.reload();
    await form.expectMessage('Saved on this phone, no connection');
    await expect(name).toHaveValue('Volta Ice and Boats');
    await context.setOffline(false);
    await form.expectSaved();
    await page.reload();
    await form.expectSaved();
    await expect(name).toHaveValue('Volta Ice and Boats');
  },
);

test(
  'another login on the same phone deletes what was cached, and nothing is cached for admins',
  { tag: '@once' },
  async ({ page, context, backstage }) => {
    const [first, second] = [await backstage.createApplicant(), await backstage.createApplicant()];
    const program = await backstage.createProgram();
    const proposal = await backstage.submitProposal(first, program);
    const screen = new Screen(page);
    await openAs(page, first, '/dashboard/applicant/proposals');
    await waitForWorker(page);
    await screen.open('/dashboard/applicant/proposals');
    await expect(page.getByText(proposal.title).first()).toBeVisible();
    // A person whose session has not ended here, as after a crash.
    await openAs(page, second, '/dashboard/applicant/proposals');
    await expect(page.getByText('No proposals found.')).toBeVisible();
    await context.setOffline(true);
    await page.goto('/dashboard/applicant/proposals');
    await screen.expectHeading('My Proposals');
    await expect(page.getByText(proposal.title)).toHaveCount(0);
    expect(await countCached(page)).toBe(1);
    await context.setOffline(false);
    await openAs(page, await backstage.admin(), '/dashboard/admin/submissions');
    await expect(page.getByText(proposal.title).first()).toBeVisible();
    const addresses = (await page.evaluate(
      'caches.keys().then((names) => Promise.all(names.filter((name) => name.startsWith("portal-data-")).map((name) => caches.open(name).then((cache) => cache.keys())))).then((lists) => lists.flat().map(({ url }) => url))',
    )) as string[];
    expect(addresses.filter((address) => /admin|auth/.test(address))).toEqual([]);
  },
);
