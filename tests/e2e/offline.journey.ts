/** The portal offline: screens that were opened before open again, and nobody else can see them. */
import type { Page } from '@playwright/test';
import type { Backstage, NamedItem } from './backstage.ts';
import { expect, openAs, test } from './fixtures.ts';
import { goOffline, goOnline, waitForWorker } from './offline.ts';
import { submitPath } from './pages/filled-proposal.ts';
import { ProposalForm } from './pages/proposals.ts';
import { Screen } from './pages/screen.ts';

test.use({ serviceWorkers: 'allow' });

const NAMES = `caches.keys().then((names) => names.filter((name) => name.startsWith('portal-data-')))`;
const namesOfCaches = (page: Page) => page.evaluate<string[]>(NAMES);
const countCached = async (page: Page) => (await namesOfCaches(page)).length;

/** What lists and homes ask for, and what a form asks for. */
const LISTS = ['/drafts/?sort', '/proposals/?sort'];
const ofForm = ({ id }: NamedItem) => [
  `/drafts/${id}?optional`,
  `/programs/${id}`,
  `/proposals/?program_id=${id}`,
];

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
  { tag: '@phone' },
  async ({ page, backstage }) => {
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
    await goOffline(
      page,
      ...[...LISTS, ...ofForm(program), '/drafts/attempts?limit=3', '/drafts/attempts?limit=50'],
      ...[`/proposals/${proposal.id}`, `/proposals/${proposal.id}/timeline`],
    );
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
    await expect.poll(() => countCached(page)).toBe(1);
    await goOnline(page);
    await screen.open('/dashboard');
    await screen.logOut();
    await expect.poll(() => countCached(page)).toBe(0);
    await expect
      .poll(() => page.evaluate('JSON.stringify(localStorage)'))
      .not.toContain('Volta Ice');
    await goOffline(page);
    await page.goto('/dashboard');
    await screen.expectMessage('This screen could not be loaded. Check your connection');
  },
);

test(
  'drafts and proposals open offline though their screen was left before there was a worker',
  { tag: '@phone' },
  async ({ page, backstage }) => {
    const { program, proposal } = await openHome(page, backstage);
    const screen = new Screen(page);
    await expectProposal(page, proposal);
    await screen.follow('Manage Profile');
    await screen.expectHeading('My Profile');
    await waitForWorker(page);
    await goOffline(page, ...LISTS);
    await page.goto('/dashboard');
    await expectBoth(page, { program, proposal });
  },
);

test(
  'what is typed offline is there after a reload, and goes up with the line',
  { tag: '@phone' },
  async ({ page, backstage }) => {
    const { program } = await openHome(page, backstage);
    const form = new ProposalForm(page);
    await waitForWorker(page);
    await form.open(submitPath(program));
    await form.expectMessage('We saved what you typed');
    await goOffline(page, ...ofForm(program));
    const name = page.getByLabel('Business name');
    await expect(name).toHaveValue('Volta Ice');
    await name.fill('Volta Ice and Boats');
    await form.expectMessage('Saved on this phone, no connection');
    await page.reload();
    await form.expectMessage('Saved on this phone, no connection');
    await expect(name).toHaveValue('Volta Ice and Boats');
    await goOnline(page);
    await form.expectSaved();
    await page.reload();
    await form.expectSaved();
    await expect(name).toHaveValue('Volta Ice and Boats');
  },
);

test(
  'what was saved is there after a reload without a line, though it was opened before',
  { tag: '@phone' },
  async ({ page, backstage }) => {
    const { program } = await openHome(page, backstage);
    const form = new ProposalForm(page);
    const name = page.getByLabel('Business name');
    await waitForWorker(page);
    await form.open(submitPath(program));
    await expect(name).toHaveValue('Volta Ice');
    await expect
      .poll(() =>
        page.evaluate(
          `caches.match('/api/v1/drafts/${program.id}?optional=true', { ignoreVary: true }).then((kept) => !!kept)`,
        ),
      )
      .toBe(true);
    await name.fill('Volta Ice and Boats');
    await form.expectSaved();
    await goOffline(page, ...ofForm(program));
    await page.reload();
    await expect(name).toHaveValue('Volta Ice and Boats');
  },
);

test(
  'another login on the same phone deletes what was cached, and nothing is cached for admins',
  { tag: '@phone' },
  async ({ page, backstage }) => {
    const [first, second] = [await backstage.createApplicant(), await backstage.createApplicant()];
    const program = await backstage.createProgram();
    const proposal = await backstage.submitProposal(first, program);
    const screen = new Screen(page);
    await openAs(page, first, '/dashboard/applicant/proposals');
    await waitForWorker(page);
    await screen.open('/dashboard/applicant/proposals');
    await expect(page.getByText(proposal.title).first()).toBeVisible();
    await expect.poll(() => countCached(page)).toBe(1);
    const ofFirst = await namesOfCaches(page);
    // A person whose session has not ended here, as after a crash.
    await openAs(page, second, '/dashboard/applicant/proposals');
    await expect(page.getByText('No proposals found.')).toBeVisible();
    await expect.poll(() => namesOfCaches(page)).toEqual([expect.not.stringMatching(ofFirst[0]!)]);
    await goOffline(page, ...LISTS);
    await page.goto('/dashboard/applicant/proposals');
    await screen.expectHeading('My Proposals');
    await expect(page.getByText('No proposals found.')).toBeVisible();
    await expect(page.getByText(proposal.title)).toHaveCount(0);
    await expect.poll(() => countCached(page)).toBe(1);
    await goOnline(page);
    await openAs(page, await backstage.admin(), '/dashboard/admin/submissions');
    await expect(page.getByText(proposal.title).first()).toBeVisible();
    const addresses = (await page.evaluate(
      'caches.keys().then((names) => Promise.all(names.filter((name) => name.startsWith("portal-data-")).map((name) => caches.open(name).then((cache) => cache.keys())))).then((lists) => lists.flat().map(({ url }) => url))',
    )) as string[];
    expect(addresses.filter((address) => /admin|auth/.test(address))).toEqual([]);
  },
);
