/** A pile of proposals is read whole and decided with few keys. */
import type { Page } from '@playwright/test';
import { newName, type NamedItem } from './backstage.ts';
import { expect, openAs, test } from './fixtures.ts';
import { ReadingRoom } from './pages/submissions.ts';

/** For each proposal: 600 for 40 of them. */
const MOST_KEYS = 15;
const COUNT = 4;

const LONG = Array.from({ length: 60 }, (_, at) => `<p>Paragraph ${at + 1} of the plan.</p>`).join(
  '',
);
const SCROLLED = `document.getElementById('written').scrollTop`;
const FOCUSED = `document.activeElement.getAttribute('aria-label')`;

/** Counts what is pressed. */
function countKeys(page: Page) {
  let count = 0;
  return {
    get count() {
      return count;
    },
    press: async (...keys: string[]) => {
      for (const key of keys) {
        count += 1;
        await page.keyboard.press(key);
      }
    },
  };
}

test('forty proposals are read and decided with fewer than 600 keys', async ({
  page,
  backstage,
}) => {
  const admin = await backstage.createAdmin();
  const program = await backstage.createProgram();
  const applicant = await backstage.createApplicant();
  const title = newName('Too early');
  const text = 'Please come back with a year of sales.';
  await backstage.call('POST', '/proposals/admin/decline-templates', {
    ...admin,
    json: { title, text },
  });
  const proposals: NamedItem[] = [];
  for (let at = 0; at < COUNT; at += 1)
    proposals.unshift(await backstage.submitProposal(applicant, program, { description: LONG }));
  const list = encodeURIComponent(`program_id=${program.id}`);
  const room = new ReadingRoom(page);
  await openAs(page, admin, `/dashboard/admin/view-proposal/${proposals[0]!.id}?list=${list}&at=1`);
  const keys = countKeys(page);
  for (const [at, { title: name }] of proposals.entries()) {
    await room.expectHeading(name);
    await expect(room.pages('Pitch deck')).toContainText('Page 1');
    // The text, then the document.
    await keys.press('Space', 'Space', 'ArrowDown');
    await expect.poll(() => page.evaluate<number>(SCROLLED)).toBeGreaterThan(400);
    await keys.press('r');
    await expect.poll(() => page.evaluate(FOCUSED)).toBe('Pages of Pitch deck');
    await keys.press('Space', 'Space', 't');
    await expect.poll(() => page.evaluate(FOCUSED)).toBe('Pages of Financials');
    if (at % 2 === 0) {
      await keys.press('2', 'm', 'a');
      await expect(room.desk).toContainText('Approved');
      await keys.press('s');
    } else {
      await keys.press('d', '1');
      await expect(room.reason).not.toHaveValue('');
      await keys.press('Control+Enter');
    }
  }
  expect(keys.count).toBeLessThanOrEqual(MOST_KEYS * COUNT);
  const of = async ({ id }: NamedItem) =>
    backstage.call('GET', `/proposals/${id}/admin?peek=true`, { token: admin.token });
  await expect
    .poll(() => of(proposals[0]!))
    .toMatchObject({
      decision: 'approved',
      funding_stage: 'SEED',
      assigned_to: expect.any(String),
    });
  await expect.poll(() => of(proposals[1]!)).toMatchObject({ decision: 'declined' });
});

const HEIGHT = `document.getElementById('written').clientHeight`;

test('the text keeps the room, also with an undo, an open reason or an error', async ({
  page,
  backstage,
}) => {
  const proposal = await backstage.createProposal();
  const room = new ReadingRoom(page);
  await page.setViewportSize({ width: 1280, height: 800 });
  // The undo is offered for seconds only, which would pass on a busy machine.
  await page.clock.setFixedTime(new Date());
  await openAs(page, await backstage.admin(), `/dashboard/admin/view-proposal/${proposal.id}`);
  await room.expectHeading(proposal.title);
  await expect.poll(() => page.evaluate<number>(HEIGHT)).toBeGreaterThan(400);
  await page.keyboard.press('a');
  await expect(room.desk.getByRole('button', { name: 'Undo' })).toBeVisible();
  await expect.poll(() => page.evaluate<number>(HEIGHT)).toBeGreaterThan(400);
  await page.keyboard.press('d');
  await page.keyboard.press('Control+Enter');
  await expect(page.getByText('Give a reason for declining')).toBeVisible();
  await expect.poll(() => page.evaluate<number>(HEIGHT)).toBeGreaterThan(400);
  await page.route('**/api/v1/proposals/**', (route) =>
    route.request().method() === 'PATCH' ? route.abort() : route.continue(),
  );
  await room.reason.fill('The accounts of the second year are missing.');
  await page.keyboard.press('Control+Enter');
  await room.expectMessage('Failed to update proposal');
  await expect.poll(() => page.evaluate<number>(HEIGHT)).toBeGreaterThan(400);
});

test('no shortcut goes into the letter, and a key cap stands where its key works', async ({
  page,
  backstage,
}) => {
  const admin = await backstage.createAdmin();
  const program = await backstage.createProgram();
  const applicant = await backstage.createApplicant();
  const title = newName('Too early');
  const text = 'Please come back with a year of sales.';
  await backstage.call('POST', '/proposals/admin/decline-templates', {
    ...admin,
    json: { title, text },
  });
  const [second, first] = [
    await backstage.submitProposal(applicant, program),
    await backstage.submitProposal(applicant, program),
  ];
  const list = encodeURIComponent(`program_id=${program.id}`);
  const room = new ReadingRoom(page);
  await openAs(page, admin, `/dashboard/admin/view-proposal/${first.id}?list=${list}&at=1`);
  await room.expectHeading(first.title);
  const next = room.desk.getByRole('button', { name: 'Next' });
  await expect(next.locator('kbd').filter({ visible: true })).toHaveText(['s']);
  await page.keyboard.press('d');
  await expect(room.reason).toBeFocused();
  // What decides is the one button that is left, and the email stands above it.
  await expect(room.desk.getByRole('button')).toHaveText([/^Decline/, 'Cancel']);
  const caps = room.desk.getByRole('button', { name: 'Decline' }).locator('kbd');
  await expect(caps.filter({ visible: true })).toHaveText(['Ctrl Enter']);
  // The first template is somebody’s: this one is chosen by its name.
  await room.desk.getByLabel('Start from a template').selectOption(title);
  await expect(room.reason).toHaveValue(text);
  await expect(caps.filter({ visible: true })).toHaveText(['s']);
  await expect(room.desk.locator('details')).toContainText(`Reason: ${text}`);
  await expect(room.desk).toContainText('Nothing is sent until you press “Decline and email”.');
  // A note is written before the decision is saved.
  await page.keyboard.press('n');
  await page.keyboard.type('Sales begin next year.');
  await page.keyboard.press('Escape');
  await expect(room.reason).toHaveValue(text);
  await page.keyboard.press('d');
  await page.keyboard.press('Control+End');
  await page.keyboard.type(' Good luck!');
  await page.keyboard.press('Escape');
  await page.keyboard.press('S');
  await room.expectHeading(second.title);
  const declined = async () =>
    backstage.call('GET', `/proposals/${first.id}/admin?peek=true`, { token: admin.token });
  await expect
    .poll(declined)
    .toMatchObject({ decision: 'declined', decline_reason: `${text} Good luck!` });

  await page.keyboard.press('d');
  await page.keyboard.press('1');
  await expect(room.reason).not.toHaveValue('');
  const letter = await room.reason.inputValue();
  await page.keyboard.press('s');
  await expect
    .poll(() =>
      backstage.call('GET', `/proposals/${second.id}/admin?peek=true`, { token: admin.token }),
    )
    .toMatchObject({ decision: 'declined', decline_reason: letter });
});
