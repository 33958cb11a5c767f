/** Programs with questions of their own, and answers to them. */
import { type Engine, createTestAppOn } from './engines/engine.ts';
import { programInput } from './factories.ts';
import { submissionTo, submit } from './proposal-forms.ts';

export const QUESTIONS = [
  { kind: 'yes_no', label: 'Is your business registered?', is_required: true },
  {
    kind: 'short_text',
    label: 'Registration number',
    is_required: true,
    shown_if: { position: 0, equals: true },
  },
  { kind: 'choices', label: 'Which crops?', options: ['Cocoa', 'Cashew', 'Shea'] },
  { kind: 'number', label: 'How many people work there?', min: 0, max: 500 },
  { kind: 'date', label: 'Since when?' },
  { kind: 'long_text', label: 'What would change?' },
];

/** The product with an admin and an applicant, and what tests of questions do with them. */
export async function startQuestions(engine: Engine) {
  const app = await createTestAppOn(engine);
  const admin = await app.signIn({ role: 'admin' });
  const applicant = await app.signIn();
  return {
    app,
    admin,
    applicant,
    /** Creates a program; returns it with the ids of its questions. */
    async ask(questions: unknown[] = QUESTIONS) {
      const { status, body } = await admin.post('/programs/', { ...programInput(), questions });
      if (status !== 201) throw new Error(JSON.stringify(body));
      const ids: string[] = body.questions.map(({ id }: any) => id);
      return { program: body, ids, path: `/programs/${body.id}` };
    },
    /** Answers by id; undefined is left out. */
    named: (ids: string[], values: unknown[]) =>
      Object.fromEntries(
        values.flatMap((value, at) => (value === undefined ? [] : [[ids[at]!, value]])),
      ),
    send: async (programId: string, answers: unknown, as = applicant) =>
      as.post('/proposals/', await submissionTo(programId, { answers: JSON.stringify(answers) })),
    sent: async (programId: string, answers: unknown) => {
      const fields = { program_id: programId, answers: JSON.stringify(answers) };
      return (await submit(app.services, applicant, fields)).proposal;
    },
  };
}

export type QuestionsWorld = Awaited<ReturnType<typeof startQuestions>>;
