/** A phone that several people use: what it keeps of a person who has logged out. */
import type { Page } from '@playwright/test';
import type { SignedIn } from './backstage.ts';
import { expect, openAs, test } from './fixtures.ts';
import { fillProposal, submitPath } from './pages/filled-proposal.ts';
import { Screen } from './pages/screen.ts';
import { ReadingRoom } from './pages/submissions.ts';

/** Everything that the browser stores for this site, except for the screens of the build. */
const READ_STORAGE = `(async () => {
  const databases = await indexedDB.databases();
  const readCache = async (name) => {
    const cache = await caches.open(name);
    const read = async (request) => request.url + await (await cache.match(request, { ignoreVary: true })).text();
    return [name, ...await Promise.all((await cache.keys()).map(read))];
  };
  const names = (await caches.keys()).filter((name) => !name.startsWith('portal-shell-'));
  const cached = await Promise.all(names.map(readCache));
  return JSON.stringify([{ ...localStorage }, { ...sessionStorage }, databases, cached, document.cookie]);
})()`;
const readStorage = (page: Page) => page.evaluate(READ_STORAGE) as Promise<string>;
const PRIVATE_KEYS = ['draft:', 'document-link:', 'token', 'root', 'portal-data-'];

/** Neither the person's address and session, nor these words. */
async function expectNothingOf(page: Page, { email, token }: SignedIn, words: string[]) {
  const found = async () => {
    const stored = await readStorage(page);
    return [email, token, ...PRIVATE_KEYS, ...words].filter((word) => stored.includes(word));
  };
  await expect.poll(found).toEqual([]);
}

/** Types into a field of a screen, and waits until the device has it. */
async function typeOn(
  page: Page,
  { path, label, text }: Record<'path' | 'label' | 'text', string>,
) {
  await new Screen(page).open(path);
  await page.getByLabel(label, { exact: true }).fill(text);
  await expect.poll(() => readStorage(page)).toContain(text);
}

test.describe('with a worker that keeps screens for offline use', () => {
  test.use({ serviceWorkers: 'allow' });

  test(
    'after a logout nothing of an applicant stays on the phone, not even names of files',
    { tag: '@phone' },
    async ({ page, backstage }) => {
      const [person, program] = [
        await backstage.createApplicant(),
        await backstage.createProgram(),
      ];
      const { id } = await backstage.call<{ id: string }>('GET', '/auth/me', {
        token: person.token,
      });
      const form = await fillProposal(page, person, program);
      await form.expectReady();
      await form.expectSaved();
      await page.getByLabel('Business name').fill('Zongo Lamps');
      await form.logOut();
      await expectNothingOf(page, person, [
        id,
        'Zongo Lamps',
        'deck.pdf',
        'financials.pdf',
        program.id,
      ]);
      // It was sent before.
      await openAs(page, await backstage.signIn(person), submitPath(program));
      await expect(page.getByLabel('Business name')).toHaveValue('Zongo Lamps');
      await form.openStep('Documents');
      await expect(page.getByText('deck.pdf').first()).toBeVisible();
    },
  );
});

test(
  'whoever logs out is asked about what is saved nowhere else, and can stay',
  { tag: '@phone' },
  async ({ page, backstage }) => {
    const person = await backstage.createApplicant();
    const proposal = await backstage.submitProposal(person, await backstage.createProgram());
    const editPath = `/dashboard/applicant/edit-proposal/${proposal.id}`;
    await openAs(page, person, '/dashboard');
    await typeOn(page, { path: editPath, label: 'Business location', text: 'Zebilla' });
    await typeOn(page, { path: '/contact-us', label: 'Message', text: 'Ziggurats' });
    const screen = await new Screen(page).open('/dashboard');
    await screen.beginLogOut();
    await expect(screen.dialog).toContainText('not saved');
    await screen.dialog.getByRole('link', { name: 'Changes to a proposal' }).click();
    await expect(page).toHaveURL(new RegExp(`${editPath}$`));
    await screen.expectMessage('We saved what you typed');
    await screen.beginLogOut();
    await screen.dialog.getByRole('button', { name: 'Log out' }).click();
    await screen.expectMessage('You have been logged out.');
    await expectNothingOf(page, person, [proposal.id, 'Zebilla', 'Ziggurats']);
  },
);

test(
  'a logout in one tab leaves nothing of the person in another one, wherever it is',
  { tag: '@phone' },
  async ({ page, context, backstage }) => {
    const person = await backstage.createApplicant();
    const { id } = await backstage.call<{ id: string }>('GET', '/auth/me', { token: person.token });
    const proposal = await backstage.submitProposal(person, await backstage.createProgram());
    const screen = new Screen(page);
    const reading = new Screen(await context.newPage());
    const outside = new Screen(await context.newPage());
    await openAs(page, person, '/dashboard');
    await screen.expectHeading('Dashboard');
    await reading.open(`/dashboard/applicant/view-proposal/${proposal.id}`);
    await reading.expectHeading(proposal.title);
    // As after a session that ended there.
    await outside.open('/contact-us');
    await outside.page.evaluate(`sessionStorage.setItem('next', '${id}/dashboard/profile')`);
    await screen.logOut();
    for (const other of [reading, outside])
      await expectNothingOf(other.page, person, [id, proposal.id]);
    await reading.page.waitForURL('/');
    await expectNothingOf(reading.page, person, [id, proposal.id]);
  },
);

test(
  'after a logout nothing of an admin stays on the computer',
  { tag: '@phone' },
  async ({ page, backstage }) => {
    const [admin, proposal] = [await backstage.createAdmin(), await backstage.createProposal()];
    const room = new ReadingRoom(page);
    await openAs(page, admin, '/dashboard');
    await room.expectHeading('Dashboard');
    await room.open(`/dashboard/admin/view-proposal/${proposal.id}`);
    await room.desk.getByRole('button', { name: 'Decline' }).click();
    await room.reason.fill('Zealous words');
    await page.getByLabel('New note').fill('Zippy note');
    await room.beginLogOut();
    await room.dialog.getByRole('button', { name: 'Log out' }).click();
    await room.expectMessage('You have been logged out.');
    await expectNothingOf(page, admin, [proposal.id, proposal.title, 'Zealous', 'Zippy']);
  },
);
