/**
 * A program with as many questions as it may ask: its drafts saved, and 100,000 proposals to it
 * filtered by an answer, on both engines.
 */
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { DATABASE_FILE } from '#server/db/open.ts';
import { openSqlite } from '#server/db/sqlite-dialect.ts';
import { QUESTIONS } from '#domain/questions/limit-rules.ts';
import { startPostgres } from '#tests/servers/postgres.ts';
import { ask, get, interleave, post, withBody } from './load.ts';
import {
  makeDataDir,
  processorSeconds,
  removeDataDir,
  startProduct,
  type Product,
} from './product.ts';
import { compared, limited, type Row } from './report.ts';
import { insertMany, seed } from './seed.ts';
import { copyToPostgres } from './seed-postgres.ts';
import { inWorld, signedIn, type World } from './world.ts';

const PROPOSALS = 100_000;
const LIST_LIMIT_MS = 60;
const SAVE_LIMIT_MS = 10;
const DRAFT_BYTES = 20_000;
const ROUNDS = 9;

/** Half of all answer yes, a tenth name each crop. */
const CROPS = Array.from({ length: 10 }, (_, index) => `Crop ${index}`);

const definitionOf = (place: number) => ({
  kind: ['yes_no', 'choice'][place] ?? 'long_text',
  label: `Question ${place}`,
  ...{ help: null, is_required: false, min: null, max: null, eligible: null, shown_if: null },
  max_length: place < 2 ? null : QUESTIONS.longText,
  options: place === 1 ? CROPS : null,
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

/** All proposals are to this one program, and each answers the first two questions. */
function answerAll(dataDir: string, programId: string, [first, second]: string[]): void {
  const { database } = openSqlite(join(dataDir, DATABASE_FILE));
  database.exec('pragma synchronous = off; begin immediate');
  database.exec(`update proposals set program_id = '${programId}'`);
  const options = [
    [first, 'yes_no', "iif(rowid % 2 = 0, 'true', 'false')", '%s'],
    [second, 'choice', "'Crop ' || (rowid / 7 % 10)", `'"' || %s || '"'`],
  ] as const;
  for (const [place, [id, kind, option, json]] of options.entries())
    database.exec(`
      insert into answers (proposal_id, question_id, place, kind, label, value)
        select id, '${id}', ${place}, '${kind}', 'Question ${place}', ${json.replace('%s', option)} from proposals;
      insert into answered_options (question_id, option, proposal_id)
        select '${id}', ${option}, id from proposals`);
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

const queriesOf = ([first, second]: string[]): Record<string, Record<string, string>> => ({
  'half of all': { [`answer.${first}`]: 'true' },
  'half of all, the middle': { [`answer.${first}`]: 'true', skip: String(PROPOSALS / 4) },
  'half of all, by applicant': { [`answer.${first}`]: 'false', sort: 'applicant' },
  'one option of ten': { [`answer.${second}`]: CROPS[3]! },
  'two answers, by name': {
    ...{ [`answer.${first}`]: 'true', [`answer.${second}`]: CROPS[3]! },
    sort: 'business_name',
  },
});

async function filterAll(engine: string, { port, pid }: Product, token: string, ids: string[]) {
  const rows: Row[] = [];
  for (const [what, query] of Object.entries(queriesOf(ids))) {
    const path = `/api/v1/proposals/admin/all?${new URLSearchParams({ limit: '10', ...query })}`;
    const times: number[] = [];
    const before = processorSeconds(pid);
    // The first round is a warm-up.
    for (let round = 0; round <= ROUNDS; round += 1) {
      const begin = performance.now();
      await ask(port, get(path, signedIn(token)));
      if (round > 0) times.push(performance.now() - begin);
    }
    const cpuMs = ((processorSeconds(pid) - before) * 1000) / (ROUNDS + 1);
    const row = limited(`${engine}, by an answer: ${what}`, times, ' ms', LIST_LIMIT_MS);
    rows.push({ ...row, cpu: `${cpuMs.toFixed(0)} ms` });
  }
  return rows;
}

async function filterOnBoth(url: string): Promise<Row[]> {
  const dataDir = makeDataDir();
  const found: Row[] = [];
  try {
    const seeded = await seed(dataDir, { proposals: PROPOSALS, users: PROPOSALS / 5 });
    const ids = askIn(dataDir, seeded.programIds[0]!);
    answerAll(dataDir, seeded.programIds[0]!, ids);
    const measure = async (engine: string, environment: Record<string, string>) => {
      const product = await startProduct(dataDir, environment);
      found.push(...(await filterAll(engine, product, seeded.adminToken, ids)));
      await product.stop();
    };
    await measure('SQLite', {});
    await copyToPostgres(dataDir, url);
    await measure('PostgreSQL', { DATABASE_URL: url });
  } finally {
    removeDataDir(dataDir);
  }
  return found;
}

export async function benchQuestions(): Promise<Row[]> {
  const saving = await inWorld({}, async (world) =>
    compareSaving(world, askIn(world.dataDir, world.seeded.programIds[0]!)),
  );
  const server = await startPostgres({ shared_buffers: '1GB' });
  try {
    return [...saving, ...(await filterOnBoth(await server.createDatabase()))];
  } finally {
    await server.stop();
  }
}
