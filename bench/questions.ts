/**
 * A program with as many questions as it may ask: its drafts saved, and 100,000 proposals to it
 * filtered by an answer, on both engines.
 */
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { DATABASE_FILE } from '#server/db/open.ts';
import { openSqlite } from '#server/db/sqlite.ts';
import { QUESTIONS } from '#domain/questions/rules.ts';
import { SECTORS } from '#domain/sectors.ts';
import { startPostgres } from '#tests/servers/postgres.ts';
import { query } from '#tests/servers/sql.ts';
import { onBothEngines, type OnEngine } from './engines.ts';
import { ask, get, interleave, post, withBody } from './load.ts';
import { processorSeconds } from './product.ts';
import { compared, limited, type Row } from './report.ts';
import { insertMany, seed } from './seed.ts';
import { inWorld, signedIn, type World } from './world.ts';

const PROPOSALS = 100_000;
const LIST_LIMIT_MS = 60;
const SAVE_LIMIT_MS = 10;
const DRAFT_BYTES = 20_000;
/** The kernel counts hundredths of a second. */
const ROUNDS = 8;
const BATCHES = 3;

/** Half of all answer yes, and a tenth name each crop. */
const CROPS = Array.from({ length: 10 }, (_, index) => `Crop ${index}`);
/** Who chooses each option of the third question. */
const CHOSEN = { all: 'true', 'a hundredth': 'rowid % 100 = 3', one: 'rowid = 50000' };
/** Those that one can filter by; the rest are texts. */
const FILTERED = [
  { kind: 'yes_no', options: null },
  { kind: 'choice', options: CROPS },
  { kind: 'choices', options: Object.keys(CHOSEN) },
];

const definitionOf = (place: number) => ({
  label: `Question ${place}`,
  ...{ help: null, is_required: false, min: null, max: null, eligible: null, shown_if: null },
  ...{ kind: 'long_text', options: null, max_length: QUESTIONS.longText },
  ...(FILTERED[place] && { ...FILTERED[place], max_length: null }),
});

/** Asks the program's questions; returns their ids. */
function askIn(dataDir: string, programId: string): string[] {
  const { database } = openSqlite(join(dataDir, DATABASE_FILE));
  const rows = Array.from({ length: QUESTIONS.perProgram }, (_, place) => ({
    ...{ id: randomUUID(), program_id: programId, place, is_retired: false },
    definition: JSON.stringify(definitionOf(place)),
  }));
  insertMany(database, 'questions', rows);
  database.close();
  return rows.map(({ id }) => id);
}

/** All proposals are to this one program, and each answers the first three questions. */
function answerAll(dataDir: string, programId: string, ids: string[]): void {
  const { database } = openSqlite(join(dataDir, DATABASE_FILE));
  database.exec('pragma synchronous = off; begin immediate');
  database.exec(`update proposals set program_id = '${programId}'`);
  const choose = (place: number, option: string, who = 'true') =>
    database.exec(`insert into answered_options (question_id, option, proposal_id)
      select '${ids[place]}', ${option}, id from proposals where ${who}`);
  choose(0, "iif(rowid % 2 = 0, 'true', 'false')");
  choose(1, "'Crop ' || (rowid / 7 % 10)");
  for (const [option, who] of Object.entries(CHOSEN)) choose(2, `'${option}'`, who);
  database.exec('commit');
  database.close();
}

async function compareSaving({ dataDir, product, bare, seeded }: World, ids: string[]) {
  const path = `/api/v1/drafts/${seeded.programIds[0]}`;
  const length = Math.ceil(DRAFT_BYTES / (ids.length - 2));
  const token = signedIn(seeded.applicantToken);
  let saved = 0;
  const next = () => {
    saved += 1;
    const texts = ids.slice(2).map((id) => [id, `${saved} `.padEnd(length, 'cocoa ')]);
    const body = Buffer.from(JSON.stringify({ answers: Object.fromEntries(texts) }));
    return withBody('PUT', path, body, { ...token, 'content-type': 'application/json' });
  };
  await bare.order({ dir: dataDir, body: Buffer.alloc(DRAFT_BYTES, ' ').toString('base64') });
  const pair = await interleave(
    { port: product.port, pid: product.pid, next },
    { port: bare.port, next: () => post('/durable', next().body!, {}) },
    { connections: 1, milliseconds: 1000 },
  );
  return [
    compared('a draft of 20 kB saved (bare: appended and synced)', pair, '/s'),
    limited('CPU of each', pair.cpuMs, ' ms', SAVE_LIMIT_MS),
  ];
}

type Queries = Record<string, Record<string, string>>;

function queriesOf(programId: string, [yesNo, choice, choices]: string[]): Queries {
  const half = { [`answer.${yesNo}`]: 'true' };
  const tenth = { [`answer.${choice}`]: CROPS[3]! };
  const chosen = (option: keyof typeof CHOSEN) => ({ [`answer.${choices}`]: option });
  const middle = (share: number) => ({ skip: String((PROPOSALS * share) / 2) });
  const name = { sort: 'business_name' };
  const applicant = { sort: 'applicant' };
  return {
    'no filter': {},
    all: chosen('all'),
    'all, by applicant': { ...chosen('all'), ...applicant },
    'all, the middle': { ...chosen('all'), ...middle(1) },
    half,
    'half, of the program': { ...half, program_id: programId },
    'half, by deadline': { ...half, sort: 'deadline_date' },
    'half, the middle': { ...half, ...middle(0.5) },
    'half, by applicant, the middle': { ...half, ...applicant, ...middle(0.5) },
    'half, and a sector': { ...half, sector: SECTORS[0]! },
    'a tenth': tenth,
    'a tenth, by name, the middle': { ...tenth, ...name, ...middle(0.1) },
    'a hundredth': chosen('a hundredth'),
    'a hundredth, by applicant': { ...chosen('a hundredth'), ...applicant },
    'one of all': chosen('one'),
    'half and a tenth, by name': { ...half, ...tenth, ...name },
    'all and half': { ...chosen('all'), ...half },
    'half and one': { ...half, ...chosen('one') },
    'all three': { ...half, ...tenth, ...chosen('a hundredth') },
  };
}

type FilledProduct = { token: string; queries: Queries };

async function filterAll({ engine, product, url }: OnEngine, { token, queries }: FilledProduct) {
  const rows: Row[] = [];
  for (const [what, query] of Object.entries(queries)) {
    const path = `/api/v1/proposals/admin/all?${new URLSearchParams({ limit: '10', ...query })}`;
    const times: number[] = [];
    const cpuMs: number[] = [];
    const send = () => ask(product.port, get(path, signedIn(token)));
    await send();
    // One that has been idle for long ends.
    const processors = [product.pid, ...(url ? await backendsOf(url) : [])];
    const used = () => processors.reduce((sum, pid) => sum + processorSeconds(pid), 0) * 1000;
    for (let batch = 0; batch < BATCHES; batch += 1) {
      const before = used();
      for (let round = 0; round < ROUNDS; round += 1) {
        const begin = performance.now();
        await send();
        times.push(performance.now() - begin);
      }
      cpuMs.push((used() - before) / ROUNDS);
    }
    const row = limited(`${engine}, by an answer: ${what}`, cpuMs, ' ms CPU', LIST_LIMIT_MS);
    rows.push({ ...row, cpu: `shortest ${Math.min(...times).toFixed(1)} ms` });
  }
  return rows;
}

/** The processes of PostgreSQL that have just served connections to this database. */
async function backendsOf(url: string): Promise<number[]> {
  const rows = await query(
    url,
    `select pid from pg_stat_activity where datname = current_database()
      and pid <> pg_backend_pid() and state_change > now() - interval '2 seconds'`,
  );
  return rows.map(({ pid }) => Number(pid));
}

async function fill(dataDir: string) {
  const seeded = await seed(dataDir, { proposals: PROPOSALS, users: PROPOSALS / 5 });
  const programId = seeded.programIds[0]!;
  const ids = askIn(dataDir, programId);
  answerAll(dataDir, programId, ids);
  return { token: seeded.adminToken, queries: queriesOf(programId, ids) };
}

export async function benchQuestions(): Promise<Row[]> {
  const saving = await inWorld({}, async (world) =>
    compareSaving(world, askIn(world.dataDir, world.seeded.programIds[0]!)),
  );
  // What helpers of a query use could not be measured.
  const server = await startPostgres({
    shared_buffers: '1GB',
    max_parallel_workers_per_gather: '0',
  });
  try {
    const url = await server.createDatabase();
    return [...saving, ...(await onBothEngines(url, fill, filterAll))];
  } finally {
    await server.stop();
  }
}
