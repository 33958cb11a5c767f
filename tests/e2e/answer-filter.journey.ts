/** Proposals of a program are narrowed by the answers to its questions. */
import type { Backstage, SignedIn } from './backstage.ts';
import { expect, openAs, test } from './fixtures.ts';
import { Submissions } from './pages/submissions.ts';

const REGISTERED = 'Is your business registered?';

async function submitAnswering(stage: Backstage, programId: string, answers: object) {
  const person: SignedIn = await stage.createApplicant();
  return stage.submitProposal(person, { id: programId, title: '' }, { answers });
}

test('an admin filters a program’s proposals by an answer', async ({
  page,
  backstage,
  inspect,
  isMobile,
}) => {
  const program = await backstage.createProgram({
    questions: [
      { kind: 'yes_no', label: REGISTERED },
      { kind: 'choices', label: 'Which crops?', options: ['Cocoa', 'Cashew & shea'] },
      { kind: 'short_text', label: 'Who keeps the books?' },
    ],
  });
  const [registered, crops] = program.questions!.map(({ id }) => id);
  await submitAnswering(backstage, program.id, {
    [registered!]: true,
    [crops!]: ['Cashew & shea'],
  });
  await submitAnswering(backstage, program.id, { [registered!]: false });
  const list = new Submissions(page);
  await openAs(
    page,
    await backstage.admin(),
    `/dashboard/admin/submissions?program_id=${program.id}`,
  );
  await list.expectMessage('2 submissions match');
  if (isMobile) await page.locator('summary').filter({ hasText: 'Filters' }).click();
  const question = page.getByLabel('Question', { exact: true });
  await expect(question.getByRole('option')).toHaveText(['None', REGISTERED, 'Which crops?']);
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
});
