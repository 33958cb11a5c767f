/** Many proposals at once: the list as a tool, changes in the log, failed mails, reasons. */
import { readFileSync } from 'node:fs';
import { formatShortDate } from '#domain/dates.ts';
import { expect, openAs, test } from './fixtures.ts';
import { inDays, newName } from './backstage.ts';
import { Submissions } from './pages/submissions.ts';

const REASON = 'The business is too early for this program. Please come back with figures.';

test('an admin narrows the list, saves it as a view, declines several and finds it in the log', async ({
  page,
  backstage,
  inspect,
  isMobile,
}) => {
  const admin = await backstage.createAdmin();
  const program = await backstage.createProgram();
  const namesake = await backstage.createAdmin();
  const later = inDays(40);
  await backstage.createProgram({ title: program.title, deadline_date: later });
  const names: string[] = [];
  const applicants: string[] = [];
  for (let count = 0; count < 3; count += 1) {
    const person = await backstage.createApplicant();
    names.push((await backstage.submitProposal(person, program)).title);
    applicants.push((await backstage.call<{ id: string }>('GET', '/auth/me', person)).id);
  }
  const list = new Submissions(page);
  const chip = (name: string) =>
    page.getByRole('group', { name: 'Quick filters' }).getByRole('button', { name });
  const address = `/dashboard/admin/submissions?program_id=${program.id}`;

  await test.step('a reason is kept', async () => {
    await openAs(page, admin, '/dashboard/admin/decline-reasons');
    await list.press('Add a reason');
    const title = newName('Too early');
    await list.dialog.getByLabel('Title').fill(title);
    await list.dialog.getByLabel('Reason', { exact: true }).fill(REASON);
    await list.dialog.getByRole('button', { name: 'Save' }).click();
    await expect(list.row(title)).toBeVisible();
    await inspect('decline-reasons');
  });

  await test.step('filters of every day count what they leave', async () => {
    await list.open(address);
    await list.expectMessage('3 submissions match');
    await expect(chip('Unread')).toHaveText(/3$/);
    await chip('Not decided').click();
    await expect(page).toHaveURL(/decision=undecided/);
    await expect(chip('Not decided')).toHaveAttribute('aria-pressed', 'true');
    await inspect('submissions-desk');
  });

  await test.step('two filters set at once both count', async () => {
    await list.open(address);
    await list.expectMessage('3 submissions match');
    // Before the screen has rendered the first one.
    await page.evaluate(`(() => {
      for (const name of ['Not decided', 'Unread'])
        [...document.querySelectorAll('[aria-label="Quick filters"] button')]
          .find((button) => button.textContent.startsWith(name))
          .click();
    })()`);
    await expect(page).toHaveURL(/(?=.*decision=undecided)(?=.*unread)/);
    await list.open(`${address}&decision=undecided`);
  });

  await test.step('programs of the same title are told apart by their deadlines', async () => {
    await list.filter('Program', `${program.title} (${formatShortDate(later)})`);
    await expect(page).not.toHaveURL(new RegExp(program.id));
    await list.expectMessage('No submissions match your search or filters.');
    await list.open(`${address}&decision=undecided`);
  });

  await test.step('what is unapproved is declined, or not decided yet', async () => {
    await list.filter('Status', 'Declined (Unapproved)');
    await expect(page).toHaveURL(/decision=declined/);
    await list.expectMessage('No submissions match your search or filters.');
    await list.filter('Status', 'Not decided yet (Unapproved)');
    await list.expectMessage('3 submissions match');
  });

  await test.step('the view is saved by a name', async () => {
    await page.getByText('Saved views', { exact: true }).click();
    const name = newName('Undecided');
    await page.getByLabel('Name', { exact: true }).fill(name);
    await list.press('Save this view');
    await list.expectMessage('View saved.');
    await page.getByRole('link', { name }).click();
    await expect(page).toHaveURL(new RegExp(`program_id=${program.id}&decision=undecided`));
    await page.keyboard.press('Escape');
  });

  await test.step('several by one person are found among the views', async () => {
    await page.getByText('Saved views', { exact: true }).click();
    await page.getByRole('link', { name: 'Several by one person' }).click();
    await page.keyboard.press('Escape');
    await list.expectMessage('No submissions match your search or filters.');
    await page.getByRole('button', { name: 'Several by one person', pressed: true }).click();
    await list.expectMessage('3 submissions match');
  });

  await test.step('two are exported by themselves', async () => {
    for (const name of names.slice(0, 2))
      await page.getByRole('checkbox', { name: `Select: ${name}` }).check();
    await page.getByRole('button', { name: 'Export', exact: true }).click();
    await expect(list.dialog).toContainText('2 selected submissions.');
    await expect(list.dialog.getByLabel('Format')).toHaveValue('xlsx');
    await inspect('export-selected');
    await list.dialog.getByLabel('Format').selectOption('CSV');
    const arriving = page.waitForEvent('download');
    await list.dialog.getByRole('button', { name: 'Download' }).click();
    const file = readFileSync(await (await arriving).path(), 'utf8');
    expect(names.map((name) => file.includes(name))).toEqual([true, true, false]);
    await expect(list.dialog.getByRole('link', { name: 'Save the file' })).toBeVisible();
    await list.dialog.getByRole('button', { name: 'Close' }).click();
  });

  await test.step('two are declined after a preview', async () => {
    const bar = page.getByRole('region', { name: 'Selection' });
    await expect(bar).toContainText('2 selected');
    await bar.getByRole('button', { name: 'Decline' }).click();
    await list.dialog.getByRole('button', { name: 'Review' }).click();
    await expect(list.dialog.getByRole('alert')).toContainText('reason');
    await list.dialog.getByLabel('Reason', { exact: true }).fill(REASON);
    await inspect('bulk-decline');
    await list.dialog.getByRole('button', { name: 'Review' }).click();
    await expect(list.dialog).toContainText('2 proposals will change.');
    await expect(list.dialog).toContainText('Now: 2 not decided yet, 2 unread by you.');
    const concerned = list.dialog.getByRole('region', { name: 'Who is affected' });
    for (const name of names.slice(0, 2)) await expect(concerned).toContainText(name);
    await expect(list.dialog.getByText('2 applicants get a decision')).toBeVisible();
    await expect(list.dialog.getByText(`Reason: ${REASON}`)).toBeVisible();
    await expect(list.dialog.getByRole('status')).toBeFocused();
    await inspect('bulk-decline-preview');
    const confirm = list.dialog.getByRole('button', { name: 'Decline 2 proposals' });
    await page.keyboard.press('Enter');
    await expect(confirm, 'Enter alone declines nobody').toBeVisible();
    await confirm.click();
    await list.expectMessage('2 proposals changed.');
    await list.expectMessage('1 submission matches');
    await list.open(address);
    await expect(list.row(names[0]!)).toContainText('Declined');
    await expect(list.row(names[2]!)).toContainText('Unapproved');
  });

  await test.step('all that match are shared', async () => {
    await page.getByRole('checkbox', { name: `Select: ${names[2]}` }).check();
    await list.press('Select all 3 that match');
    await page.getByRole('checkbox', { name: `Select: ${names[2]}` }).uncheck();
    await expect(page.getByText('2 selected', { exact: true })).toBeVisible();
    await list.press('Select all 3 that match');
    await list.press('Assign evenly');
    await expect(list.dialog.getByLabel(`Kofi Asante (${namesake.email})`)).toBeVisible();
    await list.dialog.getByLabel(`Kofi Asante (${admin.email})`).check();
    await list.dialog.getByLabel('How many each').fill('none');
    await list.dialog.getByRole('button', { name: 'Review' }).click();
    await expect(list.dialog.getByRole('alert')).toContainText('a whole number from 1');
    await list.dialog.getByLabel('How many each').fill('2');
    await inspect('bulk-share');
    await list.dialog.getByRole('button', { name: 'Review' }).click();
    await expect(list.dialog.getByRole('row', { name: admin.email })).toContainText('2');
    await expect(list.dialog).toContainText('2 proposals will change.');
    await expect(list.dialog).toContainText('1 proposal is left over, and stays as it is');
    await expect(list.dialog).toContainText('A colleague who is assigned proposals gets one');
    await inspect('bulk-share-preview');
    await list.dialog.getByRole('button', { name: 'Assign 2 proposals evenly' }).click();
    await list.expectMessage('2 proposals changed.');
  });

  await test.step('and so are the people of a filter, of a proposal and of the home', async () => {
    const { id } = await backstage.call<{ id: string }>('GET', '/auth/me', namesake);
    const rest = { program_id: program.id, assigned_to: 'nobody' };
    await backstage.call('POST', '/proposals/admin/bulk', {
      token: admin.token,
      json: { filter: rest, change: { assigned_to: id } },
    });
    await list.open(address);
    await list.filter('Assigned to', `Kofi Asante (${namesake.email}) (1)`);
    await list.expectMessage('1 submission matches');
    await expect(page.getByRole('option', { name: `Kofi Asante (${namesake.email})` })).toHaveCount(
      1,
    );
    await page.locator('main').getByRole('link', { name: names[0]! }).click();
    await expect(page.getByRole('combobox', { name: 'Assigned to' })).toContainText(
      `Kofi Asante (${namesake.email})`,
    );
    await list.open('/dashboard');
    const partOf = (name: string) => page.getByRole('region', { name });
    await expect(
      partOf('Left to decide').getByRole('link', {
        name: `Kofi Asante (${admin.email})`,
      }),
    ).toBeVisible();
    await list.open('/dashboard/admin/report');
    await expect(partOf('Decisions by admin')).toContainText('0 approved, 2 declined');
  });

  await test.step('filters that a link sets are seen, and taken off', async () => {
    await list.open(`${address}&applicant_id=${applicants[0]}&unread=false&flagged=false`);
    for (const name of ['Read', 'Not flagged', 'Applicant: Ama Mensah'])
      await chip(`${name}: remove this filter`).click();
    await expect(page).toHaveURL(new RegExp(`\\?program_id=${program.id}$`));
    await list.expectMessage('3 submissions match');
    await list.open(`${address}&decided_by=${applicants[0]}`);
    await chip('Decided by: Ama Mensah: remove this filter').click();
    await list.expectMessage('3 submissions match');
    await list.open(`${address}&assigned_to=${applicants[0]}`);
    await chip('Assigned to: Ama Mensah: remove this filter').click();
    await list.expectMessage('3 submissions match');
    await list.open(address);
  });

  await test.step('a row leads to its proposal, which keeps the list', async () => {
    await list.follow(names[2]!);
    await list.expectHeading(names[2]!);
    expect(new URL(page.url()).searchParams.get('list')).toBe(`program_id=${program.id}`);
  });

  await test.step('what is shown beside the business is chosen on this device', async () => {
    if (isMobile) return;
    await list.open(address);
    await page.getByText('Columns', { exact: true }).click();
    await page.getByRole('checkbox', { name: 'Region' }).uncheck();
    await page.getByRole('checkbox', { name: 'Location' }).check();
    await page.reload();
    await expect(page.getByRole('columnheader', { name: 'Location' })).toBeVisible();
    await expect(page.getByRole('columnheader', { name: 'Region' })).toHaveCount(0);
  });

  await test.step('the log tells what changed, from what to what', async () => {
    await list.open('/dashboard/admin/audit?action=proposals.review&actor=me');
    await expect(page.getByRole('link', { name: names[0]! }).first()).toBeVisible();
    await inspect('audit');
    await page.getByRole('button', { name: 'Reviewed a proposal' }).last().click();
    await expect(list.dialog).toContainText(/Decision.*(Nothing|Not decided yet).*Declined/s);
    await inspect('audit-entry');
  });

  await test.step('the home and the mail stand', async () => {
    await list.open('/dashboard');
    await expect(page.getByRole('region', { name: 'All lists' })).toBeVisible();
    await inspect('admin-desk');
    await list.open('/dashboard/admin/mail?state=all');
    await expect(page.locator('main tbody tr').first()).toBeVisible();
    await inspect('admin-mail');
    await page.locator('main tbody th button').first().click();
    await expect(list.dialog.getByRole('heading', { name: 'Message' })).toBeVisible();
    await expect(list.dialog).toContainText('@');
    await list.press('Close');
  });
});
