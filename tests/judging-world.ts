/** Judges, rounds and proposals for tests of judging. */
import { randomUUID } from 'node:crypto';
import type { Person, TestApp } from './app.ts';
import { withSortKeys } from '#server/db/table.ts';
import { insertUser, PASSWORD, proposalRow, type UserSeed } from './factories.ts';

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
  return app.readmit({ ...app.visitor, id, email: email!, token: other.token });
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

export type Application = { person: Person; id: string; receipt: string };

/** A complete proposal of a program, each of a person of their own. */
export async function insertApplication(
  app: TestApp,
  programId: string,
  seed: { region?: string; business_name?: string; business_description?: string } = {},
): Promise<Application> {
  count += 1;
  const region = seed.region ?? 'Ashanti';
  const phone_number = `024${String(count).padStart(7, '0')}`;
  const person = await app.signIn({
    region,
    phone_number,
    first_name: 'Adwoa',
    last_name: 'Owusu',
  });
  const receipt = `NPT-${String(count).padStart(8, '0')}`;
  const row = proposalRow(app.services, {
    user_id: person.id,
    program_id: programId,
    business_name: `Business ${count}`,
    receipt_number: receipt,
    ...seed,
    region,
  });
  await app.services.db.read
    .insertInto('proposals')
    .values(withSortKeys('proposals', row))
    .execute();
  for (const kind of ['pitch_deck', 'financials'] as const)
    await app.services.db.read
      .insertInto('documents')
      .values({
        ...{ proposal_id: row.id, kind, key: `${person.id}/${randomUUID()}.pdf`, size: 10 },
        ...{ sha256: 'a'.repeat(64), pages: 1, markers: '[]', created_at: app.services.clock() },
      })
      .execute();
  return { person, id: row.id, receipt };
}

type Opening = { judges: Person[]; places?: number; round?: Record<string, unknown> };

/** Opens a round of the program as previewed; closes in a week. */
export async function openRound(
  app: TestApp,
  admin: Person,
  programId: string,
  { judges, places = 2, round = {} }: Opening,
): Promise<string> {
  const closes_at = new Date(app.services.clock().getTime() + 7 * 86_400_000).toISOString();
  const { body } = await admin.post('/rounds/', {
    ...{ program_id: programId, name: 'Screening', places, closes_at, criteria: rubric() },
    ...{ judge_ids: judges.map(({ id }) => id), ...round },
  });
  const preview = await admin.post(`/rounds/${body.id}/open`, { preview: true });
  const { plan_sha256 } = preview.body;
  const opened = await admin.post(`/rounds/${body.id}/open`, { plan_sha256 });
  if (opened.status !== 200) throw new Error(`${preview.text}\n${opened.text}`);
  return body.id;
}

/** The judge submits every review of the round with these scores, one for each criterion. */
export async function submitAll(
  judge: Person,
  roundId: string,
  scoresOf: (review: any, index: number) => number[],
): Promise<void> {
  const { criteria } = (await judge.get(`/rounds/${roundId}`)).body;
  const list = (await judge.get(`/reviews/?round_id=${roundId}`)).body;
  for (const [index, review] of list.entries()) {
    const given = scoresOf(review, index);
    const scores = Object.fromEntries(
      criteria.map((one: { id: string }, place: number) => [one.id, given[place]]),
    );
    const { status, text } = await judge.put(`/reviews/${review.id}`, {
      ...{ scores, strength: 'A clear market.', next_step: 'Show the costs.', submit: true },
    });
    if (status !== 200) throw new Error(text);
  }
}
