/** An admin writes the questions of a program: by keys, by dragging, and what is refused. */
import type { Locator } from '@playwright/test';
import { newName } from './backstage.ts';
import { expect, openAs, placeOf, test } from './fixtures.ts';
import { Screen } from './pages/screen.ts';

const path = ({ id }: { id: string }) => `/dashboard/admin/program-questions/${id}`;

/** /dashboard/admin/program-questions/{id} */
class QuestionEditor extends Screen {
  /** The question at this place, from 1. */
  question(place: number): Locator {
    return this.page.locator('main ol > li').nth(place - 1);
  }

  get names(): Locator {
    return this.page.locator('main ol > li h2');
  }

  /** Adds a question; it is open, with the focus on its label. */
  async add(label: string, kind: string): Promise<Locator> {
    const count = await this.names.count();
    await this.press('Add a question');
    const row = this.question(count + 1);
    const question = row.getByLabel('Question', { exact: true });
    await expect(question).toBeFocused();
    await question.fill(label);
    await row.getByLabel('Kind of answer').selectOption(kind);
    return row;
  }

  async save(): Promise<void> {
    await this.press('Save questions');
  }
}

test('an admin gives a program questions, which a visitor can then read', async ({
  page,
  backstage,
  inspect,
}) => {
  const program = await backstage.createProgram();
  const editor = new QuestionEditor(page);
  await openAs(page, await backstage.admin(), `/dashboard/admin/proposals/${program.id}/edit`);
  await editor.follow('Questions');
  await expect(page.getByText('This program asks no questions of its own yet.')).toBeVisible();

  await test.step('add: limits, options, a condition, and who can apply', async () => {
    const registered = await editor.add('Is your business registered?', 'Yes or no');
    await registered.getByLabel('An answer is required').check();
    await registered.getByLabel('The answer decides who can apply').check();
    await registered.getByRole('group', { name: 'Answers that qualify' }).getByLabel('Yes').check();
    await registered
      .getByLabel('What everyone else is told')
      .fill('We only fund registered businesses.');
    const years = await editor.add('For how many years?', 'Number');
    await years.getByLabel('Smallest number').fill('0');
    await years.getByLabel('Ask this question').selectOption('1. Is your business registered?');
    await years.getByLabel('If the answer is').selectOption('Yes');
    const crops = await editor.add('Which crops?', 'Several options');
    await crops.getByLabel('Options').fill('Cocoa\nCashew');
    await inspect('admin-questions');
  });

  await test.step('the preview shows it as on a phone', async () => {
    await editor.press('Preview');
    const preview = editor.dialog.getByRole('group', {
      name: 'As an applicant sees it on a phone',
    });
    await expect(preview.getByText('For how many years?')).toHaveCount(0);
    await preview.getByLabel('Yes').check();
    await expect(preview.getByLabel('For how many years?')).toBeVisible();
    await inspect('admin-questions-preview');
    await editor.dialog.getByRole('button', { name: 'Close' }).click();
  });

  await test.step('reorder by keys; the focus stays on the button', async () => {
    const up = page.getByRole('button', { name: 'Move up: 3. Which crops?' });
    await up.focus();
    await page.keyboard.press('Enter');
    await expect(editor.names.nth(1)).toHaveText('2. Which crops?');
    await expect(page.getByRole('button', { name: 'Move up: 2. Which crops?' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(editor.names.first()).toHaveText('1. Which crops?');
  });

  await editor.save();
  await editor.expectMessage('Questions saved.');
  await page.goto(`/national-pitch-trek/programs/${program.id}/questions`);
  await expect(page.getByRole('heading', { level: 3 })).toHaveText([
    'Which crops?',
    'Is your business registered?',
    'For how many years?',
  ]);
  await expect(page.getByText('Only if you answer “Yes” to question 2')).toBeVisible();
});

test(
  'what is refused stands beside its field, and nothing is lost',
  { tag: '@desktop' },
  async ({ page, backstage, inspect }) => {
    const questions = [
      { kind: 'yes_no', label: 'Do you export?' },
      { kind: 'choice', label: 'Where to?', options: ['Togo', 'Benin'] },
      { kind: 'date', label: 'Since when?', shown_if: { position: 0, equals: true } },
    ];
    const program = await backstage.createProgram({ questions });
    const editor = new QuestionEditor(page);
    await openAs(page, await backstage.admin(), path(program));
    await expect(editor.names).toHaveCount(3);

    await test.step('a question that another one needs stays', async () => {
      await page.getByRole('button', { name: 'Remove: 1. Do you export?' }).click();
      await expect(editor.question(1)).toContainText('Change that first.');
      await expect(editor.names).toHaveCount(3);
    });

    await test.step('a condition that comes later, an option twice, no words', async () => {
      await page.getByRole('button', { name: 'Move down: 1. Do you export?' }).click();
      await page.getByRole('button', { name: 'Move down: 2. Do you export?' }).click();
      await page.getByRole('button', { name: 'Edit: 1. Where to?' }).click();
      await editor.question(1).getByLabel('Options').fill('Togo\nBenin\nTogo');
      await editor.question(1).getByLabel('Question', { exact: true }).fill('');
      await editor.save();
      await expect(editor.refusal).toContainText('Enter the question.');
      await expect(editor.refusal).toContainText('Each option can be offered only once.');
      await expect(editor.question(2)).toContainText(
        'A question can only depend on an earlier question',
      );
      await inspect('admin-questions-refused');
    });

    await test.step('what was typed is offered again after a reload', async () => {
      await page.reload();
      await editor.press('Use it');
      await page.getByRole('button', { name: 'Edit: 1. New question' }).click();
      await expect(editor.question(1).getByLabel('Options')).toHaveValue('Togo\nBenin\nTogo');
      await editor.question(1).getByLabel('Options').fill('Benin\nTogo\nNigeria');
      await editor.question(1).getByLabel('Question', { exact: true }).fill('Where do you sell?');
      await page.getByRole('button', { name: 'Move up: 3. Do you export?' }).click();
      await editor.save();
      await editor.expectMessage('Questions saved.');
    });
  },
);

test(
  'answered questions keep their kind; they are retired and asked again',
  { tag: '@desktop' },
  async ({ page, backstage, inspect }) => {
    const program = await backstage.createProgram({
      questions: [
        { kind: 'choice', label: 'Where do you sell?', options: ['In Ghana', 'Abroad'] },
        { kind: 'short_text', label: 'Who keeps the books?' },
      ],
    });
    const answers = { [program.questions![0]!.id]: 'Abroad' };
    const applicant = await backstage.createApplicant();
    await backstage.call('PUT', `/drafts/${program.id}`, {
      token: applicant.token,
      json: { fields: {}, answers },
    });
    const editor = new QuestionEditor(page);
    await openAs(page, await backstage.admin(), path(program));
    await page.getByRole('button', { name: 'Edit: 1. Where do you sell?' }).click();
    await expect(editor.question(1).getByLabel('Kind of answer')).toBeDisabled();
    await editor.question(1).getByLabel('Options').fill('In Ghana\nIn Togo');
    await editor.save();
    await expect(editor.refusal).toContainText('Somebody has answered this question');
    await inspect('admin-questions-in-use');
    await editor.question(1).getByLabel('Options').fill('In Togo\nAbroad\nIn Ghana');
    await page.getByRole('button', { name: 'Retire: 1. Where do you sell?' }).click();
    await expect(page.getByRole('heading', { name: 'Retired questions' })).toBeVisible();
    await editor.save();
    await editor.expectMessage('Questions saved.');

    await page.goto(path(program));
    await expect(editor.names).toHaveText(['1. Who keeps the books?']);
    await page.getByRole('button', { name: 'Ask again: Where do you sell?' }).click();
    await expect(page.getByRole('button', { name: 'Edit: 2. Where do you sell?' })).toBeFocused();
    await editor.save();
    await editor.expectMessage('Questions saved.');
  },
);

test(
  'questions are copied from another program, up to forty',
  { tag: '@desktop' },
  async ({ page, backstage }) => {
    const title = newName('Long');
    const forty = Array.from({ length: 40 }, (_, at) => ({
      kind: 'yes_no',
      label: `Copied ${at + 1}`,
      ...(at > 0 && { shown_if: { position: at - 1, equals: true } }),
    }));
    await backstage.createProgram({ title, questions: forty });
    const program = await backstage.createProgram({
      questions: [{ kind: 'date', label: 'Since when?' }],
    });
    const editor = new QuestionEditor(page);
    await openAs(page, await backstage.admin(), path(program));
    await page.getByText('Copy questions from another program').click();
    await page.getByLabel('Program', { exact: true }).selectOption(title);
    await editor.press('Copy questions');
    await expect(editor.names).toHaveCount(41);
    await editor.save();
    await expect(editor.refusal).toContainText('A program can ask at most 40 questions.');
    await page.getByRole('button', { name: 'Remove: 1. Since when?' }).click();
    await editor.save();
    await editor.expectMessage('Questions saved.');
  },
);

test('a question is dragged to another place', async ({ page, backstage, isMobile }) => {
  const questions = ['One', 'Two', 'Three'].map((label) => ({ kind: 'date', label }));
  const program = await backstage.createProgram({ questions });
  const editor = new QuestionEditor(page);
  await openAs(page, await backstage.admin(), path(program));
  const grip = editor.question(3).locator('[data-grip]');
  await expect(editor.names).toHaveCount(3);
  await grip.hover();
  const [from, to] = [await placeOf(grip), await placeOf(editor.question(1))];
  await page.mouse.down();
  await page.mouse.move(from!.x + 10, from!.y - 20, { steps: 3 });
  await page.mouse.move(to!.x + 30, to!.y + 15, { steps: 5 });
  await page.mouse.up();
  await expect(editor.names, String(isMobile)).toHaveText(['1. Three', '2. One', '3. Two']);
});

test(
  'if somebody else has saved the program meanwhile, both lists are shown and none is lost',
  { tag: '@desktop' },
  async ({ page, backstage }) => {
    const program = await backstage.createProgram({
      questions: [{ kind: 'date', label: 'Since when?' }],
    });
    const editor = new QuestionEditor(page);
    const { token } = await backstage.admin();
    await openAs(page, await backstage.admin(), path(program));
    await expect(editor.names).toHaveText(['1. Since when?']);
    const [saved] = program.questions!;
    await backstage.call('PATCH', `/programs/${program.id}`, {
      token,
      json: { questions: [{ ...saved, label: 'From when on?' }] },
    });
    await editor.add('Where to?', 'Short text');
    await editor.save();
    const conflict = page.getByRole('alert', { name: 'Somebody changed this' });
    await expect(conflict).toContainText('From when on?');
    await expect(conflict).toContainText('Where to?');
    await conflict.getByRole('button', { name: 'Save mine' }).click();
    await editor.expectMessage('Questions saved.');
    await page.goto(path(program));
    await expect(editor.names).toHaveText(['1. Since when?', '2. Where to?']);
  },
);
