/** What is read most: single rows by key, cached pages, and the same with nothing cached. */
import { join } from 'node:path';
import { DATABASE_FILE } from '#server/db/open.ts';
import { openSqlite } from '#server/db/sqlite.ts';
import type { Row } from './report.ts';
import { compareReading, inWorld, signedIn, type World } from './world.ts';

const CACHED = 0.5;
const BROTLI = { 'accept-encoding': 'gzip, deflate, br' };
/** One at a time, so that no request waits for the result of another. */
const ALONE = { connections: 1, milliseconds: 600 };

async function readCached(world: World): Promise<Row[]> {
  const page = '/national-pitch-trek/programs';
  const [id] = world.seeded.programIds;
  return [
    await compareReading(world, 'GET /programs/', ['/api/v1/programs/'], {}, CACHED),
    await compareReading(world, `${page}, brotli`, [page], BROTLI, CACHED),
    await compareReading(world, 'a program’s page, plain', [`${page}/${id}`], {}, CACHED),
    await compareReading(world, '/, 64 connections', ['/'], BROTLI, CACHED, { connections: 64 }),
  ];
}

async function readRows(world: World): Promise<Row[]> {
  const { programIds, applicantToken, adminToken } = world.seeded;
  const programs = programIds.map((id) => `/api/v1/programs/${id}`);
  const [applicant, admin] = [signedIn(applicantToken), signedIn(adminToken)];
  const read = (what: string, paths: string[], headers: Record<string, string>, target?: number) =>
    compareReading(world, what, paths, headers, target);
  return [
    await read('GET /programs/{id}', programs, {}),
    await read('GET /auth/me', ['/api/v1/auth/me'], applicant, 0.12),
    await read('GET /programs/?limit=10, signed in', ['/api/v1/programs/?limit=10'], applicant),
    await read('10 proposals', ['/api/v1/proposals/admin/all?limit=10'], admin),
  ];
}

/** Another process writes before each request, which outdates whatever is kept. */
async function readUncached(world: World): Promise<Row[]> {
  const { database } = openSqlite(join(world.dataDir, DATABASE_FILE));
  database.exec('pragma synchronous = off');
  const raise = database.prepare(
    "insert into versions (topic, number) values ('proposals', 1), ('public', 1) on conflict (topic) do update set number = number + 1",
  );
  const plan = { ...ALONE, before: () => void raise.run() };
  const read = (what: string, path: string, headers: Record<string, string>) =>
    compareReading(world, what, [path], headers, undefined, plan);
  const admin = signedIn(world.seeded.adminToken);
  try {
    return [
      await read('/ rendered, nothing cached', '/', BROTLI),
      await read('1,000 proposals', '/api/v1/proposals/admin/all?limit=1000', admin),
      await read('the counts of the admins’ home', '/api/v1/proposals/admin/summary', admin),
    ];
  } finally {
    database.close();
  }
}

export const benchReads = (): Promise<Row[]> =>
  inWorld({ proposals: 2000, users: 500 }, async (world) => [
    ...(await readRows(world)),
    ...(await readCached(world)),
    ...(await readUncached(world)),
  ]);
