/** What admins do with answers to a program’s own questions: filter by them, and read them. */
import type { Backstage, SignedIn } from './backstage.ts';
import { expect, openAs, test } from './fixtures.ts';
import { Submissions } from './pages/submissions.ts';

const REGISTERED = 'Is your business registered?';

async function submitAnswering(stage: Backstage, programId: string, answers: object) {
  const person: SignedIn = await stage.createApplicant();
  return stage.submitProposal(person, { id: programId, title: '' }, { answers });
}

test(
  'an admin filters a program’s proposals by an answer',
  { tag: '@desktop' },
  async ({ page, backstage, inspect }) => {
    const program = await backstage.createProgram({
      questions: [
        { kind: 'yes_no', label: REGISTERED },
        { kind: 'choices', label: 'Which crops?', options: ['Cocoa', 'Cashew & shea'] },
        { kind: 'short_text', label: 'Who keeps the books?' },
        { kind: 'number', label: 'How many people work for you?' },
      ],
    });
    const [registered, crops, , workers] = program.questions!.map(({ id }) => id);
    await submitAnswering(backstage, program.id, {
      [workers!]: 1200,
      [registered!]: true,
      [crops!]: ['Cashew & shea'],
    });
    await submitAnswering(backstage, program.id, { [registered!]: false, [workers!]: 3 });
    const list = new Submissions(page);
    await openAs(
      page,
      await backstage.admin(),
      `/dashboard/admin/submissions?program_id=${program.id}`,
    );
    await list.expectMessage('2 submissions match');
    await list.openFilters();
    const question = page.getByLabel('Question', { exact: true });
    await expect(question.getByRole('option')).toHaveText([
      'None',
      REGISTERED,
      'Which crops?',
      'How many people work for you?',
    ]);
    await question.selectOption(REGISTERED);
    await page.getByLabel('Answer', { exact: true }).selectOption('No');
    await list.expectMessage('1 submission matches');
    await inspect('submissions-by-answer');
    await question.selectOption('Which crops?');
    await list.expectMessage('2 submissions match');
    await page.getByLabel('Answer', { exact: true }).selectOption('Cashew & shea');
    await list.expectMessage('1 submission matches');
    await page.getByRole('button', { name: 'Answer: Cashew & shea: remove this filter' }).click();
    await list.expectMessage('2 submissions match');
    await list.openFilters();
    await question.selectOption('How many people work for you?');
    await page.getByLabel('Answer from', { exact: true }).fill('65.000');
    await page.getByLabel('Answer from', { exact: true }).press('Enter');
    await expect(page.getByText('Type 65 or 65000.')).toBeVisible();
    await page.getByLabel('Answer from', { exact: true }).fill('1,000');
    await page.getByLabel('Answer from', { exact: true }).press('Enter');
    await list.expectMessage('1 submission matches');
    await inspect('submissions-by-number');
    await page.getByRole('button', { name: 'Answer from 1000: remove this filter' }).click();
    await list.expectMessage('2 submissions match');
    await list.openFilters();
    await page.getByLabel('Sort by answer').selectOption('Smallest first');
    await expect(page).toHaveURL(new RegExp(`sort=answer\\.${workers}`));
  },
);

test(
  'the reading room shows the answers, and says that they have changed',
  { tag: '@desktop' },
  async ({ page, backstage, inspect }) => {
    const program = await backstage.createProgram({
      questions: [
        { kind: 'yes_no', label: REGISTERED },
        { kind: 'date', label: 'Since when?' },
      ],
    });
    const [registered, since] = program.questions!.map(({ id }) => id);
    const applicant = await backstage.createApplicant();
    const proposal = await backstage.submitProposal(applicant, program, {
      answers: { [registered!]: true, [since!]: '2020-02-29' },
    });
    const room = `/dashboard/admin/view-proposal/${proposal.id}`;
    await openAs(page, await backstage.admin(), room);
    const answers = page.getByRole('region', { name: 'Answers' });
    await expect(answers).toContainText(REGISTERED);
    await expect(answers).toContainText('29 February 2020');
    await inspect('view-proposal-with-answers');
    const data = new FormData();
    data.set('answers', JSON.stringify({ [registered!]: false }));
    const { token } = applicant;
    await backstage.call('PATCH', `/proposals/${proposal.id}`, { token, data });
    await page.goto(room);
    await expect(
      page.getByText('Changed by the applicant since you read it: Answers.'),
    ).toBeVisible();
  },
);
