/** A program that asks questions of its own: its form in steps, on a phone and without a line. */
import type { Locator, Page } from '@playwright/test';
import { makePdf } from '../pdf-samples.ts';
import type { Backstage } from './backstage.ts';
import { expect, openAs, test } from './fixtures.ts';
import { submitPath } from './pages/filled-proposal.ts';
import { pdfFile, ProposalForm } from './pages/proposals.ts';

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

  /** The entry of a step, with what is missing in it. */
  step(title: string): Locator {
    return this.page
      .getByRole('navigation', { name: 'Steps' })
      .getByRole('button', { name: title });
  }
}

const FIRST = 'Your business and documents';
const ASKED = 'Questions from the program';

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

test('questions are answered in steps, and each step says what is missing', async ({
  page,
  backstage,
  inspect,
}) => {
  const { form } = await openForm(page, backstage);
  await expect(form.step(FIRST)).toContainText('4 missing');
  await expect(form.step(ASKED)).toContainText('3 missing');
  await inspect('questions-first-step');
  await fillFirstStep(form);
  await expect(form.step(FIRST)).toContainText('Done');
  await form.press('Continue');
  await expect(page.getByRole('heading', { name: ASKED })).toBeFocused();
  await expect(page.getByLabel('Business name')).toBeHidden();
  await expect(page.getByLabel('Registration number')).toBeHidden();
  await inspect('questions-empty');
});
