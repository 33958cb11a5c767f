/** Applicants always know their status: before submitting, after it, and with a receipt. */
import { inDays } from './backstage.ts';
import { expect, openAs, test } from './fixtures.ts';
import { Screen } from './pages/screen.ts';

const DIGEST = { size: 1000, sha256: 'ab'.repeat(32) };
const ANNOUNCED = { documents: { pitch_deck: DIGEST, financials: DIGEST } };

test(
  'drafts say what is missing, waiting submissions until when, and lists link to them',
  { tag: '@phone' },
  async ({ page, backstage, inspect }) => {
    const applicant = await backstage.createApplicant();
    const { token } = applicant;
    const [begun, sent, applied] = [
      // Closes before all the others.
      await backstage.createProgram({ deadline_date: inDays(0.9) }),
      await backstage.createProgram(),
      await backstage.createProgram(),
    ];
    await backstage.call('PUT', `/drafts/${begun.id}`, {
      token,
      json: { fields: { business_name: 'Volta Ice' } },
    });
    await backstage.call('PUT', `/drafts/${sent.id}`, {
      token,
      json: { fields: { business_name: 'Volta Ice', business_location: 'Ho' } },
    });
    const receipt = await backstage.call<{ number: string }>('POST', `/drafts/${sent.id}/submit`, {
      token,
      json: ANNOUNCED,
    });
    const proposal = await backstage.submitProposal(applicant, applied);
    const screen = new Screen(page);
    await openAs(page, applicant, '/dashboard');
    const unsubmitted = page.getByRole('region', { name: 'Not submitted yet' });
    const rowOf = (title: string) => unsubmitted.getByRole('listitem').filter({ hasText: title });
    await expect(rowOf(begun.title)).toContainText('3 missing');
    await expect(rowOf(sent.title)).toContainText('The documents must arrive by');
    await expect(rowOf(sent.title).getByRole('link', { name: /^Receipt/ })).toHaveAttribute(
      'href',
      `/receipts/${receipt.number}`,
    );
    const own = page.getByRole('region', { name: 'Your proposals' });
    await expect(own).toContainText(proposal.title);
    await expect(own).toContainText('Not decided yet');
    await expect(own).toContainText('You can edit until');
    await inspect('dashboard-standing');

    await screen.open('/dashboard/applicant/proposals');
    await expect(rowOf(begun.title)).toContainText(
      'Still missing: the business location, the pitch deck, the financials.',
    );
    await screen.open('/dashboard/available-programs');
    await expect(
      page.getByRole('link', { name: `Upload the documents: ${sent.title}` }),
    ).toBeVisible();
    const appliedRow = page.getByRole('listitem').filter({ hasText: applied.title });
    await expect(appliedRow).toContainText('You have applied');
    await inspect('programs-standing');
    await page.getByRole('link', { name: `Continue your draft: ${begun.title}` }).click();
    await screen.expectHeading('Submit a proposal');

    await page.goto(`/national-pitch-trek/programs/${begun.id}`);
    await expect(
      page.getByRole('link', { name: `Continue your draft: ${begun.title}` }),
    ).toBeVisible();
    await page.goto(`/national-pitch-trek/programs/${applied.id}`);
    await page.getByRole('link', { name: `You have applied: ${applied.title}` }).click();
    await screen.expectHeading(proposal.title);

    await backstage.call('PUT', `/drafts/${begun.id}`, {
      token,
      json: { fields: { business_location: 'Ho' } },
    });
    await backstage.moveDeadline(begun, inDays(-1));
    await backstage
      .call('POST', `/drafts/${begun.id}/submit`, { token, json: ANNOUNCED })
      .catch(() => undefined);
    await screen.open('/dashboard/applicant/proposals');
    await expect(rowOf(begun.title)).toContainText('The program has closed');
    // Its title leads to what was written; nothing leads to submitting it.
    await expect(rowOf(begun.title).getByRole('link')).toHaveText([begun.title]);
    await expect(page.getByRole('region', { name: 'Not accepted' })).toContainText(
      'The application deadline for this program has passed.',
    );
    await inspect('proposals-standing');
  },
);

test(
  'after sending: when, which receipt, where the copy goes, what comes next; the copy again',
  { tag: '@phone' },
  async ({ page, backstage, mailbox, inspect }) => {
    const applicant = await backstage.createApplicant();
    const program = await backstage.createProgram();
    const { id, title } = await backstage.submitProposal(applicant, program);
    const screen = new Screen(page);
    await openAs(page, applicant, `/dashboard/applicant/view-proposal/${id}?sent=1`);
    await screen.expectHeading(title);
    const receipt = page.getByRole('region', { name: 'We have your proposal' });
    for (const words of [applicant.email, /NPT-/, 'You can edit until', 'We’ll email you when'])
      await expect(receipt).toContainText(words);
    await expect(receipt.locator('[aria-current=step]')).toHaveText('Received');
    await page.reload();
    await expect(receipt).toBeVisible();
    await inspect('view-proposal-sent');
    await screen.press('Resend confirmation');
    await screen.expectMessage(`The confirmation is on its way to ${applicant.email}.`);
    await mailbox.waitFor(applicant.email, /asked\s+for\s+this\s+confirmation\s+again/);

    await screen.open(`/dashboard/applicant/view-proposal/${id}`);
    const number = page
      .getByRole('region', { name: 'Receipt', exact: true })
      .getByRole('link', { name: /^NPT-/ });
    await expect(number).toBeVisible();
    await expect(receipt).toHaveCount(0);
    await number.click();
    await screen.expectHeading('Receipt');
    await expect(page.getByText('This receipt is genuine.')).toBeVisible();
    await expect(page.getByText(/^Received .+, \d+ days before the deadline$/)).toBeVisible();
    const saving = page.waitForEvent('download');
    await page.getByRole('link', { name: 'Save receipt' }).click();
    expect((await saving).suggestedFilename()).toMatch(/^NPT-.*\.txt$/);
    await expect(page.getByRole('button', { name: 'Print' })).toBeVisible();
    await expect(page.getByText('Signature (Ed25519)')).toBeHidden();
    await inspect('receipt');
    await page.getByLabel('Receipt number').fill('NPT 0000 0000 0000 0000');
    await page.getByRole('button', { name: 'Show the receipt' }).click();
    await screen.expectHeading('There is no receipt with this number.');
  },
);

test(
  'a declined proposal says so, with its reason',
  { tag: '@phone' },
  async ({ page, backstage, inspect }) => {
    const applicant = await backstage.createApplicant();
    const { id, title } = await backstage.submitProposal(
      applicant,
      await backstage.createProgram(),
    );
    const reason = 'The figures do not add up with the bank statements.';
    await backstage.review({ id, title }, { decision: 'declined', decline_reason: reason });
    const screen = new Screen(page);
    await openAs(page, applicant, `/dashboard/applicant/view-proposal/${id}`);
    await screen.expectHeading(title);
    const standing = page.getByRole('region', { name: 'Progress' });
    await expect(standing).toContainText('Declined');
    await expect(standing).toContainText(reason);
    await inspect('view-proposal-declined');
  },
);

test(
  'reminders are switched off and on in the profile',
  { tag: '@phone' },
  async ({ page, backstage }) => {
    const applicant = await backstage.createApplicant();
    const wanted = async () =>
      (
        await backstage.call<{ wants_reminders: boolean }>('GET', '/auth/me', {
          token: applicant.token,
        })
      ).wants_reminders;
    const screen = new Screen(page);
    await openAs(page, applicant, '/dashboard/profile');
    const toggle = page.getByRole('checkbox', { name: 'Remind me before a deadline' });
    await expect(toggle).toBeChecked();
    await toggle.click();
    await screen.expectMessage('You won’t get any more reminders.');
    await expect(wanted()).resolves.toBe(false);
    await page.reload();
    await expect(toggle).not.toBeChecked();
    await toggle.click();
    await screen.expectMessage('We’ll remind you before a deadline.');
    await expect(wanted()).resolves.toBe(true);
  },
);
