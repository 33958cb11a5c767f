/** What an admin changes in a round that is there already, alone and beside a colleague. */
import { readFileSync } from 'node:fs';
import { encryptedPdf } from '../raw-pdfs.ts';
import { PATIENCE_MS, inDays, newName, type Backstage, type SignedIn } from './backstage.ts';
import { expect, openAs, secondsLater, test } from './fixtures.ts';
import { closeRound, createJudge, openRound, submitReviews } from './judging-world.ts';
import { ReviewScreen } from './pages/review.ts';
import { Screen } from './pages/screen.ts';

const ANCHORS = ['Not at all', 'A little', 'Fairly', 'Very', 'Outstanding'];
const CRITERIA = [{ name: 'Market', question: 'Is there one?', weight: 60, anchors: ANCHORS }];
const reason = 'It was closed by mistake.';

/** A part of the round, by the tabs of its page. */
const partOf = (page: Screen['page']) => async (label: string) => {
  const link = page
    .getByRole('navigation', { name: 'Parts of the round' })
    .getByRole('link', { name: label });
  await link.click();
  await expect(link).toHaveAttribute('aria-current', 'page');
};

const createDraft = async (backstage: Backstage, { token }: SignedIn, more: object) => {
  const json = { name: 'Screening', criteria: CRITERIA, ...more };
  return backstage.call<{ id: string }>('POST', '/rounds/', { token, json });
};

test(
  'two admins set one round up: the second one sees both versions; another round starts as a copy',
  { tag: '@phone' },
  async ({ page, backstage, inspect }) => {
    const admin = await backstage.admin();
    const { token } = admin;
    const program = await backstage.createProgram();
    const { id } = await createDraft(backstage, admin, { program_id: program.id, places: 3 });
    const screen = new Screen(page);
    await openAs(page, admin, `/dashboard/admin/rounds/${id}`);
    await page.getByLabel('Places').fill('5');
    const theirs = { places: 7, is_blind: false, near_ties: 'lot' };
    await backstage.call('PATCH', `/rounds/${id}`, { token, json: theirs });
    await screen.press('Save');
    const conflict = page.getByRole('alert', { name: 'Somebody changed this' });
    await expect(conflict).toContainText(/Places\s*Saved now\s*7\s*Yours\s*5/);
    await expect(conflict).toContainText(/Blind.*\s*Saved now\s*No\s*Yours\s*Yes/);
    await expect(conflict).toContainText('Ordered by lot');
    await inspect('admin-round-edit-conflict');
    await conflict.getByRole('button', { name: 'Save mine' }).click();
    await screen.expectMessage('Round saved.');
    const saved = await backstage.call<object>('GET', `/rounds/${id}`, { token });
    expect(saved).toMatchObject({ places: 5, is_blind: true, near_ties: 'reason' });

    await screen.follow('Copy');
    await screen.expectHeading('Create a round');
    await expect(page.getByLabel('Name of the criterion')).toHaveValue('Market');
    await page.getByLabel('Name', { exact: true }).fill('Final');
    await screen.press('Create a round');
    await screen.expectMessage('Round created.');
    await screen.expectHeading('Final');
    await expect(page.getByLabel('Places')).toHaveValue('5');
    await expect(page.getByLabel('What a 5 means')).toHaveValue('Outstanding');
  },
);

test('the preview says whose documents judges do not see, and why', async ({
  page,
  backstage,
  mailbox,
  inspect,
}) => {
  const admin = await backstage.admin();
  const program = await backstage.createProgram();
  const applicant = await backstage.createApplicant();
  const title = newName('Sealed');
  await backstage.submitProposal(applicant, program, { title, pitchDeck: encryptedPdf() });
  await backstage.submitProposal(applicant, program);
  await backstage.moveDeadline(program, inDays(-1));
  const judge = await createJudge(backstage, mailbox);
  const { id } = await createDraft(backstage, admin, {
    ...{ program_id: program.id, places: 1, closes_at: inDays(7), shows_documents: true },
    ...{ judge_ids: [judge.id], reviews_per_proposal: 1, spares_own_region: false },
  });
  const screen = new Screen(page);
  await openAs(page, admin, `/dashboard/admin/rounds/${id}`);
  await screen.press('Preview assignment');
  await expect(screen.dialog).toContainText('2 proposals, read by 1 judge.');
  // Cleaning goes on while it is open.
  await expect(screen.dialog).toContainText('1 proposal has a document that cannot be cleaned', {
    timeout: PATIENCE_MS,
  });
  await expect(screen.dialog.getByRole('listitem').filter({ hasText: title })).toBeVisible();
  await expect(screen.dialog).not.toContainText('being cleaned', { timeout: PATIENCE_MS });
  await page.evaluate('scrollTo(0, 0)');
  await inspect('admin-round-preview-unclean');
  await screen.dialog.getByRole('button', { name: 'Open round' }).click();
  await screen.expectMessage('Round opened. 1 judge has been told.');
  // Its steps have another height, so the parts below them move.
  await expect(page.getByRole('button', { name: 'Close now' })).toBeVisible();
  await partOf(page)('Proposals');
  await expect(screen.row(title)).toContainText('a document cannot be cleaned');
});

test(
  'judges come and go in an open round; it closes, opens again, and is sealed twice',
  { tag: '@phone' },
  async ({ page, backstage, mailbox, inspect }) => {
    const admin = await backstage.admin();
    const [first, second] = [
      await createJudge(backstage, mailbox, { last_name: newName('Adu') }),
      await createJudge(backstage, mailbox, { last_name: newName('Badu') }),
    ];
    const people = await backstage.call<{ id: string; last_name: string }[]>(
      ...(['GET', '/judges/?limit=1000', { token: admin.token }] as const),
    );
    const lastName = people.find(({ id }) => id === second.id)!.last_name;
    const round = await openRound(backstage, [first], {
      ...{ spares_own_region: false, reviews_per_proposal: 2 },
    });
    const screen = new Screen(page);
    const part = partOf(page);
    await openAs(page, admin, `/dashboard/admin/rounds/${round.id}?tab=judges`);

    await test.step('a judge is added, taken out, and added again', async () => {
      await screen.press('Add a judge');
      await expect(screen.refusal).toContainText('Choose a judge');
      const choice = page.getByLabel('Add a judge');
      await expect(choice).toHaveAccessibleDescription(/Choose a judge$/);
      const add = async () => {
        await choice.selectOption(second.id);
        await screen.press('Add a judge');
        await screen.expectMessage('Judge added. They got 2 reviews.');
        await expect(screen.row(lastName)).toBeVisible();
      };
      await add();
      await screen.press(new RegExp(`^Remove: .*${lastName}`));
      await screen.dialog.getByLabel('Reason').fill('They are abroad.');
      await screen.dialog.getByRole('button', { name: 'Remove' }).click();
      await screen.expectMessage(
        'Judge removed. 0 reviews went to others; 2 proposals are short of reviews.',
      );
      await add();
    });

    await test.step('what nobody else could take comes back with the conflict cleared', async () => {
      await screen.press('Record a conflict');
      await screen.dialog.getByLabel('Person').selectOption(second.id);
      await screen.dialog.getByLabel('Proposal').selectOption({ index: 1 });
      await screen.dialog.getByLabel('About').selectOption({ label: 'Family' });
      await screen.dialog.getByLabel('Reason').fill('The applicant is a cousin.');
      await screen.dialog.getByRole('button', { name: 'Record a conflict' }).click();
      await screen.expectMessage('Conflict recorded.');
      await part('Progress');
      await screen.expectMessage('1 proposal has fewer reviews than required.');
      await part('Judges');
      await page.getByRole('button', { name: /^Clear… / }).click();
      await screen.dialog.getByLabel('Reason').fill('They are not related after all.');
      await screen.dialog.getByRole('button', { name: 'Clear' }).click();
      await screen.expectMessage('Conflict cleared.');
      await part('Progress');
      await expect(page.getByText('0 of 4 reviews submitted.')).toBeVisible();
      await expect(page.getByText('fewer reviews than required')).toHaveCount(0);
    });

    await test.step('a conflict that an admin has recorded of themselves names them', async () => {
      const colleague = await backstage.createAdmin();
      const me = await backstage.call<{ id: string }>('GET', '/auth/me', colleague);
      const [entry] = await backstage.call<{ proposal_id: string }[]>(
        ...(['GET', `/rounds/${round.id}/entries`, { token: admin.token }] as const),
      );
      await backstage.call('POST', `/rounds/${round.id}/conflicts`, {
        token: colleague.token,
        json: { ...entry, judge_id: me.id, kind: 'family', reason: 'The applicant is an uncle.' },
      });
      await page.reload();
      await part('Judges');
      await expect(screen.row('an uncle')).toContainText(/Kofi Asante/);
    });

    await test.step('closed, and opened again for who had not finished', async () => {
      await submitReviews(backstage, first, round.id, (code) => 1 + (code.charCodeAt(0) % 5));
      await closeRound(backstage, round.id);
      await page.reload();
      await screen.press('Reopen');
      await screen.dialog.getByRole('button', { name: 'Reopen' }).click();
      await expect(screen.dialog.getByRole('alert')).toContainText('10 to 2,000 characters');
      await screen.dialog.getByLabel('Reason').fill(reason);
      await screen.dialog.getByLabel('Closes at (date and time)').fill(inDays(2).slice(0, 16));
      await screen.dialog.getByRole('button', { name: 'Reopen' }).click();
      await screen.expectMessage('Round reopened.');
      await expect(page.getByRole('list', { name: 'Steps of the round' })).toContainText(
        /Closes \d/,
      );
      await expect(
        page.getByRole('list', { name: 'Steps of the round' }).getByText('Done', { exact: true }),
        'a step that is over says so',
      ).toHaveCount(1);
      await screen.press('Close now');
      await expect(screen.dialog).toContainText('2 of 4 reviews have not been submitted:');
      await expect(screen.dialog).toContainText(': 2');
      await expect(screen.dialog).toContainText('2 proposals will have fewer than 2 reviews.');
      await screen.dialog.getByRole('button', { name: 'Cancel' }).click();
      await submitReviews(backstage, second, round.id, (code) => 1 + (code.charCodeAt(1) % 5));
      await screen.press('Close now');
      await screen.dialog.getByRole('button', { name: 'Close now' }).click();
      await screen.expectMessage('Round closed.');
    });

    await test.step('the ranking is downloaded as CSV', async () => {
      await expect(screen.row(round.titles[0]!)).toBeVisible();
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        screen.press('Download as CSV'),
      ]);
      const csv = readFileSync(await download.path(), 'utf8');
      for (const title of round.titles) expect(csv).toContain(title);
    });

    await test.step('a review by a judge with a conflict does not count, and says so', async () => {
      const ranking = await backstage.call<{ proposal_id: string; business_name: string }[]>(
        ...(['GET', `/rounds/${round.id}/ranking`, { token: admin.token }] as const),
      );
      const { proposal_id } = ranking.find((one) => one.business_name === round.titles[0])!;
      await backstage.call('POST', `/rounds/${round.id}/conflicts`, {
        token: admin.token,
        json: { judge_id: second.id, proposal_id, kind: 'family', reason: 'They are cousins.' },
      });
      await screen.press(new RegExp(`^Read \\d+ reviews?: ${round.titles[0]}`));
      await expect(screen.dialog).toContainText(
        'This entry has a review by a judge with a conflict.',
      );
      await expect(screen.dialog).toContainText('Conflict of interest, not counted');
      await inspect('admin-round-conflict-review');
      await screen.dialog.getByRole('button', { name: 'Close' }).click();
    });

    await test.step('sealed, withdrawn with a public reason, and sealed again', async () => {
      const fill = async () => {
        await screen.press('Fill from ranking');
        await screen.dialog.getByRole('button', { name: 'Fill from ranking' }).click();
        await expect(screen.dialog).toHaveCount(0);
        await screen.expectMessage('1 selected for 1 place. Every proposal has an outcome.');
      };
      const seal = async () => {
        await screen.press('Seal results');
        await screen.dialog.getByRole('button', { name: 'Seal results' }).click();
        await screen.expectMessage('Results sealed.');
      };
      await fill();
      await seal();
      await screen.press('Withdraw the seal');
      await screen.dialog.getByRole('button', { name: 'Withdraw the seal' }).click();
      await expect(screen.dialog.getByRole('alert')).toContainText('10 to 2,000 characters');
      await screen.dialog.getByLabel('Reason').fill('An amount was wrong.');
      await screen.dialog.getByRole('button', { name: 'Withdraw the seal' }).click();
      await screen.expectMessage('Seal withdrawn.');
      await seal();
      const seals = page.getByRole('listitem').filter({ has: page.locator('code') });
      await expect(seals).toHaveCount(2);
      await expect(seals.filter({ hasText: 'withdrawn' })).toContainText('An amount was wrong.');
      await page.evaluate('scrollTo(0, 0)');
      await inspect('admin-round-sealed-twice');
      const record = `/public-record/${round.program.id}`;
      const { rounds } = await backstage.call<{ rounds: object[] }>('GET', record, {});
      expect(rounds[0]).toMatchObject({ reopened: [{ reason }] });
    });

    await test.step('the judges of one round are found in the list', async () => {
      await screen.goTo('Judges');
      await screen.expectHeading('Judges');
      await page.getByLabel('Round').selectOption(round.id);
      await expect(page).toHaveURL(({ searchParams }) => searchParams.get('round_id') === round.id);
      await expect(page.locator('tbody tr')).toHaveCount(2);
      await expect(screen.row(lastName)).toBeVisible();
    });
  },
);

test(
  'a review goes on where another device has left it, and both versions can be had',
  { tag: '@phone' },
  async ({ page, backstage, mailbox }) => {
    // As if the clock of the device were slow.
    await backstage.passTime(600);
    const judge = await createJudge(backstage, mailbox);
    const { token } = judge;
    const round = await openRound(backstage, [judge], { proposals: 1, spares_own_region: false });
    const [review] = await backstage.call<{ id: string }[]>('GET', '/reviews/', { token });
    const screen = new ReviewScreen(page);
    const path = `/dashboard/judging/${round.id}/${review!.id}`;
    await openAs(page, judge, path);
    await screen.score('Market', 2);
    await page.getByLabel('What is strong').fill('Typed on the phone.');
    await expect(page.getByText('Saved', { exact: true })).toBeVisible();
    const json = { strength: 'Typed on the laptop.' };
    await backstage.call('PUT', `/reviews/${review!.id}`, { token, json });
    await page.reload();
    await expect(page.getByLabel('What is strong')).toHaveValue('Typed on the laptop.');
    await screen.expectScore('Market', 2);
    // While the screen is open, the laptop saves once more: nothing of either is lost.
    const later = { strength: 'Typed on the laptop, later.' };
    await backstage.call('PUT', `/reviews/${review!.id}`, { token, json: later });
    await secondsLater();
    await page.getByLabel('What is strong').fill('Typed on the phone, later.');
    await screen.expectMessage('You have also scored this in another tab or on another device');
    await screen.press('Show the other one');
    await screen.expectMessage('The one you asked for is shown.');
    await expect(page.getByLabel('What is strong')).toHaveValue('Typed on the laptop, later.');
    await screen.press('Show the other one');
    await expect(page.getByLabel('What is strong')).toHaveValue('Typed on the phone, later.');
    await screen.score('Team', 3);
    await screen.press('Save and next');
    await screen.expectMessage('Review submitted.');
    const sent = await backstage.call<object>('GET', `/reviews/${review!.id}`, { token });
    expect(sent).toMatchObject({ state: 'submitted', strength: 'Typed on the phone, later.' });
  },
);
