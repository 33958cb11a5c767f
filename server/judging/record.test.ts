import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type Person, type TestApp } from '#tests/app.ts';
import { days, insertProgram } from '#tests/factories.ts';
import { insertApplication, joinAsJudge, openRound, submitAll } from '#tests/judging-world.ts';
import { RECORD_SCRIPT } from '#content/record.ts';
import { erasePerson } from '#server/accounts/erasure-service.ts';
import { createTestDatabase, type TestDatabase } from '#tests/servers/test-database.ts';
import { leaveRounds } from './erasure-service.ts';

let database: TestDatabase;
let app: TestApp;
let other: TestApp;
let admin: Person;
let judges: Person[];
beforeAll(async () => {
  database = await createTestDatabase();
  const url = database.isConcurrent ? database.url : `${database.url}&pool_max=1`;
  app = await createTestApp({ DATABASE_URL: url });
  admin = await app.signIn({ role: 'admin' });
  judges = [await joinAsJudge(app, admin), await joinAsJudge(app, admin)];
  other = await createTestApp({ DATABASE_URL: url });
});
afterAll(async () => {
  await app.close();
  await other.close();
  await database.stop();
});

const world = async (panel = judges) => {
  const program = await insertProgram(app.services, { deadline_date: days(-1) });
  const applied = [];
  for (let index = 0; index < 4; index += 1) applied.push(await insertApplication(app, program.id));
  const round = { reviews_per_proposal: 2 };
  const id = await openRound(app, admin, program.id, { judges: panel, round });
  return { id, programId: program.id, applied };
};

const askOther = (path: string, headers: Record<string, string> = {}) =>
  fetch(`${other.url}/api/v1/public-record/${path}`, { headers });
const readRound = async (programId: string) => {
  const record = (await (await askOther(programId)).json()) as any;
  return { ...record.rounds[0], received: record.received };
};

test('the page shows the script as it stands in the contract', () => {
  const contract = readFileSync(join(import.meta.dirname, '../../docs/contract.md'), 'utf8');
  expect(contract).toContain(`\`\`\`js\n${RECORD_SCRIPT}\`\`\``);
});

test('a record is kept, for everybody and every site', async () => {
  const { programId } = await world();
  for (const path of ['', programId, `${programId}/counts.csv`]) {
    const first = await askOther(path);
    expect([first.status, first.headers.get('cache-control')]).toEqual([200, 'no-cache']);
    expect(first.headers.get('link')).toBe(
      '<https://creativecommons.org/licenses/by/4.0/>; rel="license"',
    );
    const again = await askOther(path, { 'if-none-match': first.headers.get('etag')! });
    expect([again.status, again.headers.get('access-control-allow-origin')]).toEqual([304, '*']);
  }
  const missing = await askOther(`${programId}/grants.json`);
  expect([missing.status, missing.headers.get('access-control-allow-origin')]).toEqual([404, '*']);
  expect(missing.headers.has('etag')).toBe(false);
});

test('what counts is what was submitted, and who wrote it', async () => {
  const invited = await admin.post('/judges/', {
    ...{ email: 'late@judges.example', first_name: 'Esi', last_name: 'Late', region: 'Oti' },
  });
  const { id, programId } = await world([...judges, invited.body]);
  // Of three, one never accepted; nobody has written anything.
  expect(await readRound(programId)).toMatchObject({ judges: { count: 2 }, reviews: 0, short: 4 });
  await submitAll(judges[0]!, id, () => [3, 3, 3, 3]);
  await admin.post(`/rounds/${id}/close`);
  const closed = { judges: { count: 1 }, reviews: 4, short: 4 };
  expect(await readRound(programId)).toMatchObject(closed);
  await admin.put(`/rounds/${id}/decisions`, { from_ranking: true });
  await admin.post(`/rounds/${id}/seal`, {});
  await admin.post(`/rounds/${id}/release`, {});
  expect(await readRound(programId)).toMatchObject({
    ...closed,
    judges: { count: 1, named: [], unnamed: 1 },
    selected: [{ region: 'Ashanti' }, { region: 'Ashanti' }],
  });
});

test('whatever changes a record turns it over on every instance', async () => {
  const { id, programId, applied } = await world();
  expect(await readRound(programId)).toMatchObject({ entries: 4, reviews: 0, received: 4 });
  await submitAll(judges[0]!, id, () => [3, 3, 3, 3]);
  expect(await readRound(programId)).toMatchObject({ reviews: 4, recused: 0 });

  const [open] = (await judges[1]!.get(`/reviews/?round_id=${id}`)).body;
  await judges[1]!.post(`/reviews/${open.id}/abstain`, { reason: 'time' });
  expect(await readRound(programId)).toMatchObject({ abstained: 1, short: 4 });

  const tie = { kind: 'family', reason: 'They are cousins, as both of them say.' };
  await admin.post(`/rounds/${id}/conflicts`, {
    ...{ judge_id: judges[0]!.id, proposal_id: applied[0]!.id },
    ...tie,
  });
  expect(await readRound(programId)).toMatchObject({ recused: 1, conflicts: { recorded: 1 } });

  const gone = { state: 'withdrawn', reason: 'The applicant has asked for it.' };
  await admin.patch(`/rounds/${id}/entries/${applied[1]!.id}`, gone);
  expect(await readRound(programId)).toMatchObject({ withdrawn: 1 });

  await erasePerson(app.services, applied[2]!.person.email, leaveRounds);
  expect(await readRound(programId)).toMatchObject({ withdrawn: 2, received: 3 });

  const later = new Date(app.services.clock().getTime() + 8 * 86_400_000);
  other.setClock(later);
  const closed = await readRound(programId);
  other.setClock(app.services.clock());
  expect(closed.state).toBe('closed');
});
