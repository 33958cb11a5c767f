/** People who share drafts and proposals, and the links that they were mailed. */
import { expect } from 'vitest';
import type { Person, TestApp } from './app.ts';
import { FIELDS } from './draft-documents.ts';
import { insertProgram, type UserSeed } from './factories.ts';

export type SharingWorld = ReturnType<typeof sharingIn>;

export function sharingIn(app: TestApp) {
  const tokensTo = (email: string) =>
    app
      .readMails(email)
      .flatMap((mail) => [...mail.replace(/=\r?\n/g, '').matchAll(/\/invitation\/([\w-]{43})/g)])
      .map(([, token]) => token!);
  /** The newest link; `more`: how many distinct ones there are by then. */
  const tokenTo = async (email: string, more = 1) => {
    const find = () => [...new Set(tokensTo(email))];
    await expect.poll(() => find().length).toBe(more);
    return find().at(-1)!;
  };
  const subjectsTo = async (email: string) =>
    (
      await app.services.db.read
        .selectFrom('mails')
        .select('subject')
        .where('recipient', '=', email)
        .execute()
    ).map(({ subject }) => subject);
  const join = async (path: string, owner: Person, seed: Partial<UserSeed> = {}) => {
    const person = await app.signIn({ first_name: 'Kofi', last_name: 'Boateng', ...seed });
    const { body } = await owner.post(`${path}/members`, { email: person.email });
    const accepted = await person.post(`/invitations/${await tokenTo(person.email)}`);
    expect(accepted.status).toBe(200);
    return { person, memberId: body.id as string };
  };
  const startDraft = async (seed: { first_name?: string } = {}) => {
    const owner = await app.signIn({ first_name: 'Ama', last_name: 'Owusu', ...seed });
    const program = await insertProgram(app.services);
    const { body } = await owner.put(`/drafts/${program.id}`, { fields: FIELDS });
    return { owner, program, draft: body, path: `/drafts/${body.id}` };
  };

  return { tokensTo, tokenTo, subjectsTo, join, startDraft };
}
