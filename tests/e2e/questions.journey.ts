/** A program that asks questions of its own: its form in steps, on a phone and without a line. */
import type { Locator, Page } from '@playwright/test';
import { makePdf } from '../pdf-samples.ts';
import type { Backstage } from './backstage.ts';
import { expect, openAs, test } from './fixtures.ts';
import { goOffline, goOnline, waitForWorker } from './offline.ts';
import { submitPath } from './pages/filled-proposal.ts';
import { pdfFile, ProposalForm } from './pages/proposals.ts';

// What applicants fill in, on their phones; on translated pages too.
test.use({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });

const QUESTIONS = [
  {
    kind: 'yes_no',
    label: 'Is your business registered?',
    help: 'With the Office of the Registrar of Companies.',
    is_required: true,
    eligible: { values: [true], sentence: 'We only fund registered businesses.' },
  },
  {
    kind: 'short_text',
    label: 'Registration number',
    is_required: true,
    max_length: 12,
    shown_if: { position: 0, equals: true },
  },
  { kind: 'choices', label: 'Which crops do you process?', options: ['Cocoa', 'Cashew', 'Shea'] },
  { kind: 'number', label: 'How many people work there?', min: 1, max: 500, is_required: true },
  { kind: 'date', label: 'Since when?', min: '2000-01-01' },
  { kind: 'long_text', label: 'What would the money change?', max_length: 300 },
  {
    kind: 'choice',
    label: 'Where do you sell?',
    options: ['In my town', 'In Ghana', 'Abroad'],
    is_required: true,
  },
];

/** The field of a question, its choices included. */
class QuestionForm extends ProposalForm {
  question(label: string): Locator {
    return this.page
      .getByRole('group', { name: label })
      .or(this.page.getByRole('radiogroup', { name: label }));
  }

  async pick(label: string, choice: string): Promise<void> {
    await this.question(label).getByLabel(choice, { exact: true }).check();
  }
}

const FIRST = 'Business';
const ASKED = 'Questions';

async function openForm(page: Page, backstage: Backstage, questions: unknown[] = QUESTIONS) {
  const program = await backstage.createProgram({ questions });
  const applicant = await backstage.createApplicant();
  await openAs(page, applicant, submitPath(program));
  return { program, applicant, form: new QuestionForm(page) };
}

async function fillFirstStep(form: QuestionForm): Promise<void> {
  const pdf = pdfFile('deck.pdf', await makePdf({ pages: 2 }));
  await form.fillIn({ name: 'Ada Salt', location: 'Ada Foah' });
  await form.choose({ pitchDeck: pdf, financials: pdf });
  await form.expectReady();
}

/** Opens the questions, and answers those that are required. */
async function answer(form: QuestionForm): Promise<void> {
  await form.press('Continue');
  await expect(form.page.getByRole('heading', { name: ASKED })).toBeFocused();
  await form.pick('Is your business registered?', 'Yes');
  await form.page.getByLabel('Registration number').fill('CS-1234');
  await form.page.getByLabel('How many people work there?').fill('1,2');
  await form.pick('Where do you sell?', 'Abroad');
}

/** At the top, where the bar of the screen covers nothing. */
async function look(page: Page, inspect: (name: string) => Promise<void>, name: string) {
  await page.evaluate('scrollTo(0, 0)');
  await inspect(name);
}

/** Leads to the proposal. */
async function send(form: QuestionForm): Promise<void> {
  await form.submit();
  await expect(form.page).toHaveURL(/view-proposal/);
}

const missing = (page: Page, sentence: string) => page.getByRole('link', { name: sentence });

test('questions are answered in steps, checked, submitted, shown and edited', async ({
  page,
  backstage,
  inspect,
}) => {
  const { form } = await openForm(page, backstage);
  await expect(form.step(FIRST)).toContainText('2 missing');
  await expect(form.step('Documents')).toContainText('2 missing');
  await expect(form.step(ASKED)).toContainText('3 missing');
  await expect(form.step('Check')).toContainText('Not ready');
  await look(page, inspect, 'questions-first-step');
  await test.step('a refusal names each field that misses the same', async () => {
    await form.submit();
    await expect(form.refusal).toContainText('How many people work there? Answer this question.');
    await form.openStep(FIRST);
  });
  await fillFirstStep(form);
  await expect(form.step(FIRST)).toContainText('Done');
  await expect(form.step('Documents')).toContainText('Done');
  await answer(form);
  await expect(page.getByLabel('Business name')).toBeHidden();
  await expect(form.step(ASKED)).toContainText('1 missing');
  await form.pick('Which crops do you process?', 'Shea');
  await form.pick('Which crops do you process?', 'Cocoa');
  await page.getByLabel('Since when?').fill('2019-05-06');
  await page.getByLabel('What would the money change?').fill('Cold rooms.\nMore jobs.');
  await form.expectMessage('You have 278 characters left');
  await look(page, inspect, 'questions-answered');

  await test.step('the check names what does not fit, and leads to its field', async () => {
    await form.check();
    await expect(page.getByText('6 May 2019')).toBeVisible();
    await expect(page.getByText('Cocoa, Shea')).toBeVisible();
    await look(page, inspect, 'questions-check');
    await missing(page, 'How many people work there? Answer with a number.').click();
    await expect(page.getByLabel('How many people work there?')).toBeFocused();
    await page.getByLabel('How many people work there?').fill('12');
    await expect(form.step(ASKED)).toContainText('Done');
    await form.check();
    await expect(page.getByText('Everything is complete.')).toBeVisible();
    await page.getByRole('button', { name: 'Change Registration number' }).click();
    await expect(page.getByLabel('Registration number')).toBeFocused();
    await page.getByLabel('Registration number').fill('CS-5678');
    await page.goBack();
    await expect(form.step('Check')).not.toHaveAttribute('aria-current');
    await page.goForward();
    await expect(page.getByLabel('Registration number')).toHaveValue('CS-5678');
    await send(form);
    await form.expectMessage('CS-5678');
    await form.expectMessage('More jobs.');
    await look(page, inspect, 'questions-own-proposal');
  });

  await test.step('an edit keeps what it does not touch', async () => {
    await form.follow('Edit');
    await expect(page.getByLabel('Registration number')).toHaveValue('CS-5678');
    await page.getByLabel('Registration number').fill('');
    await form.press('Save changes');
    await expect(form.refusal).toContainText('Answer this question.');
    await form.refusal.getByRole('link', { name: 'Answer this question.' }).click();
    await expect(page.getByLabel('Registration number')).toBeFocused();
    await page.getByLabel('Registration number').fill('CS-9');
    await look(page, inspect, 'questions-edit');
    await form.press('Save changes');
    await form.expectMessage('Proposal updated successfully!');
    await expect(page.getByText('CS-9')).toBeVisible();
    await expect(page.getByText('Cocoa, Shea')).toBeVisible();
  });
});

test(
  'what a condition hides is kept until it is submitted, and who does not qualify is told',
  { tag: '@desktop' },
  async ({ page, backstage, inspect }) => {
    const { form } = await openForm(page, backstage);
    await fillFirstStep(form);
    await answer(form);
    await page.getByLabel('How many people work there?').fill('12');
    await form.pick('Is your business registered?', 'No');
    await form.expectMessage('We only fund registered businesses.');
    await expect(page.getByLabel('Registration number')).toBeHidden();
    await form.expectSaved();
    await look(page, inspect, 'questions-not-eligible');
    await page.reload();
    await expect(form.question('Is your business registered?').getByLabel('No')).toBeChecked();
    await form.check();
    await missing(page, 'We only fund registered businesses.').click();
    await form.pick('Is your business registered?', 'Yes');
    await expect(page.getByLabel('Registration number')).toHaveValue('CS-1234');
    await send(form);
    await form.expectMessage('CS-1234');
  },
);

test(
  'a program that changes while its form is open says so beside the questions',
  { tag: '@desktop' },
  async ({ page, backstage, inspect }) => {
    const { program, form } = await openForm(page, backstage);
    await fillFirstStep(form);
    await answer(form);
    await page.getByLabel('How many people work there?').fill('12');
    await form.expectSaved();
    const [registered, number, , people, ...others] = program.questions!;
    await backstage.changeQuestions(program, [
      registered,
      { ...number, max_length: 20 },
      ...others,
      { kind: 'short_text', label: 'Who is your bank?', is_required: true },
    ]);
    expect(people!.label).toBe('How many people work there?');
    await form.submit();
    await expect(form.refusal).toContainText('Answer this question.');
    await form.expectMessage('This question was added while you had this form open.');
    await form.expectMessage('This question was changed while you had this form open.');
    await form.expectMessage('This question is no longer asked.');
    await look(page, inspect, 'questions-changed');
    await expect(page.getByLabel('Registration number')).toHaveValue('CS-1234');
    await form.refusal.getByRole('link').click();
    await expect(page.getByLabel('Who is your bank?')).toBeFocused();
    await page.getByLabel('Who is your bank?').fill('Ghana Commercial');
    await send(form);
    await form.expectMessage('Ghana Commercial');
    await expect(page.getByText('How many people work there?')).toHaveCount(0);
  },
);

test(
  'an empty form starts from an earlier proposal, documents included',
  { tag: '@desktop' },
  async ({ page, backstage, inspect }) => {
    const question = { kind: 'short_text', label: 'Who is your bank?' };
    const { program, applicant, form } = await openForm(page, backstage, [question]);
    await fillFirstStep(form);
    await form.press('Continue');
    await page.getByLabel('Who is your bank?').fill('Ghana Commercial');
    await send(form);
    await form.expectMessage('Ghana Commercial');
    const next = await backstage.createProgram({ questions: [question] });
    expect(next.id).not.toBe(program.id);
    await openAs(page, applicant, submitPath(next));
    await page.getByText('Start from an earlier proposal').click();
    await expect(page.getByLabel('Earlier proposal')).toContainText('Ada Salt');
    await look(page, inspect, 'questions-earlier');
    await form.press('Copy into this form');
    await expect(page.getByLabel('Business name')).toHaveValue('Ada Salt');
    await expect(form.step('Documents')).toContainText('Done');
    await expect(page.getByLabel('Earlier proposal')).toHaveCount(0);
    await form.press('Continue');
    await expect(page.getByLabel('Who is your bank?')).toHaveValue('Ghana Commercial');
    await send(form);
    await form.expectMessage('Ghana Commercial');
  },
);

test.describe('without a line', () => {
  test.use({ serviceWorkers: 'allow' });

  test(
    'answers that are typed offline are there after a reload, and go up with the line',
    { tag: '@desktop' },
    async ({ page, backstage }) => {
      const { form, program } = await openForm(page, backstage);
      const bank = page.getByLabel('What would the money change?');
      await waitForWorker(page);
      await page.reload();
      await expect(form.step(ASKED)).toContainText('3 missing');
      await form.press('Continue');
      await bank.fill('Cold rooms');
      await form.expectSaved();
      await goOffline(page, `/drafts/${program.id}?optional`, `/programs/${program.id}`);
      await bank.fill('Cold rooms and boats');
      await form.pick('Is your business registered?', 'Yes');
      await form.expectMessage('Saved on this phone, no connection');
      await page.reload();
      await expect(bank).toHaveValue('Cold rooms and boats');
      await expect(form.step(ASKED)).toContainText('3 missing');
      await goOnline(page);
      await form.expectSaved();
      await page.reload();
      await expect(bank).toHaveValue('Cold rooms and boats');
      await expect(form.question('Is your business registered?').getByLabel('Yes')).toBeChecked();
    },
  );
});
