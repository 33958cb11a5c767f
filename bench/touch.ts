/** 100,000 proposals with labels, messages and requests, filtered by them, on both engines. */
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { DATABASE_FILE } from '#server/db/open.ts';
import { openSqlite } from '#server/db/sqlite.ts';
import { startPostgres } from '#tests/servers/postgres.ts';
import { onBothEngines } from './engines.ts';
import { ask, get } from './load.ts';
import { processorSeconds, type Product } from './product.ts';
import { limited, type Row } from './report.ts';
import { insertMany, seed } from './seed.ts';
import { signedIn } from './world.ts';

const PROPOSALS = 100_000;
const LIST_LIMIT_MS = 60;
const ROUNDS = 9;

/** On how many of all proposals each label is: half of them, a tenth, a hundredth, a thousandth. */
const PARTS = [2, 10, 100, 1000];

/**
 * Every fourth proposal has a message that was read, every fiftieth one that was not, and every
 * hundredth an open request. Returns the ids of the labels.
 */
function touchAll(dataDir: string): string[] {
  const { database } = openSqlite(join(dataDir, DATABASE_FILE));
  database.exec('pragma synchronous = off; begin immediate');
  const stamps = { created_at: new Date(), updated_at: new Date(), version: 1 };
  const labels = PARTS.map((part) => ({
    ...{ id: randomUUID(), name: `Label ${part}`, name_key: `label ${part}`, colour: 'green' },
    ...stamps,
  }));
  insertMany(database, 'labels', labels);
  for (const [place, { id }] of labels.entries())
    database.exec(`insert into proposal_labels (proposal_id, label_id)
      select id, '${id}' from proposals where rowid % ${PARTS[place]} = 0`);
  const newId = "lower(printf('00000000-0000-4000-8000-%012x', rowid))";
  const now = new Date().toISOString();
  const later = new Date(Date.now() + 864e5).toISOString();
  for (const [prefix, part, readAt] of [
    ['1', 4, `'${now}'`],
    ['2', 50, 'null'],
  ])
    database.exec(`insert into messages (id, proposal_id, at, side, author_id, text, read_at)
      select '${prefix}' || substr(${newId}, 2), id, '${now}', 'applicant', user_id, 'Here it is.', ${readAt}
      from proposals where rowid % ${part} = 0`);
  database.exec(`insert into change_requests (id, proposal_id, text, fields, due_at, state, created_at)
      select ${newId}, id, 'Please.', '["financials"]', '${later}', 'open', '${now}'
      from proposals where rowid % 100 = 0`);
  database.exec('commit; analyze');
  database.close();
  return labels.map(({ id }) => id);
}

const queriesOf = ([half, tenth, few, rare]: string[]): Record<string, Record<string, string>> => ({
  'a label of half of all': { label: half! },
  'the same, the middle': { label: half!, skip: String(PROPOSALS / 4) },
  'the same, by applicant': { label: half!, sort: 'applicant' },
  'a label of a tenth, by name': { label: tenth!, sort: 'business_name' },
  'a label of a thousandth': { label: rare! },
  'one of two labels': { label: `${few},${rare}` },
  'unread messages': { has_unread_messages: 'true' },
  'unread messages, by program': { has_unread_messages: 'true', sort: 'program' },
  'no unread messages, the middle': { has_unread_messages: 'false', skip: String(PROPOSALS / 2) },
  'open requests': { has_open_request: 'true' },
  'unread messages and a label': { has_unread_messages: 'true', label: half! },
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
    const row = limited(`${engine}: ${what}`, times, ' ms', LIST_LIMIT_MS);
    rows.push({ ...row, cpu: `${cpuMs.toFixed(0)} ms` });
  }
  return rows;
}

async function fill(dataDir: string) {
  const { adminToken } = await seed(dataDir, { proposals: PROPOSALS, users: PROPOSALS / 5 });
  return { token: adminToken, ids: touchAll(dataDir) };
}

export async function benchTouch(): Promise<Row[]> {
  const server = await startPostgres({ shared_buffers: '1GB' });
  try {
    return await onBothEngines(
      await server.createDatabase(),
      fill,
      ({ engine, product }, { token, ids }) => filterAll(engine, product, token, ids),
    );
  } finally {
    await server.stop();
  }
}
