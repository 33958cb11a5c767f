/** Failures at the review desk, and what a phone must keep visible there. */
import type { Request } from '@playwright/test';
import type { Backstage, NamedItem, SignedIn } from '../backstage.ts';
import { expect, openAs, test } from '../fixtures.ts';
import { ReadingRoom, Submissions } from '../pages/submissions.ts';

const pathTo = ({ id }: NamedItem) => `/dashboard/admin/view-proposal/${id}`;

async function idOf(backstage: Backstage, { token }: SignedIn): Promise<string> {
  return (await backstage.call<{ id: string }>('GET', '/auth/me', { token })).id;
}

async function deactivate(backstage: Backstage, id: string): Promise<void> {
  const { token } = await backstage.admin();
  await backstage.call('PATCH', `/auth/admin/${id}/status`, { token, json: { is_active: false } });
}

test('decision, stage and assignee stay in sight, wherever one reads', async ({
  page,
  backstage,
  inspect,
}) => {
  const proposal = await backstage.createProposal();
  const room = new ReadingRoom(page);
  await openAs(page, await backstage.admin(), pathTo(proposal));
  await room.expectHeading(proposal.title);
  const parts = [
    room.desk.getByText('Not decided yet'),
    room.desk.getByRole('combobox', { name: 'Funding stage' }),
    room.desk.getByRole('combobox', { name: 'Assigned to' }),
    room.desk.getByRole('button', { name: 'Approve', exact: true }),
    room.desk.getByRole('button', { name: 'Decline' }),
    room.desk.getByRole('button', { name: 'Flag' }),
  ];
  for (const share of [0, 0.5, 1]) {
    await page.evaluate(`scrollTo(0, document.documentElement.scrollHeight * ${share})`);
    for (const part of parts) await expect(part).toBeInViewport({ ratio: 0.95 });
  }
  await inspect('room-on-a-phone');
  await room.desk.getByRole('combobox', { name: 'Funding stage' }).selectOption('Seed');
  await expect
    .poll(async () => {
      const { token } = await backstage.admin();
      const path = `/proposals/${proposal.id}/admin?peek=true`;
      return (await backstage.call<{ funding_stage: string }>('GET', path, { token }))
        .funding_stage;
    })
    .toBe('SEED');
});

test('whoever was deactivated meanwhile gets no proposal; what they had is assigned to nobody', async ({
  page,
  backstage,
}) => {
  const applicant = await backstage.createApplicant();
  const program = await backstage.createProgram();
  const [stored, wanted] = [
    await backstage.submitProposal(applicant, program),
    await backstage.submitProposal(applicant, program),
  ];
  const leaving = await idOf(backstage, await backstage.createAdmin());
  await backstage.review(stored, { assigned_to: leaving });
  const room = new ReadingRoom(page);
  const assignee = room.desk.getByRole('combobox', { name: 'Assigned to' });

  await test.step('in the room', async () => {
    await openAs(page, await backstage.admin(), pathTo(wanted));
    await room.expectHeading(wanted.title);
    await expect(assignee.locator(`option[value="${leaving}"]`)).toHaveCount(1);
    await deactivate(backstage, leaving);
    await assignee.selectOption(leaving);
    await room.expectMessage('This person is not an active admin');
    await expect(assignee).toHaveValue('');
    // Admins who would be refused are not offered again.
    await expect(assignee.locator(`option[value="${leaving}"]`)).toHaveCount(0);
  });

  await test.step('what they had', async () => {
    await room.open(pathTo(stored));
    await expect(assignee).toHaveValue('');
    await expect(assignee.locator(`option[value="${leaving}"]`)).toHaveCount(0);
  });
});

/** By how many CSS pixels the focused element is under the bar of a form, wherever it stands. */
const UNDER_THE_BAR = `(() => {
  const bar = document.querySelector('form button[type=submit]').closest('div');
  const focused = document.activeElement;
  if (bar.contains(focused)) return -1;
  const [own, its] = [focused.getBoundingClientRect(), bar.getBoundingClientRect()];
  return Math.min(own.bottom - its.top, its.bottom - own.top);
})()`;

test('a flag after a decision leaves the undo of the decision where it is', async ({
  page,
  backstage,
}) => {
  const proposal = await backstage.createProposal();
  const room = new ReadingRoom(page);
  const answers: string[] = [];
  const isChange = (request: Request) => request.method() === 'PATCH';
  page.on('response', (answer) => {
    if (isChange(answer.request())) answers.push(String(answer.status()));
  });
  page.on('requestfailed', (request) => {
    if (isChange(request)) answers.push(request.failure()?.errorText ?? 'failed');
  });
  await openAs(page, await backstage.createAdmin(), pathTo(proposal));
  await room.expectHeading(proposal.title);
  await room.desk.getByRole('button', { name: 'Approve', exact: true }).click();
  await room.desk.getByRole('button', { name: 'Flag' }).click();
  await expect(room.desk.getByRole('button', { name: 'Flagged' })).toBeVisible();
  await page.getByRole('button', { name: /^Undo/ }).click();
  await expect(room.desk).toContainText('Not decided yet');
  await expect.poll(() => answers).toEqual(['200', '200', '200']);
  const path = `/proposals/${proposal.id}/admin?peek=true`;
  const { token } = await backstage.admin();
  await expect
    .poll(() => backstage.call<Record<string, unknown>>('GET', path, { token }))
    .toMatchObject({ decision: 'undecided', flagged: true });
});

test('a part whose script does not arrive says so; the room is there', async ({
  page,
  backstage,
}) => {
  const proposal = await backstage.createProposal();
  const room = new ReadingRoom(page);
  await page.route('**/assets/touch-view-*.js', (route) => route.abort());
  await openAs(page, await backstage.createAdmin(), pathTo(proposal));
  await room.expectHeading(proposal.title);
  await page.getByRole('button', { name: 'History' }).click();
  const part = page.getByRole('region', { name: 'History' });
  await expect(part.getByRole('alert')).toContainText('This part could not be loaded.');
  await room.desk.getByRole('button', { name: 'Approve', exact: true }).click();
  await expect(room.desk).toContainText('Approved');
});

test('an answer older than a change does not undo the change', async ({ page, backstage }) => {
  const proposal = await backstage.createProposal();
  const room = new ReadingRoom(page);
  const now = Date.now();
  await page.clock.setFixedTime(now);
  await openAs(page, await backstage.createAdmin(), pathTo(proposal));
  await room.expectHeading(proposal.title);
  const change = Promise.withResolvers<void>();
  const reading = Promise.withResolvers<void>();
  const path = new RegExp(`/proposals/${proposal.id}/admin(\\?.*)?$`);
  await page.route(path, async (route) => {
    if (route.request().method() === 'PATCH') {
      await change.promise;
      return route.continue();
    }
    const old = await route.fetch();
    change.resolve();
    await reading.promise;
    return route.fulfill({ response: old }).catch(() => undefined);
  });
  await room.desk.getByRole('button', { name: 'Flag' }).click();
  // What is shown counts as old, and the reader comes back to the window.
  await page.clock.setFixedTime(now + 60_000);
  const saved = page.waitForResponse((answer) => answer.request().method() === 'PATCH');
  await page.evaluate("dispatchEvent(new Event('visibilitychange'))");
  await saved;
  const isReading = (request: Request) => request.method() === 'GET' && path.test(request.url());
  const over = Promise.race([
    page.waitForEvent('requestfinished', isReading),
    page.waitForEvent('requestfailed', isReading),
  ]);
  reading.resolve();
  await over;
  await page.unroute(path);
  await room.desk.getByRole('button', { name: 'Flagged' }).click();
  const { token } = await backstage.admin();
  await expect
    .poll(() =>
      backstage.call<Record<string, unknown>>('GET', `/proposals/${proposal.id}/admin?peek=true`, {
        token,
      }),
    )
    .toMatchObject({ flagged: false });
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('a preview that fails cannot be confirmed as the one before it', async ({
  page,
  backstage,
}) => {
  const program = await backstage.createProgram();
  const { title } = await backstage.submitProposal(await backstage.createApplicant(), program);
  const list = new Submissions(page);
  const preview = list.dialog.getByRole('button', { name: 'Review' });
  await openAs(
    page,
    await backstage.admin(),
    `/dashboard/admin/submissions?program_id=${program.id}`,
  );
  await page.getByRole('checkbox', { name: `Select: ${title}` }).check();
  await page
    .getByRole('region', { name: 'Selection' })
    .getByRole('button', { name: 'Decline' })
    .click();
  await list.dialog.getByLabel('Reason', { exact: true }).fill('The accounts are missing.');
  await preview.click();
  await expect(list.dialog).toContainText('1 proposal will change.');
  await list.dialog.getByRole('button', { name: 'Back' }).click();
  await list.dialog.getByLabel('Reason', { exact: true }).fill('It came without its accounts.');
  await page.route('**/proposals/admin/bulk', (route) => route.abort());
  await preview.click();
  await expect(list.dialog.getByRole('alert')).toContainText('Check your connection');
  await expect(preview).toBeVisible();
  await expect(list.dialog.getByRole('button', { name: 'Decline 1 proposal' })).toHaveCount(0);
});

test('what takes the focus is never under the bar with the save button', async ({
  page,
  backstage,
}) => {
  for (const path of ['create-post', 'manage-proposals/create']) {
    await openAs(page, await backstage.admin(), `/dashboard/admin/${path}`);
    const editor = page.locator('[contenteditable="true"]');
    await expect(editor).toBeVisible();
    const save = page.getByRole('button', { name: /^Create a/ });
    await page.locator('main h1').focus();
    const stops: string[] = [];
    do {
      await page.keyboard.press('Tab');
      await expect.poll(() => page.evaluate(UNDER_THE_BAR)).toBeLessThanOrEqual(0);
      stops.push(await page.evaluate('document.activeElement.tagName'));
    } while (!(await save.evaluate((button) => button === button.ownerDocument.activeElement)));
    expect(stops).toContain('DIV');
  }
});

/** Firefox 97, as far as Chromium can be made to resemble it. */
const WITHOUT_DIALOGS = `
  for (const name of ['open', 'showModal', 'close']) delete HTMLDialogElement.prototype[name];
  delete window.HTMLDialogElement;`;

test('in a browser without dialogs they open too, and Escape gives the focus back', async ({
  page,
  backstage,
}) => {
  await page.addInitScript(WITHOUT_DIALOGS);
  // What brings dialogs is late, and somebody presses meanwhile.
  await page.route('**/dialog-polyfill*', async (route) => {
    const press = page.getByRole('button', { name: 'Add a reason' }).click({ timeout: 3000 });
    await Promise.allSettled([press]);
    await route.continue();
  });
  await openAs(page, await backstage.admin(), '/dashboard/admin/decline-reasons');
  const list = new Submissions(page);
  await list.press('Add a reason');
  await expect(list.dialog.getByLabel('Title')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(list.dialog).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Add a reason' })).toBeFocused();
});
