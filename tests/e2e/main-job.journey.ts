/**
 * An applicant submits, an admin decides: everything that a person can do, once, in a browser, with
 * real PDFs.
 */
import { makePdf } from '../pdf-samples.ts';
import { inDays, newName, SAMPLE_ADMIN, type Person } from './backstage.ts';
import { expect, test } from './fixtures.ts';
import { passOneByOne } from './held-requests.ts';
import { CodeScreen, LoginScreen, logInByMail, RegisterScreen } from './pages/accounts.ts';
import { ProgramForm, ProgramList } from './pages/programs.ts';
import { MyProposals, pdfFile, ProposalForm } from './pages/proposals.ts';
import { Screen } from './pages/screen.ts';
import { Submission, Submissions } from './pages/submissions.ts';

const PROGRAM = 'Cold Chain North';

test('an applicant submits, an admin decides, the applicant is told', async ({
  page,
  browser,
  mailbox,
  readCode,
  backstage,
  inspect,
}) => {
  const applicant: Person = {
    email: `${newName('yaa').replace(' ', '.')}@example.com`,
    password: 'Trombone-7-Hats',
    firstName: 'Yaa',
    lastName: 'Boateng',
  };
  const newPassword = 'Kente-42-Drums';
  const business = newName('Boateng Cold Rooms');
  const pitchDeck = await makePdf({ megabytes: 1.5, pages: 12 });
  const financials = await makePdf({ megabytes: 0.5, pages: 4 });
  const newFinancials = await makePdf({ pages: 5 });
  const screen = new Screen(page);
  const list = new ProgramList(page);
  const form = new ProposalForm(page);
  const own = new MyProposals(page);

  await test.step('registers; the first try is refused with what is missing', async () => {
    const register = new RegisterScreen(page);
    await register.open('/register');
    await register.create();
    await expect(register.refusal).toBeFocused();
    await expect(register.refusal.getByRole('link')).toHaveCount(10);
    await inspect('register');
    await register.refusal.getByRole('link', { name: 'Select a region.' }).click();
    await expect(page.getByLabel('Region')).toBeFocused();
    await expect(page.getByLabel('Region').locator('option:not([value=""])')).toHaveCount(16);

    await register.fillIn(applicant);
    await register.choosePassword('abc');
    await register.expectMessage('Strength: Weak');
    await register.choosePassword('trombone');
    await register.expectMessage('Strength: Medium');
    await register.choosePassword(applicant.password);
    await register.expectMessage('Strength: Strong');
    await register.acceptTerms();
    await register.create();
    await register.expectMessage('Registration successful!');
    await expect(page).toHaveURL(/\/login$/);
  });

  await test.step('logs in with the password and the mailed code', async () => {
    const login = new LoginScreen(page);
    await inspect('login');
    await login.logIn({ ...applicant, password: 'Not-the-1-one' });
    await expect(login.refusal).toContainText(
      'Login failed. Check your email or password and try again.',
    );
    await login.logIn(applicant);
    await login.expectMessage('OTP sent to your email');
    await inspect('otp');
    await new CodeScreen(page).typeCode(await readCode(applicant.email));
    await screen.expectMessage('OTP verified successfully!');
    await expect(page).toHaveURL(/\/dashboard$/);
    await expect(page.getByText('Akwaaba, Yaa.')).toBeVisible();
    await inspect('dashboard-applicant');
  });

  await test.step('finds a program by its sector, reads it and applies', async () => {
    await screen.goTo('Available Projects');
    await expect(list.program('Software from Here')).toBeVisible();
    await inspect('available-programs');
    await list.filterBy('Agriculture');
    await expect(list.program('Software from Here')).toHaveCount(0);
    await list.expectOnly('Agriculture');
    await list.readMore(PROGRAM);
    await screen.expectHeading(PROGRAM);
    await expect(page.getByText('Farmer-owned companies with at least 50 members')).toBeVisible();
    await inspect('program');
    await screen.follow('Apply Now');
    await screen.expectHeading('Submit a proposal');
    await expect(page.getByLabel('Sector')).toHaveValue('Agriculture');
  });

  await test.step('sends two PDFs as they are chosen, checks everything, and submits', async () => {
    await form.fillIn({
      name: business,
      location: 'Tamale, Northern',
      website: 'boateng.example.com',
      description: 'Solar cold rooms beside the market.',
    });
    await form.openStep('Documents');
    const sendMore = await passOneByOne(page, '**/api/v1/uploads/**', 'PATCH');
    await form.choose({ pitchDeck: pdfFile('deck.pdf', pitchDeck) });
    // The bytes are shown on their way, more and more of them.
    for (const share of [/^\d.* of 1\.5 MB · \d%$/, /^\d.* of 1\.5 MB · [1-9]\d%$/]) {
      sendMore();
      await expect(form.progressOf('Pitch deck')).toHaveText(share);
    }
    sendMore(Infinity);
    await form.choose({ financials: pdfFile('financials.pdf', financials) });
    await expect(page.getByText('Total size: 2 MB')).toBeVisible();
    await form.expectReady();
    await form.expectSaved();
    await inspect('submit');
    await form.check();
    await expect(page.getByText('Solar cold rooms beside the market.').last()).toBeVisible();
    await expect(page.getByText('Everything is complete.')).toBeVisible();
    await inspect('submit-check');
    await screen.press('Submit proposal');
    await screen.expectMessage('Proposal submitted successfully!');
    await screen.expectHeading(business);
    await screen.goTo('My Proposals');
    await expect(own.row(business)).toContainText('Pending Funding');
    await expect(own.row(business)).toContainText(PROGRAM);
    await inspect('proposals');
    await mailbox.waitFor(applicant.email, /Your proposal for Cold Chain North has been received/);
  });

  await test.step('opens it, edits it, and replaces a file', async () => {
    await screen.follow(business);
    await screen.expectHeading(business);
    await expect(page.getByText('Solar cold rooms beside the market.')).toBeVisible();
    await expect(page.getByText('12 pages · 1.5 MB')).toBeVisible();
    await expect(page.getByText('Last changed')).toHaveCount(0);
    await inspect('view-proposal');
    await screen.follow(`Edit: ${business}`);
    await screen.expectHeading('Edit proposal');
    await form.fillIn({ name: business, location: 'Savelugu, Northern' });
    await form.choose({ financials: pdfFile('financials-2.pdf', newFinancials) });
    await inspect('edit-proposal');
    await screen.press('Save changes');
    await screen.expectMessage('Proposal updated successfully!');
    await expect(page.getByText('Savelugu, Northern')).toBeVisible();
    await expect(page.getByText('5 pages')).toBeVisible();
  });

  await test.step('deletes a second one after the question', async () => {
    const token = (await page.evaluate('localStorage.getItem("token")')) as string;
    const [program] = await backstage.call<{ id: string; title: string }[]>(
      'GET',
      '/programs/?q=Roads',
    );
    const second = await backstage.submitProposal({ ...applicant, token }, program!);
    await screen.goTo('My Proposals');
    await page.reload();
    await expect(own.row(second.title)).toBeVisible();
    await screen.press(`Delete: ${second.title}`);
    await inspect('delete-proposal');
    await own.dialog.getByRole('button', { name: 'Cancel' }).click();
    await expect(own.row(second.title)).toBeVisible();
    await own.delete(second.title);
    await screen.expectMessage('Proposal deleted successfully');
    await expect(own.row(second.title)).toHaveCount(0);
    await expect(own.row(business)).toBeVisible();
  });

  await test.step('forgets the password, sets a new one, logs in with it', async () => {
    await screen.logOut();
    await screen.open('/login');
    await screen.follow('Forgot your password?');
    await screen.expectHeading('Forgot your password?');
    await inspect('forgot-password');
    await screen.fill({ Email: applicant.email });
    await screen.press('Send the code');
    await screen.expectHeading('Set a new password');
    await screen.fill({ 'New password': newPassword, 'Confirm password': newPassword });
    await screen.expectMessage('Strength: Strong');
    await inspect('reset-password');
    await new CodeScreen(page).typeCode(await readCode(applicant.email));
    await screen.press('Set the new password');
    await screen.expectMessage('Password reset successfully! Please log in.');
    await new LoginScreen(page).logIn(applicant);
    await expect(screen.refusal).toContainText('Login failed.');
    await logInByMail(screen, { ...applicant, password: newPassword }, readCode);
    await expect(page).toHaveURL(/\/dashboard$/);
  });

  const adminContext = await browser.newContext();
  const adminPage = await adminContext.newPage();
  const admin = new Screen(adminPage);
  const title = newName('Fish ponds');

  await test.step('an admin logs in and creates a program with formatted text', async () => {
    await logInByMail(admin, SAMPLE_ADMIN, readCode);
    await expect(adminPage).toHaveURL(/\/dashboard$/);
    await expect(adminPage.getByRole('link', { name: /Submissions/ }).first()).toBeVisible();
    await inspect('dashboard-admin', adminPage);
    await admin.goTo('All Programs');
    await admin.searchFor('cocoa');
    await expect(admin.row('Cocoa Beyond the Bean')).toBeVisible();
    await inspect('manage-programs', adminPage);
    await admin.follow('Create a program');
    const programForm = new ProgramForm(adminPage);
    await programForm.fillIn({ title, sector: 'Agriculture', deadline: inDays(20).slice(0, 16) });
    await programForm.write('Ponds first.', 'Tilapia', 'Catfish');
    await inspect('create-program', adminPage);
    await admin.press('Create a program');
    await admin.expectMessage('Program created successfully!');
    await admin.searchFor(title);
    await expect(admin.row(title)).toContainText('Agriculture');
  });

  await test.step('edits it; the public page shows it so', async () => {
    await admin.follow(`Edit: ${title}`);
    await admin.expectHeading('Edit program');
    await expect(new ProgramForm(adminPage).description).toContainText('Tilapia');
    await admin.fill({ Title: `${title}, second round` });
    await inspect('edit-program', adminPage);
    await admin.press('Save');
    await admin.expectMessage('Program updated successfully!');
    await list.open('/national-pitch-trek/programs?sector=Agriculture');
    await list.readMore(`${title}, second round`);
    await expect(page.locator('strong').filter({ hasText: 'Ponds first.' })).toBeVisible();
    await expect(page.getByRole('listitem').filter({ hasText: 'Catfish' })).toBeVisible();
  });

  await test.step('deletes it; one with proposals stays', async () => {
    await admin.searchFor(title);
    await admin.press(`Delete: ${title}, second round`);
    await inspect('delete-program', adminPage);
    await admin.dialog.getByRole('button', { name: 'Delete' }).click();
    await admin.expectMessage('Program deleted successfully.');
    await expect(admin.row(title)).toHaveCount(0);
    await page.reload();
    await screen.expectHeading('Program not found');
    await admin.searchFor(PROGRAM);
    await admin.press(`Delete: ${PROGRAM}`);
    await expect(admin.dialog).toContainText('Move its deadline to close it instead.');
    await admin.dialog.getByRole('button', { name: 'Close' }).click();
  });

  const submission = new Submission(adminPage);
  await test.step('finds the submission', async () => {
    const submissions = new Submissions(adminPage);
    await submissions.goTo('Submissions');
    await expect(submissions.row(business)).toBeVisible();
    await inspect('submissions', adminPage);
    await submissions.filter('Sector', 'Mining');
    await submissions.searchFor(business);
    await submissions.expectMessage('No submissions match your search or filters.');
    await submissions.filter('Sector', 'Agriculture');
    await submissions.filter('Region', 'Northern');
    await submissions.expectMessage('1 submission matches');
    await submissions.follow(business);
    await submission.expectHeading(business);
    await expect(adminPage.getByText(applicant.email)).toBeVisible();
    await inspect('view-submission', adminPage);
  });

  await test.step('downloads both documents, byte for byte', async () => {
    const first = await submission.download('Pitch deck');
    expect(first.bytes.equals(pitchDeck)).toBe(true);
    expect(first.name).toMatch(/^boateng-cold-rooms-\w+-pitch-deck\.pdf$/);
    const second = await submission.download('Financials');
    expect(second.bytes.equals(newFinancials)).toBe(true);
  });

  await test.step('approves it and sets the stage', async () => {
    await submission.openReview();
    await inspect('review', adminPage);
    await submission.decide({ isApproved: true, stage: 'Seed' });
    await submission.expectMessage('Proposal updated successfully!');
    await expect(submission.page.getByRole('region', { name: 'Decision' })).toContainText(
      'Approved',
    );
    await expect(submission.stage).toHaveValue('SEED');
    const id = new URL(adminPage.url()).pathname.split('/').at(-1)!;
    await backstage.passUndo({ id });
    await adminContext.close();
  });

  await test.step('the applicant sees stage and status, can no longer edit, and has an e-mail about it', async () => {
    const mail = await mailbox.waitFor(
      applicant.email,
      new RegExp(`(Decision on|New stage for) ${business}`),
    );
    expect(mail.text).toContain('Status: Approved');
    expect(mail.text).toContain('Funding stage: Seed');
    await own.open('/dashboard/applicant/proposals');
    await expect(own.row(business)).toContainText('Seed');
    await own.expectLocked(business, 'Approved');
    await screen.follow(business);
    await expect(page.getByRole('region', { name: 'Progress' })).toContainText('Approved');
    await screen.open(new URL(page.url()).pathname.replace('view', 'edit'));
    await screen.expectMessage('This proposal can no longer be changed');
  });
});
