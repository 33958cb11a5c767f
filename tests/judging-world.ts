/** Judges, rounds and proposals for tests of judging. */
import { randomUUID } from 'node:crypto';
import type { Person, TestApp } from './app.ts';
import { insertUser, PASSWORD, type UserSeed } from './factories.ts';

let count = 0;

/** Invites somebody, who accepts; returns them signed in. */
export async function joinAsJudge(
  app: TestApp,
  admin: Person,
  input: Record<string, unknown> = {},
): Promise<Person> {
  count += 1;
  const email = `judge-${count}@judges.example`;
  const sent = { email, first_name: 'Nana', last_name: `Judge ${count}`, region: 'Oti', ...input };
  const { body } = await admin.post('/judges/', sent);
  const token = await readInvitation(app, sent.email as string);
  await app.visitor.post(`/judge-invitations/${token}`, {
    accept: true,
    agrees: true,
    password: PASSWORD,
  });
  return enter(app, body.id);
}

/** A session of an account that exists. */
async function enter(app: TestApp, id: string): Promise<Person> {
  const { email } = await app.services.db.read
    .selectFrom('users')
    .select('email')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const other = await insertUser(app.services, { id: randomUUID() } as Partial<UserSeed>);
  await app.services.db.read
    .updateTable('sessions')
    .set({ user_id: id })
    .where('user_id', '=', other.id)
    .execute();
  await app.services.db.read.deleteFrom('users').where('id', '=', other.id).execute();
  return app.readmit({ ...app.visitor, id, email, token: other.token });
}

/** The token in the newest invitation to the address. */
export async function readInvitation(app: TestApp, email: string): Promise<string> {
  for (;;) {
    const tokens = app
      .readMails(email)
      .flatMap((mail) => [
        ...mail.replace(/=\r?\n/g, '').matchAll(/judge-invitation\/([\w-]{43})/g),
      ])
      .map(([, token]) => token!);
    if (tokens.length > 0) return tokens.at(-1)!;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** A rubric with the weights of the contract's example: 40, 30, 20, 10. */
export const rubric = () =>
  [40, 30, 20, 10].map((weight, index) => ({
    name: `Criterion ${index + 1}`,
    question: 'How convincing is it?',
    weight,
    anchors: ['Not at all', 'A little', 'Fairly', 'Very', 'Outstanding'],
  }));
