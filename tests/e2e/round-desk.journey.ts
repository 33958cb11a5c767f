/** A round of judging as an admin runs it. */
import { inDays, newName } from './backstage.ts';
import { expect, openAs, test } from './fixtures.ts';
import { createJudge, inviteJudge, submitReviews } from './judging-world.ts';
import { Screen } from './pages/screen.ts';

const ANCHORS = ['Not at all', 'A little', 'Fairly', 'Very', 'Outstanding'];

test('a round from its set-up to the release, without fear', async ({
  page,
  backstage,
  mailbox,
  inspect,
}) => {
  const admin = await backstage.admin();
  const screen = new Screen(page);
  const program = await backstage.createProgram();
  const applicant = await backstage.createApplicant();
  const names = [newName('Amber'), newName('Birch'), newName('Cedar')];
  for (const title of names) await backstage.submitProposal(applicant, program, { title });
  const judges = [
    await createJudge(backstage, mailbox, {
      first_name: 'Esi',
      last_name: newName('Anan'),
    }),
    await createJudge(backstage, mailbox, {
      first_name: 'Kojo',
      last_name: newName('Boye'),
    }),
  ];
  const late = await inviteJudge(backstage, { first_name: 'Abena', last_name: newName('Late') });
  const everybody = await backstage.call<{ id: string; first_name: string; last_name: string }[]>(
    'GET',
    '/judges/?limit=1000',
    { token: admin.token },
  );
  const nameOf = (id: string) => {
    const { first_name: first, last_name: last } = everybody.find((one) => one.id === id)!;
    return `${first} ${last}`;
  };

  // Below the bar of a phone, a part of the heading would count as too small a target.
  const look = async (name: string) => {
    await page.evaluate('scrollTo(0, 0)');
    await inspect(name);
  };
  const part = async (label: string) => {
    const link = page
      .getByRole('navigation', { name: 'Parts of the round' })
      .getByRole('link', { name: label });
    await link.click();
    await expect(link).toHaveAttribute('aria-current', 'page');
  };

  await test.step('a draft says what is missing, at each field', async () => {
    await openAs(page, admin, '/dashboard/admin/rounds');
    await screen.follow('Create a round');
    await screen.expectHeading('Create a round');
    await screen.press('Create a round');
    await expect(screen.refusal).toContainText('Enter a name for the round.');
    await expect(screen.refusal).toContainText('Enter a name for the criterion.');
    await look('admin-create-round-refused');
    await page.getByLabel('Program', { exact: true }).selectOption({ label: program.title });
    await screen.fill({ Name: 'Screening', Places: '1' });
    await page.getByLabel('Closes at (date and time)').fill(inDays(7).slice(0, 16));
    await screen.press('Next: How judges work');
    await screen.fill({ 'Reviews per proposal': '2' });
    await screen.unfold('Judges, and what applicants are told');
    for (const { id } of [...judges, late]) await page.getByLabel(nameOf(id)).check();
    // Whoever follows a refusal gets to its field, in whichever step it is.
    await screen.follow('Enter a name for the criterion.');
    await expect(page.getByLabel('Name of the criterion')).toBeFocused();
    await screen.fill({ 'Name of the criterion': 'Market', Weight: '60' });
    for (const [at, text] of ANCHORS.entries())
      await screen.fill({ [`What a ${at + 1} means`]: text });
    await expect(page.getByText('Weights: 60 in all.')).toBeVisible();
    await look('admin-create-round');
    await screen.press('Create a round');
    await screen.expectMessage('Round created.');
    await screen.expectHeading('Screening');
  });

  await test.step('the set-up is edited', async () => {
    await screen.unfold('Criteria');
    await screen.press('Add a criterion');
    const second = page.getByRole('group', { name: 'Criterion 2' });
    await second.getByLabel('Name of the criterion').fill('Team');
    await second.getByLabel('Weight').fill('40');
    await expect(page.getByText('Weights: 100 in all.')).toBeVisible();
    for (const [at, text] of ANCHORS.entries())
      await second.getByLabel(`What a ${at + 1} means`).fill(text);
    await screen.press('Save');
    await screen.expectMessage('Round saved.');
    await look('admin-round-setup');
  });

  await test.step('it cannot open before the deadline', async () => {
    await screen.press('Preview assignment');
    await screen.expectMessage(
      'The program is still open. A round can open once its deadline is over.',
    );
    await screen.dialog.getByRole('button', { name: 'Cancel' }).click();
    await backstage.moveDeadline(program, new Date(Date.now() - 1000).toISOString());
  });

  await test.step('what would be read is shortened for the judges', async () => {
    await part('Proposals');
    await expect(screen.row(names[0]!)).toBeVisible();
    await screen.press(`Redact: ${names[0]}`);
    await screen.dialog.getByLabel('Description for the judges').fill('We dry cocoa.');
    await screen.dialog.getByRole('button', { name: 'Save' }).click();
    await screen.expectMessage('Description saved.');
    await expect(screen.row(names[0]!)).toContainText('redacted');
    await look('admin-round-entries');
  });

  const roundId = new URL(page.url()).pathname.split('/').at(-1)!;
  await test.step('the preview says who reads how much; nothing opens if something changed', async () => {
    await screen.press('Preview assignment');
    await expect(screen.dialog).toContainText('3 proposals, read by 2 judges.');
    await expect(screen.dialog).toContainText('1 judge cannot read yet');
    await expect(screen.dialog).toContainText(nameOf(late.id));
    await expect(
      screen.dialog.getByRole('row').filter({ hasText: nameOf(judges[0]!.id) }),
    ).toContainText('3');
    await look('admin-round-preview');
    // Another admin corrects the round meanwhile.
    await backstage.call('PATCH', `/rounds/${roundId}`, {
      token: admin.token,
      json: { near_points: 5 },
    });
    await screen.dialog.getByRole('button', { name: 'Open round' }).click();
    await screen.expectMessage('Assign again: something changed since the preview.');
    await look('admin-round-plan-changed');
    await screen.dialog.getByRole('button', { name: 'Open round' }).click();
    await screen.expectMessage('Round opened. 2 judges have been told.');
    await expect(
      page.getByRole('status').filter({ hasText: '0 of 6 reviews submitted.' }),
    ).toBeVisible();
    await look('admin-round-progress');
    await part('Proposals');
    await screen.follow(names[0]!);
    await expect(page.getByRole('region', { name: 'Rounds' })).toHaveText(
      'In round Screening, which decides it.',
    );
    await screen.follow('Screening');
    await screen.expectHeading('Screening');
  });

  await test.step('what is frozen says so, and closes later', async () => {
    await part('Set-up');
    await screen.expectMessage('You can still change the places and move the closing time later.');
    await page.getByLabel('Closes at (date and time)').fill(inDays(1).slice(0, 16));
    await screen.press('Save');
    await expect(screen.refusal).toContainText('You can only move the closing time later');
    await page.getByLabel('Closes at (date and time)').fill(inDays(9).slice(0, 16));
    await screen.press('Save');
    await screen.expectMessage('Round saved.');
    await look('admin-round-frozen');
  });

  await test.step('a conflict is recorded and cleared; what is short is filled', async () => {
    await part('Judges');
    await screen.press('Record a conflict');
    await screen.dialog.getByLabel('Person').selectOption({ label: nameOf(judges[1]!.id) });
    await screen.dialog.getByLabel('Proposal').selectOption({ index: 1 });
    await screen.dialog.getByLabel('About').selectOption({ label: 'Family' });
    await screen.dialog.getByLabel('Reason').fill('short');
    await screen.dialog.getByRole('button', { name: 'Record a conflict' }).click();
    await expect(screen.dialog).toContainText('Say why in 10 to 2,000 characters.');
    await screen.dialog.getByLabel('Reason').fill('The applicant is a cousin.');
    await screen.dialog.getByRole('button', { name: 'Record a conflict' }).click();
    await screen.expectMessage('Conflict recorded.');
    await expect(screen.row('The applicant is a cousin.')).toContainText('Confirmed');
    await look('admin-round-judges');
    await part('Progress');
    await screen.expectMessage('1 proposal has fewer reviews than required.');
    await screen.press('Assign missing reviews');
    await screen.expectMessage('No other judge can take the missing reviews. Add a judge first.');
    await part('Judges');
    // The page of the judge says the same.
    await page
      .getByRole('link', { name: nameOf(judges[1]!.id) })
      .first()
      .click();
    await screen.expectHeading(nameOf(judges[1]!.id));
    await expect(screen.row('The applicant is a cousin.')).toBeVisible();
    await look('admin-judge-in-round');
    await page.getByRole('button', { name: /^Clear… / }).click();
    await screen.dialog.getByLabel('Reason').fill('They are not related after all.');
    await screen.dialog.getByRole('button', { name: 'Clear' }).click();
    await screen.expectMessage('Conflict cleared.');
    await screen.follow(`Screening, ${program.title}`);
    await screen.expectHeading('Screening');
  });

  await test.step('judges who still owe reviews are reminded', async () => {
    await part('Progress');
    await screen.press(`Remind: ${nameOf(judges[0]!.id)}`);
    await expect(screen.dialog).toContainText(`${nameOf(judges[0]!.id)}: 3 reviews left.`);
    await screen.dialog.getByRole('button', { name: 'Send reminder' }).click();
    await screen.expectMessage('1 judge reminded.');
    await screen.press('Remind 2 judges');
    await expect(screen.dialog).toContainText('Reminded less than an hour ago, so not again now.');
    await look('admin-round-remind');
    await screen.dialog.getByRole('button', { name: 'Send reminder' }).click();
    await screen.expectMessage(
      `1 judge reminded. ${nameOf(judges[0]!.id)} was reminded less than an hour ago.`,
    );
    await look('admin-round-reminded');
  });

  await test.step('closed, ranked and read', async () => {
    for (const judge of judges)
      await submitReviews(backstage, judge, roundId, (code) => 1 + (code.charCodeAt(0) % 5));
    await screen.press('Close now');
    await screen.dialog.getByRole('button', { name: 'Close now' }).click();
    await screen.expectMessage('Round closed.');
    await expect(screen.row(names[0]!)).toBeVisible();
    await expect(page.locator('tbody tr')).toHaveCount(3);
    await look('admin-round-ranking');
    await page
      .getByRole('button', { name: /^Read \d+ reviews?: / })
      .first()
      .click();
    await expect(screen.dialog).toContainText('A clear market.');
    await look('admin-round-reviews');
    await screen.dialog
      .getByRole('button', { name: /^Hide comments/ })
      .first()
      .click();
    const asking = page.getByRole('dialog', { name: 'Hide comments' });
    await asking.getByLabel('Reason').fill('It names a competitor.');
    await asking.getByRole('button', { name: 'Hide comments' }).click();
    await screen.expectMessage('Comments hidden.');
    await expect(screen.dialog).toContainText('Hidden from the applicant');
    await screen.dialog.getByRole('button', { name: 'Close' }).click();
  });

  await test.step('outcomes follow the ranking, and deviate for a reason', async () => {
    await screen.press('Fill from ranking');
    await screen.dialog.getByRole('button', { name: 'Fill from ranking' }).click();
    await screen.expectMessage('Outcomes filled from the ranking.');
    await screen.expectMessage('1 selected for 1 place. Every proposal has an outcome.');
    const change = async (place: number, outcome: string) => {
      await page
        .getByRole('button', { name: /^Change: / })
        .nth(place)
        .click();
      await screen.dialog.getByLabel('Outcome').selectOption({ label: outcome });
      await screen.dialog.getByRole('button', { name: 'Save' }).click();
      await expect(screen.dialog).toHaveCount(0);
    };
    await change(0, 'Not selected');
    await change(1, 'Selected');
    await expect(page.locator('tbody').getByText('Needs a reason')).toHaveCount(2);
    await look('admin-round-decisions');
    await screen.press('Seal results');
    await screen.dialog.getByRole('button', { name: 'Seal results' }).click();
    await screen.expectMessage('An entry that differs from the ranking needs a reason.');
    await screen.dialog.getByRole('button', { name: 'Cancel' }).click();
    await screen.press('Fill from ranking');
    await screen.dialog.getByRole('button', { name: 'Fill from ranking' }).click();
    await expect(page.locator('tbody').getByText('Needs a reason')).toHaveCount(0);
  });

  await test.step('sealed, planned, taken back, released', async () => {
    await screen.press('Seal results');
    await screen.dialog.getByRole('button', { name: 'Seal results' }).click();
    await screen.expectMessage('Results sealed.');
    await page.getByLabel('Release on (date and time)').fill(inDays(3).slice(0, 16));
    await screen.press('Preview this release');
    await expect(screen.dialog).toContainText('Emails to applicants');
    await look('admin-round-release-preview');
    await screen.dialog.getByRole('button', { name: /^Release on / }).click();
    await screen.expectMessage('The release is scheduled.');
    await screen.press('Cancel the release');
    await screen.expectMessage('The scheduled release is cancelled.');
    await look('admin-round-release');
    await screen.press('Release now');
    await screen.dialog.getByRole('button', { name: 'Release now' }).click();
    await screen.expectMessage('Results released.');
    await expect(page.getByRole('heading', { name: /^Released / })).toBeVisible();
    await look('admin-round-released');
  });

  await test.step('the reading room of a proposal says so, and shows its results', async () => {
    await part('Proposals');
    await screen.follow(names[0]!);
    await screen.expectHeading(names[0]!);
    const rounds = page.getByRole('region', { name: 'Rounds' });
    await expect(rounds).toHaveText('In round Screening. Its results are released.');
    const results = page.getByRole('region', { name: 'Results' });
    await expect(results).toContainText('2 judges read it.');
    await expect(results.getByRole('table')).toContainText('Market');
    await results.scrollIntoViewIfNeeded();
    await inspect('admin-proposal-results');
    await rounds.getByRole('link', { name: 'Screening' }).click();
    await screen.expectHeading('Screening');
  });

  await test.step('found in the list', async () => {
    await screen.goTo('Rounds');
    await page.getByLabel('Program', { exact: true }).selectOption({ label: program.title });
    await expect(screen.row(program.title)).toContainText('Released');
    await look('admin-rounds');
  });
});
