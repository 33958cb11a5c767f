/** Many are told at once: a mailing to 2,000, and 1,500 decisions announced beside submissions. */
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { DAY_MS } from '#domain/constants.ts';
import { DATABASE_FILE } from '#server/db/open.ts';
import { openSqlite } from '#server/db/sqlite.ts';
import { submissionOf } from './form.ts';
import { ask, withBody } from './load.ts';
import { limited, type Row } from './report.ts';
import { inWorld, signedIn, type World } from './world.ts';

const PEOPLE = 2_000;
const ANNOUNCED = 1_500;
const LIMITS = { mailing: 3, submission: 2 };
const BETWEEN_MS = 100;

/** Each proposal is another person's; 1,500 are to the first program, the others to the second. */
function spread(dataDir: string): void {
  const { database } = openSqlite(join(dataDir, DATABASE_FILE));
  database.exec(`
    create temp table owners as select row_number() over (order by id) as place, id from users where role = 'applicant';
    create temp table aims as select row_number() over (order by id) as place, id from programs;
    update proposals set is_approved = 0, decision = 'undecided',
      user_id = (select id from owners where place = proposals.rowid),
      program_id = (select id from aims where place = iif(proposals.rowid <= ${ANNOUNCED}, 1, 2))`);
  database.close();
}

async function call<T>({ product, seeded }: World, method: string, path: string, json: object) {
  const { body } = await ask(
    product.port,
    withBody(method, `/api/v1${path}`, Buffer.from(JSON.stringify(json)), {
      ...signedIn(seeded.adminToken),
      'content-type': 'application/json',
    }),
  );
  return JSON.parse(body.toString()) as T;
}

async function mailAll(world: World): Promise<Row> {
  const mailing = { filter: {}, subject: 'About {program}', text: 'Hello {first_name}, {link}' };
  const begin = performance.now();
  const { people } = await call<{ people: number }>(world, 'POST', '/mailings/', mailing);
  const seconds = (performance.now() - begin) / 1000;
  if (people !== PEOPLE) throw new Error(`The mailing goes to ${people}.`);
  return limited('a mailing to 2,000 queued', [seconds], ' s', LIMITS.mailing);
}

async function announceAll(world: World): Promise<Row[]> {
  const { product, seeded } = world;
  const [program_id, other] = seeded.programIds.toSorted();
  const deadline_date = new Date(Date.now() - DAY_MS).toISOString();
  await call(world, 'PATCH', `/programs/${program_id}`, { announces: 'together', deadline_date });
  const decide = { filter: { program_id }, change: { decision: 'approved' } };
  await call(world, 'POST', '/proposals/admin/bulk', decide);
  const next = await submissionOf(0.02, other!, seeded.applicantTokens);
  const begin = performance.now();
  let seconds: number | undefined;
  const announcing = call(world, 'POST', `/programs/${program_id}/announce`, {}).then(
    () => void (seconds = (performance.now() - begin) / 1000),
  );
  const times: number[] = [];
  while (seconds === undefined || times.length < 3) {
    const asked = performance.now();
    await ask(product.port, next());
    times.push((performance.now() - asked) / 1000);
    await wait(BETWEEN_MS);
  }
  await announcing;
  const what = `the slowest of ${times.length} submissions beside it`;
  return [
    { what: '1,500 decisions announced in one transaction', ours: `${seconds.toFixed(1)} s` },
    limited(what, [Math.max(...times)], ' s', LIMITS.submission),
  ];
}

export const benchTogether = (): Promise<Row[]> =>
  inWorld({ proposals: PEOPLE, users: PEOPLE + 10, fill: spread }, async (world) => [
    await mailAll(world),
    ...(await announceAll(world)),
  ]);
