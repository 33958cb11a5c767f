/** One person on two devices: what the other one has saved meanwhile is shown beside one's own. */
import { faqInput, postForm } from '../factories.ts';
import { picture } from '../image-samples.ts';
import { newName } from './backstage.ts';
import { expect, openAs, test } from './fixtures.ts';
import { createJudge } from './judging-world.ts';
import { Screen } from './pages/screen.ts';

const changed = { name: 'Somebody changed this' };

test('a profile: one may save what one typed', { tag: '@phone' }, async ({ page, backstage }) => {
  const applicant = await backstage.createApplicant();
  const { token } = applicant;
  const screen = new Screen(page);
  await openAs(page, applicant, '/dashboard/edit-profile');
  await screen.fill({ 'First name': 'Akosua' });
  await backstage.call('PATCH', '/auth/me', { token, json: { first_name: 'Efua' } });
  await screen.press('Save');
  const conflict = page.getByRole('alert', changed);
  await expect(conflict).toContainText(/First name\s*Saved now\s*Efua\s*Yours\s*Akosua/);
  await conflict.getByRole('button', { name: 'Save mine' }).click();
  await screen.expectMessage('Profile updated successfully!');
  const saved = await backstage.call<object>('GET', '/auth/me', { token });
  expect(saved).toMatchObject({ first_name: 'Akosua' });
});

test('a proposal: one may take what is saved', { tag: '@phone' }, async ({ page, backstage }) => {
  const applicant = await backstage.createApplicant();
  const { token } = applicant;
  const { id } = await backstage.submitProposal(applicant, await backstage.createProgram());
  const screen = new Screen(page);
  await openAs(page, applicant, `/dashboard/applicant/edit-proposal/${id}`);
  const place = page.getByLabel('Business location');
  await place.fill('Wa');
  await backstage.call('PATCH', `/proposals/${id}`, {
    token,
    json: { business_location: 'Ada Foah' },
  });
  await screen.press('Save');
  const conflict = page.getByRole('alert', changed);
  await expect(conflict).toContainText(/Business location\s*Saved now\s*Ada Foah\s*Yours\s*Wa/);
  await conflict.getByRole('button', { name: 'Use the saved version' }).click();
  await expect(conflict).toBeHidden();
  await expect(place).toHaveValue('Ada Foah');
  await page.reload();
  await expect(place).toHaveValue('Ada Foah');
});

test(
  'a note typed in two tabs: the newer one is shown, and the other one can be brought back',
  { tag: '@phone' },
  async ({ page, context, backstage }) => {
    const [admin, proposal] = [await backstage.createAdmin(), await backstage.createProposal()];
    const path = `/dashboard/admin/view-proposal/${proposal.id}`;
    const rooms = [new Screen(page), new Screen(await context.newPage())];
    await openAs(page, admin, '/dashboard');
    for (const room of rooms) await room.open(path);
    const write = async ({ page: tab }: Screen, text: string) => {
      await tab.getByLabel('New note').fill(text);
      await expect.poll(() => tab.evaluate('JSON.stringify({ ...localStorage })')).toContain(text);
    };
    await write(rooms[0]!, 'Ring the bank.');
    await write(rooms[1]!, 'Ask for the lease.');
    const [room, note] = [rooms[0]!, page.getByLabel('New note')];
    await page.reload();
    await room.expectMessage('There is another version of what you wrote');
    await expect(note).toHaveValue('Ask for the lease.');
    await room.press('Show the other one');
    await expect(note).toHaveValue('Ring the bank.');
    await room.press('Add note');
    await expect(page.getByRole('listitem').filter({ hasText: 'Ring the bank.' })).toBeVisible();
    await expect(note).toHaveValue('');
    await room.press('Restore it');
    await expect(note).toHaveValue('Ask for the lease.');
  },
);

test(
  'interests of a judge: one may take what is saved',
  { tag: '@phone' },
  async ({ page, backstage, mailbox }) => {
    const judge = await createJudge(backstage, mailbox);
    const { token } = judge;
    const screen = new Screen(page);
    await openAs(page, judge, '/dashboard/judging/interests');
    const organisations = page.getByLabel('Organisations');
    await organisations.fill('Mine Ltd');
    await backstage.call('PATCH', '/judges/me', {
      token,
      json: { organisations: ['Saved Ltd'] },
    });
    await screen.press('Save');
    const conflict = page.getByRole('alert', changed);
    await expect(conflict).toContainText(/Saved now\s*Saved Ltd\s*Yours\s*Mine Ltd/);
    await conflict.getByRole('button', { name: 'Use the saved version' }).click();
    await expect(organisations).toHaveValue('Saved Ltd');
  },
);

test(
  'a save whose answer is lost is no conflict: one saves again, and is asked nothing',
  { tag: '@phone' },
  async ({ page, backstage }) => {
    const admin = await backstage.createAdmin();
    const { token } = admin;
    const program = await backstage.createProgram();
    const faq = await backstage.call<{ id: string }>('POST', '/faqs/', { token, json: faqInput() });
    const image = await picture();
    const post = await backstage.call<{ id: string }>('POST', '/cms/', {
      token,
      data: postForm({ featured: image, gallery: [image] }),
    });
    const screen = new Screen(page);
    await openAs(page, admin, '/dashboard');
    const forms = [
      ['/dashboard/edit-my-profile', 'First name', 'Profile updated successfully!'],
      [`/dashboard/admin/faq/${faq.id}/edit`, 'Answer', 'FAQ updated successfully.'],
      [`/dashboard/admin/proposals/${program.id}/edit`, 'Title', 'Program updated successfully!'],
      [`/dashboard/admin/post/${post.id}/edit`, 'Title', 'Post updated successfully!'],
    ] as const;
    for (const [path, label, done] of forms)
      await test.step(path, async () => {
        await screen.open(path);
        await screen.fill({ [label]: newName('Lost') });
        const stored = page.waitForEvent('requestfailed', (one) => one.method() === 'PATCH');
        await page.route('**/api/v1/**', async (route) => {
          if (route.request().method() !== 'PATCH') return route.fallback();
          await route.fetch();
          await route.abort();
        });
        await screen.press('Save');
        await stored;
        await page.unrouteAll();
        await screen.press('Save');
        await screen.expectMessage(done);
        await expect(page.getByRole('alert', changed)).toHaveCount(0);
      });
  },
);
