/** Proposals are read and decided by keyboard alone, with two keys each. */
import { makeDeck } from '../pdf-samples.ts';
import { newName, type Backstage, type NamedItem } from './backstage.ts';
import { expect, openAs, test } from './fixtures.ts';
import { ReadingRoom } from './pages/submissions.ts';

const COUNT = 5;

/** A separate program, with proposals whose decks identify them; the newest first. */
async function fillList(backstage: Backstage, count: number) {
  const program = await backstage.createProgram();
  const applicant = await backstage.createApplicant();
  const proposals: NamedItem[] = [];
  for (let number = 1; number <= count; number += 1) {
    const title = newName(`Kiln ${number}`);
    const pitchDeck = await makeDeck([`First page of ${title}`, 'Briquettes for every kitchen']);
    proposals.unshift(await backstage.submitProposal(applicant, program, { title, pitchDeck }));
  }
  const list = encodeURIComponent(`program_id=${program.id}`);
  const pathTo = (at: number) =>
    `/dashboard/admin/view-proposal/${proposals[at]!.id}?list=${list}&at=${at + 1}`;
  return { applicant, program, proposals, pathTo };
}

async function decisionOf(backstage: Backstage, { id }: NamedItem) {
  const { token } = await backstage.admin();
  return backstage.call<{ decision: string; decline_reason: string | null; flagged: boolean }>(
    'GET',
    `/proposals/${id}/admin?peek=true`,
    { token },
  );
}

test('a list is read to its end: the first page of each, and two keys', async ({
  page,
  backstage,
  inspect,
}) => {
  const { proposals, program } = await fillList(backstage, COUNT);
  const room = new ReadingRoom(page);
  await openAs(
    page,
    await backstage.admin(),
    `/dashboard/admin/submissions?program_id=${program.id}`,
  );
  await room.follow(proposals[0]!.title);
  for (const [at, { title }] of proposals.entries()) {
    await room.expectHeading(title);
    await expect(room.pages('Pitch deck')).toContainText(`First page of ${title}`);
    if (at === 0) await inspect('reading-room');
    await page.keyboard.press('a');
    if (at < COUNT - 1) await page.keyboard.press('j');
  }
  await expect(room.desk).toContainText('Approved');
  for (const proposal of proposals)
    await expect
      .poll(async () => (await decisionOf(backstage, proposal)).decision)
      .toBe('approved');
  await page.keyboard.press('k');
  await room.expectHeading(proposals[COUNT - 2]!.title);

  await page.emulateMedia({ media: 'print' });
  await expect(room.desk).toContainText('Approved');
  await expect(page.getByRole('main').getByRole('heading')).toHaveText([
    proposals[COUNT - 2]!.title,
    'Decision',
    'Business description',
    'Applicant',
    'Documents',
    'Pitch deck',
    'Financials',
  ]);
  await expect(
    page.getByRole('main').locator('button, select, input, canvas').filter({ visible: true }),
  ).toHaveCount(0);
});

test('a decline says why and moves on to the next; typed text is no shortcut', async ({
  page,
  backstage,
  inspect,
}) => {
  const { proposals, pathTo } = await fillList(backstage, 2);
  const [first, second] = proposals as [NamedItem, NamedItem];
  const room = new ReadingRoom(page);
  await openAs(page, await backstage.admin(), pathTo(0));
  await room.expectHeading(first.title);

  await page.keyboard.press('d');
  await expect(room.reason).toBeFocused();
  await page.keyboard.press('Control+Enter');
  await room.expectMessage('Give a reason for declining. The applicant will see it.');
  await inspect('decline');
  await page.keyboard.type('Jade said no: a kiln needs a year of sales first.');
  await page.keyboard.press('Escape');
  await page.keyboard.press('n');
  await page.keyboard.type('Ask again next year: <b>good</b> team');
  await room.expectHeading(first.title);
  await page.keyboard.press('Control+Enter');
  await room.expectHeading(second.title);
  await expect
    .poll(async () => decisionOf(backstage, first))
    .toMatchObject({
      decision: 'declined',
      decline_reason: 'Jade said no: a kiln needs a year of sales first.',
    });
  await page.keyboard.press('k');
  await room.expectHeading(first.title);
  await expect(page.getByText('Ask again next year: <b>good</b> team')).toBeVisible();
});

/** Presses k when the heading changes; counts the changes in `headingChanges`. */
const PRESS_AT_ONCE = `(() => {
  window.headingChanges = 0;
  new MutationObserver(() => {
    window.headingChanges += 1;
    if (window.headingChanges === 1)
      document.dispatchEvent(new KeyboardEvent('keydown', { key: 'k' }));
  }).observe(document.querySelector('h1'), { characterData: true, childList: true, subtree: true });
})()`;

test('a key pressed as soon as the next proposal is displayed applies to it', async ({
  page,
  backstage,
}) => {
  const { proposals, pathTo } = await fillList(backstage, 2);
  const [first, second] = proposals as [NamedItem, NamedItem];
  const room = new ReadingRoom(page);
  const fetchedAhead = page.waitForResponse((answer) => answer.url().includes(second.id));
  await openAs(page, await backstage.admin(), pathTo(0));
  await room.expectHeading(first.title);
  await fetchedAhead;
  await page.evaluate(PRESS_AT_ONCE);
  await page.keyboard.press('j');
  await expect.poll(() => page.evaluate<number>('window.headingChanges')).toBeGreaterThan(1);
  await room.expectHeading(first.title);
});

test('a reason that the firm keeps is at hand, also for who has just been at their list', async ({
  page,
  backstage,
}) => {
  const { proposals } = await fillList(backstage, 1);
  const admin = await backstage.admin();
  const stored = { title: newName('Too early'), text: 'Please come back with a year of sales.' };
  await backstage.call('POST', '/proposals/admin/decline-templates', { ...admin, json: stored });
  const room = new ReadingRoom(page);
  await openAs(page, admin, '/dashboard/admin/decline-reasons');
  await expect(room.row(stored.title)).toBeVisible();
  await room.goTo('Submissions');
  await room.searchFor(proposals[0]!.title);
  await room.follow(proposals[0]!.title);
  await room.expectHeading(proposals[0]!.title);
  await page.keyboard.press('d');
  await room.reason.fill('Typed by hand, for this applicant.');
  await page.getByLabel('Start from a template').selectOption({ label: stored.title });
  await expect(room.reason).toHaveValue(stored.text);
  await page.getByLabel('Start from a template').selectOption({ label: 'Write your own' });
  await expect(room.reason).toHaveValue('Typed by hand, for this applicant.');
});

test('a decision is revoked before its mail is sent', async ({ page, backstage, mailbox }) => {
  const { proposals, pathTo, applicant } = await fillList(backstage, 2);
  const room = new ReadingRoom(page);
  await openAs(page, await backstage.admin(), pathTo(0));
  await room.expectHeading(proposals[0]!.title);
  await page.keyboard.press('a');
  await page.keyboard.press('j');
  await room.expectHeading(proposals[1]!.title);
  await expect(room.desk).toContainText(proposals[0]!.title);
  await page.keyboard.press('u');
  await expect
    .poll(async () => (await decisionOf(backstage, proposals[0]!)).decision)
    .toBe('undecided');
  // The mail of the second decision is the only one.
  await page.keyboard.press('a');
  await backstage.passUndo(proposals[1]!);
  const mail = await mailbox.waitFor(applicant.email, /Decision on/);
  expect(mail.text).toContain(proposals[1]!.title);
});

test('flag, search, list of keys and dialog are reached by their keys', async ({
  page,
  backstage,
  inspect,
}) => {
  const { proposals, pathTo } = await fillList(backstage, 1);
  const room = new ReadingRoom(page);
  await openAs(page, await backstage.admin(), pathTo(0));
  await expect(room.pages('Pitch deck')).toContainText('First page');
  await page.keyboard.press('f');
  await expect(room.desk.getByRole('button', { name: 'Flagged' })).toBeVisible();
  await expect.poll(async () => (await decisionOf(backstage, proposals[0]!)).flagged).toBe(true);

  await page.keyboard.press('/');
  await page.keyboard.type('briquettes');
  await room.expectMessage('1 of 1');
  await expect(page.getByText('Page 2 of 2')).toBeVisible();
  await page.keyboard.press('Escape');
  await page.keyboard.press('?');
  await expect(room.dialog).toContainText('Search in the document');
  await inspect('keys');
  await page.keyboard.press('Escape');
  await page.keyboard.press('t');
  await expect(room.pages('Financials')).toContainText('Page 1');
});

test('of two concurrent decisions both values are shown', async ({ page, backstage }) => {
  const { proposals, pathTo } = await fillList(backstage, 1);
  const room = new ReadingRoom(page);
  // What a colleague changes is shown within 20 seconds: here, the key is pressed before.
  await page.route('**/admin/reading', (route) => route.abort());
  await openAs(page, await backstage.createAdmin(), pathTo(0));
  await room.expectHeading(proposals[0]!.title);
  await backstage.review(proposals[0]!, {
    decision: 'declined',
    decline_reason: 'It came without its accounts.',
  });
  await page.keyboard.press('a');
  await expect(room.dialog).toContainText(/Saved now\s*Declined\s*Yours\s*Approved/);
  await expect(room.dialog.getByRole('button').last()).toHaveText('Save mine');
  await room.dialog.getByRole('button', { name: 'Save mine' }).click();
  await expect
    .poll(async () => (await decisionOf(backstage, proposals[0]!)).decision)
    .toBe('approved');
});

test('an undo never reverts what somebody else has decided since', async ({ page, backstage }) => {
  const { proposals, pathTo } = await fillList(backstage, 1);
  const [proposal] = proposals;
  const room = new ReadingRoom(page);
  await openAs(page, await backstage.createAdmin(), pathTo(0));
  await room.expectHeading(proposal!.title);
  await page.keyboard.press('a');
  await expect.poll(async () => (await decisionOf(backstage, proposal!)).decision).toBe('approved');
  const decline_reason = 'It came without its accounts.';
  await backstage.review(proposal!, { decision: 'declined', decline_reason });
  // The window is looked at again, and shows it; the undo is still of what was decided here.
  await page.evaluate("dispatchEvent(new Event('visibilitychange'))");
  await expect(room.desk).toContainText(decline_reason);
  await page.keyboard.press('u');
  await expect(room.desk).toContainText('Somebody else has changed');
  await expect(room.desk).toContainText(decline_reason);
  await expect(decisionOf(backstage, proposal!)).resolves.toMatchObject({ decision: 'declined' });
});

test('a PDF that never ends is stopped; the download and the decision stay', async ({
  page,
  backstage,
}) => {
  const { proposals, pathTo } = await fillList(backstage, 1);
  const room = new ReadingRoom(page);
  await page.route(/pdf\.worker/, (route) =>
    route.fulfill({ contentType: 'text/javascript', body: '' }),
  );
  await page.clock.install();
  await openAs(page, await backstage.admin(), pathTo(0));
  await room.expectHeading(proposals[0]!.title);
  const sentence = 'This PDF took more than 10 seconds, so it was stopped.';
  await expect
    .poll(async () => {
      await page.clock.fastForward(10_000);
      return page.getByText(sentence).count();
    })
    .toBeGreaterThan(0);
  await room.expectMessage(sentence);
  await expect(page.getByRole('button', { name: 'Request Download Link' })).toHaveCount(2);
  await page.keyboard.press('a');
  await expect(room.desk).toContainText('Approved');
});
