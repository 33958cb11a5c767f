/** What came in on paper, corrected; and what others work on, handed over or let go. */
import { makePdf } from '../pdf-samples.ts';
import { inDays, newName, type Backstage, type NamedItem, type SignedIn } from './backstage.ts';
import { expect, openAs, test } from './fixtures.ts';
import type { Mailbox } from './mailbox.ts';

type Entered = { id: string; receipt_number: string; applicant: { id: string } };

/** Of somebody without an email address, a day ago. */
async function enter(backstage: Backstage, { token }: SignedIn, program: NamedItem, more = {}) {
  const data = new FormData();
  for (const [name, value] of Object.entries({
    ...{ first_name: 'Esi', last_name: 'Boateng', phone_number: '0244000111', region: 'Volta' },
    ...{ program_id: program.id, business_name: 'Keta Salt Works', business_location: 'Keta' },
    ...{ received_at: inDays(-1), reason: 'Handed in at the counter in Ho.', ...more },
  }))
    data.set(name, value);
  const pdf = new File([new Uint8Array(await makePdf())], 'page.pdf', { type: 'application/pdf' });
  for (const kind of ['pitch_deck', 'financials', 'evidence']) data.set(kind, pdf);
  return backstage.call<Entered>('POST', '/proposals/admin/on-behalf', { token, data });
}

/** Somebody who has accepted to work on it. */
async function join(backstage: Backstage, mailbox: Mailbox, owner: SignedIn, shared: string) {
  const member = await backstage.createApplicant();
  const json = { email: member.email };
  await backstage.call('POST', `${shared}/members`, { token: owner.token, json });
  const { text } = await mailbox.waitFor(member.email, /\/invitation\//);
  const [link] = /\/invitation\/[\w-]{43}/.exec(text ?? '')!;
  await backstage.call('POST', link.replace('invitation', 'invitations'), { token: member.token });
  return member;
}

test(
  'an admin sees how a paper proposal came in, corrects it once, and reads when that is over',
  { tag: '@desktop' },
  async ({ page, backstage, inspect }) => {
    const admin = await backstage.createAdmin();
    const program = await backstage.createProgram();
    const { id, receipt_number: first } = await enter(backstage, admin, program);
    await openAs(page, admin, `/dashboard/admin/view-proposal/${id}`);
    const entry = page.getByRole('region', { name: 'Entered by us' });
    await expect(entry).toContainText('Handed in at the counter in Ho.');
    await expect(entry).toContainText('Kofi Asante');
    await expect(entry).toContainText(/evidence.*\.pdf.*1 page/);
    await inspect('entered');
    await entry.getByRole('link', { name: 'Correct what was entered' }).click();

    await expect(page.getByText(`A new receipt replaces ${first}.`)).toBeVisible();
    await expect(page.getByLabel('Business name')).toHaveValue('Keta Salt Works');
    await expect(page.getByLabel('Region')).toHaveValue('Volta');
    await page.getByLabel('Business name').fill('Keta Salt and Spice');
    await page.getByLabel('Last name').fill('Agbeko');
    await page.getByRole('button', { name: 'Save the correction' }).click();
    await expect(page.getByRole('alert').first()).toContainText(
      /Enter a reason of 10 to 500 characters/,
    );
    await inspect('correction');
    await page.getByLabel('Why you are correcting it').fill('The name was misread.');

    // Somebody else corrects only the phone number meanwhile.
    const other = new FormData();
    other.set('phone_number', '0244000999');
    other.set('reason', 'She called from another number.');
    await backstage.call('PATCH', `/proposals/${id}/on-behalf`, { ...admin, data: other });
    await page.getByRole('button', { name: 'Save the correction' }).click();
    const conflict = page.getByRole('alert', { name: 'Somebody changed this' });
    await expect(conflict).toContainText('0244000999');
    await expect(conflict).toContainText('Agbeko');
    await inspect('correction-conflict');
    await conflict.getByRole('button', { name: 'Use the saved version' }).click();
    await expect(page.getByLabel('Phone number')).toHaveValue('0244000999');
    await expect(page.getByLabel('Last name')).toHaveValue('Boateng');
    await page.getByLabel('Business name').fill('Keta Salt and Spice');
    await page.getByLabel('Last name').fill('Agbeko');
    await page.getByLabel('Why you are correcting it').fill('The name was misread.');
    const file = { mimeType: 'application/pdf', buffer: await makePdf({ pages: 2 }) };
    await page.getByLabel('What shows when it came in').setInputFiles({ name: 'b.pdf', ...file });
    await page.getByRole('button', { name: 'Save the correction' }).dblclick();
    await expect(page).toHaveURL(/\/receipt$/);
    await expect(page.getByRole('main')).toContainText('Keta Salt and Spice');
    await expect(page.getByRole('main')).toContainText('Esi Agbeko');
    await expect(page.getByRole('main')).not.toContainText(first);
    await expect(page.getByRole('main')).toContainText('tell us your email address');

    await page.goto(`/dashboard/admin/view-proposal/${id}`);
    await expect(entry).toContainText('The name was misread.');
    await expect(entry).toContainText('2 pages');
    await expect(entry.getByText('The name was misread.')).toHaveCount(1);
    await backstage.review({ id, title: '' }, { decision: 'approved' });
    await page.reload();
    await expect(entry).toContainText('can no longer be corrected');
    await page.goto(`/dashboard/admin/on-behalf?proposalId=${id}`);
    await expect(page.getByRole('main')).toContainText('can no longer be corrected');
    await inspect('correction-over');
  },
);

test(
  'once the time to enter it is over, only what was asked for is changed, and the answer sent for them',
  { tag: '@desktop' },
  async ({ page, backstage, inspect }) => {
    const admin = await backstage.createAdmin();
    const { token } = admin;
    const program = await backstage.createProgram();
    const { id } = await enter(backstage, admin, program);
    await backstage.moveDeadline(program, inDays(-15));
    const json = { text: 'Which name is it?', fields: ['business_name'], due_at: inDays(5) };
    await backstage.call('POST', `/proposals/${id}/requests`, { token, json });
    await openAs(page, admin, `/dashboard/admin/view-proposal/${id}`);
    await page.getByRole('button', { name: 'Requests' }).click();
    await page.getByRole('link', { name: 'Enter their changes' }).click();
    await expect(page.getByText('only what the open request asks for')).toBeVisible();
    await expect(page.getByLabel('Business location')).toHaveCount(0);
    await expect(page.getByLabel('First name')).toHaveCount(0);
    await expect(page.getByLabel('What shows when it came in')).toHaveCount(0);
    await page.getByLabel('Business name').fill('Anloga Salt Works');
    await page.getByLabel('Why you are correcting it').fill('She said so on the phone.');
    await inspect('correction-asked');
    await page.getByRole('button', { name: 'Save the correction' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Anloga Salt Works');
    await page.getByRole('button', { name: 'Requests' }).click();
    await page.getByRole('button', { name: 'Send the answer for them' }).click();
    await expect(page.getByText('Answered', { exact: true })).toBeVisible();
    await page.getByLabel('What should change').fill('Where is it?');
    await page.getByLabel('Business location').check();
    await page.getByRole('button', { name: 'Ask for changes' }).click();
    await expect(page.getByText('Request saved. Call the applicant')).toBeVisible();

    await page.goto(`/dashboard/admin/on-behalf?programId=${program.id}`);
    await expect(page.getByRole('main')).toContainText('Nothing can be entered now');
    await expect(page.getByLabel('Business name')).toHaveCount(0);
    await inspect('entry-over');
  },
);

test(
  'an admin submits for somebody without an address, from their account, and filters by it',
  { tag: '@desktop' },
  async ({ page, backstage, inspect }) => {
    const admin = await backstage.createAdmin();
    const earlier = await backstage.createProgram();
    const { applicant } = await enter(backstage, admin, earlier);
    const email = `${newName('kofi').replace(' ', '.')}@example.com`;
    const kofi = await enter(backstage, admin, earlier, { first_name: 'Kofi', email });
    const program = await backstage.createProgram();
    await openAs(page, admin, `/dashboard/admin/users/${applicant.id}`);
    await page.getByRole('link', { name: 'Submit for Esi Boateng' }).click();
    await page.getByRole('link', { name: program.title }).click();
    await expect(page.getByRole('main')).toContainText('0244000111');
    await page.getByLabel('Business name').fill(newName('Salt'));
    await page.getByLabel('Business location').fill('Keta');
    const formFor = (id: string) =>
      `/dashboard/admin/on-behalf?programId=${program.id}&applicantId=${id}`;
    await page.goto(formFor(kofi.applicant.id));
    await expect(page.getByRole('button', { name: 'Submit for Kofi Boateng' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Use it' })).toHaveCount(0);
    await page.goto(formFor(applicant.id));
    await page.getByRole('button', { name: 'Use it' }).click();
    await expect(page.getByLabel('Business location')).toHaveValue('Keta');
    const file = { name: 'a.pdf', mimeType: 'application/pdf', buffer: await makePdf() };
    for (const label of ['Pitch deck', 'Financials', 'What shows when it came in'])
      await page.getByLabel(label).setInputFiles(file);
    await page.getByLabel(/^When it came in/).fill(inDays(-1).slice(0, 16));
    await page.getByLabel('Why you are entering it').fill('Brought to the office in Ho.');
    await inspect('submit-for');
    await page.getByRole('button', { name: 'Submit for Esi Boateng' }).click();
    await expect(page).toHaveURL(/\/receipt$/);
    await page.goto(`/dashboard/admin/view-proposal/${kofi.id}/receipt`);
    await expect(page.getByRole('main')).toContainText(kofi.receipt_number);
    await expect(page.getByRole('main')).not.toContainText('tell us your email address');

    // Everybody else’s time is over; Kofi was given more.
    const extension = { email, until: inDays(31), reason: 'The bridge was out for a week.' };
    await backstage.call('POST', `/programs/${earlier.id}/extensions`, {
      ...admin,
      json: extension,
    });
    await backstage.moveDeadline(earlier, inDays(-15));
    await page.goto(`/dashboard/admin/on-behalf?applicantId=${applicant.id}`);
    await expect(page.getByRole('link', { name: program.title })).toBeVisible();
    await expect(page.getByRole('link', { name: earlier.title })).toHaveCount(0);
    await page.goto(`/dashboard/admin/on-behalf?applicantId=${kofi.applicant.id}`);
    await page.getByRole('link', { name: earlier.title }).click();
    await expect(page.getByRole('button', { name: 'Submit for Kofi Boateng' })).toBeVisible();

    await page.goto(`/dashboard/admin/submissions?program_id=${program.id}`);
    await page.getByText(/^Filters/).click();
    const address = page.getByRole('combobox', { name: 'Email address' });
    await address.selectOption('Has one');
    await expect(page).toHaveURL(/has_email=true/);
    await expect(page.getByText('0 submissions match')).toBeVisible();
    await address.selectOption('Has none');
    await page.getByRole('combobox', { name: 'Entered' }).selectOption('By us');
    await expect(page.getByText('1 submission matches')).toBeVisible();
    await inspect('filters-paper');
  },
);

test(
  'an admin hands a proposal over, after reading what that means for whom',
  { tag: '@desktop' },
  async ({ page, backstage, mailbox, inspect }) => {
    const owner = await backstage.createApplicant();
    const other = await backstage.createApplicant();
    const program = await backstage.createProgram();
    const { id, title } = await backstage.submitProposal(owner, program);
    const admin = await backstage.createAdmin();
    await openAs(page, admin, `/dashboard/admin/view-proposal/${id}`);
    await page.getByText('People', { exact: true }).click();
    await page.getByRole('button', { name: 'Hand over to another account' }).click();
    const dialog = page.getByRole('dialog', { name: `Hand “${title}” over?` });
    await expect(dialog).toContainText('Ama Mensah can no longer read or edit it');
    await expect(dialog).toContainText('They edit it and decide who works on it.');
    await page.getByRole('button', { name: 'Cancel' }).click();
    await backstage.moveDeadline(program, inDays(-1));
    await page.reload();
    await page.getByText('People', { exact: true }).click();
    await page.getByRole('button', { name: 'Hand over to another account' }).click();
    await expect(dialog).toContainText('It is theirs from then on');
    await expect(dialog).not.toContainText('They edit it');
    await dialog.getByLabel('Email of the new owner').fill(admin.email);
    await dialog.getByLabel('Reason').fill('She asked for it by phone.');
    await dialog.getByRole('button', { name: 'Hand over' }).click();
    await expect(dialog).toContainText('No applicant’s account has this address.');
    await inspect('give');
    await dialog.getByLabel('Email of the new owner').fill(other.email);
    await dialog.getByRole('button', { name: 'Hand over' }).dblclick();
    await expect(dialog).toHaveCount(0);
    await expect(page.getByRole('link', { name: other.email })).toBeVisible();
    await mailbox.waitFor(other.email, /You now own/);
    await mailbox.waitFor(owner.email, /You are no longer part of/);
  },
);

test(
  'who closes an account is told what others work on, and lets it go or hands it over',
  { tag: '@desktop' },
  async ({ page, backstage, mailbox, inspect }) => {
    const owner = await backstage.createApplicant();
    const program = await backstage.createProgram();
    const { id, title } = await backstage.submitProposal(owner, program);
    const member = await join(backstage, mailbox, owner, `/proposals/${id}`);
    const admin = await backstage.createAdmin();
    const begun = await backstage.createProgram();
    const draft = await backstage.call<{ id: string }>('PUT', `/drafts/${begun.id}`, {
      ...{ token: owner.token, json: { fields: { business_name: 'Keta Salt Works' } } },
    });
    await join(backstage, mailbox, owner, `/drafts/${draft.id}`);

    const { applicant } = await backstage.call<Entered>('GET', `/proposals/${id}/admin`, {
      token: admin.token,
    });
    await openAs(page, admin, `/dashboard/admin/users/${applicant.id}`);
    await page.getByRole('button', { name: 'Erase this person …' }).click();
    const erasing = page.getByRole('dialog');
    await erasing.getByLabel('Email of the account').fill(owner.email);
    await erasing.getByRole('button', { name: 'Erase for good' }).click();
    await expect(erasing).toContainText('Other people work on what this person owns.');
    await inspect('erase-shared');
    await erasing.getByRole('link', { name: `Hand it over: ${title}` }).click();
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();

    await openAs(page, owner, '/dashboard/profile');
    await page.getByRole('button', { name: 'Close my account' }).click();
    const closing = page.getByRole('dialog');
    await closing.getByLabel('Your password', { exact: true }).fill(owner.password);
    await closing.getByRole('button', { name: 'Delete everything' }).click();
    await expect(closing).toContainText(title);
    await expect(closing).toContainText(program.title);
    await expect(closing).toContainText('hand it over to one of them under “People”.');
    await expect(closing.getByRole('link', { name: `Hand it over: ${title}` })).toBeVisible();
    await expect(
      closing.getByRole('link', { name: 'Go to your drafts: Keta Salt Works' }),
    ).toHaveAttribute('href', '/dashboard/applicant/proposals');
    await inspect('close-shared');
    await closing.getByLabel('Delete them for everybody').check();
    await closing.getByRole('button', { name: 'Delete everything' }).dblclick();
    await expect(page).toHaveURL(/\/$/);
    await mailbox.waitFor(member.email, /You are no longer part of/);
  },
);
