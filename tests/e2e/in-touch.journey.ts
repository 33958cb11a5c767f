/** What the firm and an applicant have to tell each other about a proposal after the deadline. */
import { expect, openAs, test } from './fixtures.ts';
import { Screen } from './pages/screen.ts';
import { inDays } from './backstage.ts';

// What applicants fill in, on their phones; on translated pages too.
test.use({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });

test(
  'they write to each other; what is typed and not sent is kept',
  { tag: '@desktop' },
  async ({ page, browser, backstage, inspect }) => {
    const program = await backstage.createProgram();
    const applicant = await backstage.createApplicant();
    const proposal = await backstage.submitProposal(applicant, program);
    const admin = await backstage.createAdmin();
    await backstage.call('POST', `/proposals/${proposal.id}/messages`, {
      token: admin.token,
      json: { text: 'Which branch of the bank is it?' },
    });
    const own = `/dashboard/applicant/view-proposal/${proposal.id}`;
    await openAs(page, applicant, own);
    await expect(page.getByText('Which branch of the bank is it?')).toBeVisible();
    await page.getByLabel('Your message').fill('The one in Tamale.');
    await inspect('own-messages');
    await page.reload();
    const unread = page.locator('#messages summary');
    await expect(unread).toBeVisible();
    await unread.click();
    await expect(page.getByLabel('Your message')).toHaveValue('The one in Tamale.');
    await page.getByRole('button', { name: 'Send message' }).click();
    await expect(page.getByLabel('Your message')).toHaveValue('');
    await expect(page.locator('#messages li')).toHaveCount(2);

    const desk = await browser.newPage();
    await openAs(desk, admin, `/dashboard/admin/view-proposal/${proposal.id}`);
    await desk.getByRole('button', { name: 'Messages 1 new' }).click();
    await expect(desk.getByText('The one in Tamale.')).toBeVisible();
    await inspect('room-messages', desk);
    await desk.close();
  },
);

test(
  'lists and homes say what is new and what is asked for',
  { tag: '@desktop' },
  async ({ page, browser, backstage, inspect }) => {
    const applicant = await backstage.createApplicant();
    const program = await backstage.createProgram();
    const proposal = await backstage.submitProposal(applicant, program);
    const admin = await backstage.createAdmin();
    const write = ({ token }: { token: string }, text: string) =>
      backstage.call('POST', `/proposals/${proposal.id}/messages`, { token, json: { text } });
    await write(admin, 'Which branch of the bank is it?');
    for (const text of ['The one in Tamale.', 'By the market.']) await write(applicant, text);

    for (const path of ['/dashboard/applicant/proposals', '/dashboard']) {
      if (path === '/dashboard') await page.goto(path);
      else await openAs(page, applicant, path);
      await expect(page.locator('main')).toContainText('1 new message');
      await inspect(path === '/dashboard' ? 'own-home-waiting' : 'own-proposals-waiting');
    }

    const desk = await browser.newPage();
    await openAs(desk, admin, `/dashboard/admin/submissions?program_id=${program.id}`);
    const row = desk.locator('tbody tr').filter({ hasText: proposal.title });
    await expect(row).toContainText('2 new messages');
    const chip = desk.getByRole('button', { name: /^New messages/ });
    await expect(chip).toHaveText(/1$/);
    await chip.click();
    await expect(desk).toHaveURL(/has_unread_messages=true/);
    await expect(row).toBeVisible();
    await inspect('submissions-waiting', desk);
    await desk.goto('/dashboard');
    await expect(desk.getByRole('link', { name: 'New messages' })).toHaveAttribute(
      'href',
      /has_unread_messages=true/,
    );
    await inspect('admin-home-waiting', desk);
    await desk.close();
  },
);

test(
  'an admin gives one applicant more time, who sees until when',
  { tag: '@desktop' },
  async ({ page, browser, backstage, inspect }) => {
    const program = await backstage.createProgram();
    const applicant = await backstage.createApplicant();
    const proposal = await backstage.submitProposal(applicant, program);
    const admin = await backstage.createAdmin();
    const desk = await browser.newPage();
    await openAs(desk, admin, `/dashboard/admin/proposals/${program.id}/edit`);
    await new Screen(desk).follow('Extensions');
    const form = desk.locator('section', { hasText: 'More time for one applicant' });
    await form.getByLabel('Applicant’s email').fill(applicant.email);
    await form.getByLabel('New deadline (GMT)').fill(inDays(40).slice(0, 16));
    await form.getByLabel('Reason').fill('The power was out in Tamale.');
    await form.getByRole('button', { name: 'Extend the deadline' }).click();
    await expect(form.getByText('The power was out in Tamale.')).toBeVisible();
    await inspect('extension', desk);
    await openAs(page, applicant, `/dashboard/applicant/view-proposal/${proposal.id}`);
    await expect(page.getByText(/^Extended for you until/).first()).toBeVisible();
    await inspect('extended');

    await form.getByRole('button', { name: /^Withdraw:/ }).click();
    const question = desk.getByRole('dialog');
    await expect(question).toContainText('the program’s own deadline of');
    await expect(question).toContainText('What they have submitted stays');
    await question.getByRole('button', { name: 'Cancel' }).click();
    await expect(form.getByRole('button', { name: /^Withdraw:/ })).toHaveCount(1);
    await form.getByRole('button', { name: /^Withdraw:/ }).click();
    await question.getByRole('button', { name: 'Withdraw' }).click();
    await expect(form.getByText('No extensions yet.')).toBeVisible();
    await desk.close();
  },
);

test(
  'with more time than others, the closed program takes my proposal',
  { tag: '@desktop' },
  async ({ page, browser, backstage, inspect }) => {
    const program = await backstage.createProgram();
    const applicant = await backstage.createApplicant();
    const admin = await backstage.createAdmin();
    await backstage.call('POST', `/programs/${program.id}/extensions`, {
      token: admin.token,
      json: { email: applicant.email, until: inDays(40), reason: 'The power was out in Tamale.' },
    });
    await backstage.moveDeadline(program, inDays(-1));
    const address = `/national-pitch-trek/programs/${program.id}`;
    const apply = `Apply Now: ${program.title}`;
    const visitor = await browser.newPage();
    await visitor.goto(address);
    await visitor.getByRole('link', { name: apply }).click();
    await expect(visitor.getByRole('dialog')).toContainText('Application Closed');
    await expect(visitor.getByText(/^Extended for you/)).toHaveCount(0);
    await visitor.close();

    const extended = page.getByText(/Extended for you until \d/).first();
    await openAs(page, applicant, '/dashboard');
    await expect(extended).toBeVisible();
    await page.goto('/national-pitch-trek/programs');
    const listed = page.getByRole('listitem').filter({ hasText: program.title });
    await expect(listed).toContainText('Extended for you until');
    await expect(listed).toContainText(/\d+ days left/);
    await expect(listed).not.toContainText('Closed');
    await listed.getByRole('link', { name: `Apply: ${program.title}` }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Submit a proposal');
    await page.goto(address);
    await expect(extended).toBeVisible();
    const closed = page.getByRole('main').getByText('Closed').filter({ visible: true });
    await expect(closed, 'one state, and a true one').toHaveCount(0);
    await expect(page.getByRole('complementary')).toContainText(/\d+ days left/);
    await inspect('program-extended');
    await page.getByRole('link', { name: apply }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Submit a proposal');
    await expect(extended).toBeVisible();
    await page.goto('/dashboard/available-programs');
    const row = page.getByRole('listitem').filter({ hasText: program.title });
    await expect(row).toContainText('Extended for you until');
    await inspect('programs-extended');
  },
);

test('an admin asks for the answer to a question, and sees what has changed', async ({
  page,
  browser,
  backstage,
  inspect,
}) => {
  const books = 'Who keeps the books?';
  const program = await backstage.createProgram({
    questions: [
      { kind: 'short_text', label: books },
      { kind: 'yes_no', label: 'Is your business registered?' },
    ],
  });
  const applicant = await backstage.createApplicant();
  const proposal = await backstage.submitProposal(applicant, program, {
    answers: { [program.questions![0]!.id]: 'My sister' },
  });
  await backstage.moveDeadline(program, inDays(-1));
  const admin = await backstage.createAdmin();
  const desk = await browser.newPage();
  await openAs(desk, admin, `/dashboard/admin/view-proposal/${proposal.id}`);
  await desk.getByRole('button', { name: 'Requests', exact: true }).click();
  const requests = desk.getByRole('region', { name: 'Requests' });
  await requests.getByLabel('What should change').fill('Please name a bookkeeper.');
  await requests.getByLabel(books).check();
  await inspect('ask-for-answer', desk);
  await requests.getByRole('button', { name: 'Ask for changes' }).click();
  await expect(requests.getByRole('listitem').first()).toContainText(books);
  await desk.goto(`/dashboard/admin/submissions?program_id=${program.id}&has_open_request=true`);
  await expect(desk.locator('tbody tr').filter({ hasText: proposal.title })).toContainText(
    'Changes due by',
  );
  await desk.close();

  await openAs(page, applicant, `/dashboard/applicant/view-proposal/${proposal.id}`);
  await expect(page.locator('#request')).toContainText(`You can change: ${books}`);
  await inspect('asked-for-answer');
  await page.getByRole('button', { name: 'I’ve made the changes', exact: true }).click();
  const question = page.getByRole('dialog', { name: 'Have you changed everything?' });
  await expect(question).toContainText('You have not changed anything yet.');
  await inspect('answer-asked');
  await question.getByRole('button', { name: 'Not yet' }).click();
  await page.getByRole('link', { name: 'Change your proposal' }).click();
  await expect(page.getByText('Please name a bookkeeper.')).toBeVisible();
  await expect(
    page.getByText(/^Change what we asked for, by .+ GMT\. Everything else/),
  ).toBeVisible();
  await page.getByLabel(books).fill('Adwoa Addo');
  await expect(page.getByLabel('Business name')).toHaveCount(0);
  // The changes arrive, the answer does not: the proposal says so, and has a button for it.
  await page.route('**/answer', (route) => route.abort());
  await page.getByRole('button', { name: 'Send my changes' }).click();
  await expect(page.locator('#request')).toContainText(`You have changed: ${books}`);
  await expect(page.getByText('Adwoa Addo')).toBeVisible();
  await inspect('answer-saved');
  await page.unroute('**/answer');
  await page.getByRole('link', { name: 'Change your proposal' }).click();
  await page.getByLabel(books).fill('Adwoa Addo of Tamale');
  await page.getByRole('button', { name: 'Send my changes' }).click();
  await expect(page.getByText('Adwoa Addo of Tamale')).toBeVisible();
  await expect(page.locator('#request')).toHaveCount(0);

  const after = await browser.newPage();
  await openAs(after, admin, `/dashboard/admin/view-proposal/${proposal.id}`);
  await after.getByRole('button', { name: 'Requests', exact: true }).click();
  const changed = after.getByRole('region', { name: 'Versions' });
  await expect(changed).toContainText('My sister');
  await expect(changed).toContainText('Adwoa Addo');
  await after.close();
});
