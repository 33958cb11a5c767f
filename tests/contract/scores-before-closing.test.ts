import { afterAll, beforeAll, expect, test } from 'vitest';
import { API } from '#server/api.ts';
import { createTestApp, type Person, type TestApp } from '#tests/app.ts';
import { days, insertProgram } from '#tests/factories.ts';
import { insertApplication, joinAsJudge, openRound, rubric } from '#tests/judging-world.ts';
import { readZip } from '#tests/zip-files.ts';

/** Stands in both comments and in the note of what is looked for, and nowhere else. */
const MARK = 'zebrafinch';
const SCORES = [5, 2, 4, 1];
/** So that the total of these scores is like nothing else. */
const WEIGHTS = [37, 29, 23, 11];

let app: TestApp;
let people: Record<string, Person>;
let pool: Record<string, string[]>;
let roundId: string;
let reviewIds: string[];
let criterionIds: string[];
let total: string;

beforeAll(async () => {
  app = await createTestApp();
  const admin = await app.signIn({ role: 'admin' });
  const tied = await app.signIn({ role: 'admin' });
  const writer = await joinAsJudge(app, admin);
  const other = await joinAsJudge(app, admin);
  const program = await insertProgram(app.services, { deadline_date: days(-1) });
  const applied = [];
  for (let count = 0; count < 3; count += 1) applied.push(await insertApplication(app, program.id));
  const criteria = rubric().map((one, index) => ({ ...one, weight: WEIGHTS[index]! }));
  roundId = await openRound(app, admin, program.id, {
    judges: [writer, other],
    round: { reviews_per_proposal: 2, criteria },
  });
  await admin.post(`/rounds/${roundId}/conflicts`, {
    ...{ judge_id: tied.id, proposal_id: applied[0]!.id, kind: 'family' },
    reason: 'My cousin runs this business.',
  });
  const reviews = (await writer.get(`/reviews/?round_id=${roundId}`)).body;
  reviewIds = reviews.map(({ id }: { id: string }) => id);
  criterionIds = (await admin.get(`/rounds/${roundId}`)).body.criteria.map(
    ({ id }: { id: string }) => id,
  );
  const scores = Object.fromEntries(criterionIds.map((id, index) => [id, SCORES[index]]));
  for (const id of reviewIds) {
    const saved = await writer.put(`/reviews/${id}`, {
      ...{ scores, strength: `${MARK} one`, next_step: `${MARK} two`, note: `${MARK} three` },
      submit: true,
    });
    expect(saved.status).toBe(200);
    total = String(saved.body.total);
  }
  people = {
    ...{ admin, tied, writer, other, applicant: applied[0]!.person, visitor: app.visitor },
    editor: await app.signIn({ role: 'editor' }),
    viewer: await app.signIn({ role: 'viewer' }),
  };
  const { key } = await app.services.db.read
    .selectFrom('documents')
    .select('key')
    .executeTakeFirstOrThrow();
  const mails = (await admin.get('/mails/')).body;
  pool = {
    rounds: [roundId],
    programs: [program.id],
    drafts: [program.id],
    'public-record': [program.id],
    proposals: [applied[0]!.id],
    reviews: [reviewIds[0]!],
    judges: [writer.id],
    admin: [writer.id, applied[0]!.person.id],
    files: [key],
    receipts: [applied[0]!.receipt],
    documents: ['pitch_deck'],
    mails: mails.slice(0, 3).map(({ id }: { id: string }) => id),
  };
});
afterAll(() => app.close());

/** The addresses of a call: with what fits its parameters, else with everything that there is. */
function addressesOf(path: string): string[] {
  const parts = path.split('/');
  let found = [''];
  for (const [index, part] of parts.entries()) {
    if (index === 0) continue;
    const isOpen = part.startsWith('{') || part === '*';
    const values = isOpen ? (pool[parts[index - 1]!] ?? Object.values(pool).flat()) : [part];
    found = found.flatMap((start) => values.map((value) => `${start}/${value}`));
  }
  return found;
}

const GETS = API.filter(({ method }) => method === 'GET');

/** What an answer says, unpacked. */
async function read({ url, token }: Person, address: string): Promise<string> {
  const answer = await fetch(`${url}/api/v1${address}`, {
    headers: token ? { authorization: `Bearer ${token}` } : {},
    redirect: 'manual',
  });
  const bytes = Buffer.from(await answer.arrayBuffer());
  expect(answer.status, address).toBeLessThan(500);
  const parts = bytes.subarray(0, 2).toString() === 'PK' ? [...readZip(bytes).values()] : [bytes];
  return parts.map(String).join('\n');
}

/** Which of what a judge gave stands in the text. */
function learnt(text: string): string[] {
  const scores = new RegExp(`"(?:${criterionIds.join('|')})":\\s*[1-5]`);
  const totals = new RegExp(`(?<![\\d.])${total.replace('.', '\\.')}(?![\\d.])`);
  const figures = /"(?:mean|sd|lean|score|error|spread|rank|line|sigma)":\s*-?\d/;
  return [
    ...(text.toLowerCase().includes(MARK) ? ['comment'] : []),
    ...(totals.test(text) ? ['total'] : []),
    ...(scores.test(text) ? ['scores'] : []),
    ...(figures.test(text) ? ['figures'] : []),
  ];
}

/** Every call that tells the person something, by its path. */
async function doorsOf(person: Person): Promise<string[]> {
  const open = new Set<string>();
  for (const { path } of GETS)
    for (const address of addressesOf(path)) {
      const found = learnt(await read(person, address));
      if (found.length > 0) open.add(`${path}: ${found.join(' ')}`);
    }
  return [...open].sort();
}

const others = () => Object.entries(people).filter(([name]) => name !== 'writer');

async function mailsTellNothing(): Promise<void> {
  const rows = await app.services.db.read
    .selectFrom('mails')
    .select(['subject', 'text', 'html'])
    .execute();
  const told = rows.filter((row) => learnt(JSON.stringify(row)).length > 0);
  expect(told.map(({ subject }) => subject)).toEqual([]);
  for (const { email } of Object.values(people).filter((one) => one.email))
    expect(app.readMails(email).flatMap(learnt)).toEqual([]);
}

test('the walk knows what it looks for', async () => {
  expect(total).toMatch(/^\d+\.\d+$/);
  const own = await doorsOf(people['writer']!);
  expect(own).toContain('/reviews/{id}: comment total scores');
});

test('while the round is open, nobody but the judge learns anything of what was submitted', async () => {
  for (const [name, person] of others()) expect([name, await doorsOf(person)]).toEqual([name, []]);
  for (const admin of [people['admin']!, people['tied']!])
    for (const id of reviewIds)
      expect((await admin.get(`/reviews/${id}/versions`)).body.code).toBe('round_open');
  // What a later step would do is told no earlier either.
  for (const step of ['release', 'assignments', 'open', 'seal']) {
    const answer = await people['admin']!.post(`/rounds/${roundId}/${step}`, { preview: true });
    expect(learnt(answer.text)).toEqual([]);
  }
  await mailsTellNothing();
});

test('once it is closed and sealed, admins do; nobody else before the release', async () => {
  const admin = people['admin']!;
  await admin.post(`/rounds/${roundId}/close`);
  const outsiders = others().filter(([name]) => name !== 'admin' && name !== 'tied');
  const tellNothing = async () => {
    for (const [name, person] of outsiders)
      expect([name, await doorsOf(person)]).toEqual([name, []]);
    await mailsTellNothing();
  };
  await tellNothing();
  expect(await doorsOf(admin)).toContain('/rounds/{id}/reviews: comment total scores');
  await admin.put(`/rounds/${roundId}/decisions`, { from_ranking: true });
  expect((await admin.post(`/rounds/${roundId}/seal`, {})).status).toBe(200);
  await tellNothing();
});
