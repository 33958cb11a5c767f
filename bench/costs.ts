/**
 * CPU time of uncached requests (a write before each invalidates the cache), and of cached ones
 * that were expensive nevertheless.
 */
import { join } from 'node:path';
import { DATABASE_FILE } from '#server/db/open.ts';
import { openSqlite } from '#server/db/sqlite-dialect.ts';
import { interleave, post } from './load.ts';
import { compared, type Row } from './report.ts';
import { seedContent } from './seed-content.ts';
import { compareReading, inWorld, signedIn, type World } from './world.ts';

const BROTLI = { 'accept-encoding': 'gzip, deflate, br' };
/** One at a time, so that no request waits for the result of another. */
const ALONE = { connections: 1, milliseconds: 600 };
/** More than are asked for while one figure is measured; each overlaps the one before it. */
const OTHER_PAGES = 900;

/** Invalidates everything, as a write by another process does. */
function openForgetting(dataDir: string): { forget(): void; close(): void } {
  const { database } = openSqlite(join(dataDir, DATABASE_FILE));
  database.exec('pragma synchronous = off');
  const raise = database.prepare(
    "insert into versions (topic, number) values ('proposals', 1), ('public', 1) on conflict (topic) do update set number = number + 1",
  );
  return { forget: () => void raise.run(), close: () => database.close() };
}

async function measureReading(world: World): Promise<Row[]> {
  const { forget, close } = openForgetting(world.dataDir);
  const admin = signedIn(world.seeded.adminToken);
  const uncached = (what: string, path: string, headers = {}) =>
    compareReading(world, what, [path], headers, undefined, { ...ALONE, before: forget });
  const list = '/api/v1/proposals/admin/all?limit=';
  const pages = (path: string) =>
    Array.from({ length: OTHER_PAGES }, (_, page) => `${path}&skip=${page}`);
  const otherPages = (what: string, path: string, headers = {}) =>
    compareReading(
      world,
      `${what}, another page each time`,
      pages(path),
      headers,
      undefined,
      ALONE,
    );
  // A page asked for with a token is never taken from the cache; the public answers that it shows
  // are.
  const visitor = { ...BROTLI, ...signedIn('of-nobody') };
  const rows = [
    await compareReading(
      world,
      '/ rendered, its API answers cached',
      ['/'],
      visitor,
      undefined,
      ALONE,
    ),
    await uncached('/ rendered, brotli', '/', BROTLI),
    await uncached('20 posts uncached', '/api/v1/cms/?limit=20'),
    await uncached('20 posts uncached, brotli', '/api/v1/cms/?limit=20', BROTLI),
    await uncached('1,000 proposals', `${list}1000`, admin),
    await otherPages('1,000 proposals', `${list}1000`, admin),
    await uncached('1,000 programs', '/api/v1/programs/?limit=1000', admin),
    await uncached('1,000 posts', '/api/v1/cms/?limit=1000', admin),
    await otherPages('1,000 posts', '/api/v1/cms/?limit=1000', admin),
    await uncached("the admin's counts", '/api/v1/proposals/admin/summary', admin),
  ];
  close();
  return [
    ...rows,
    await compareReading(world, 'a cached page of 10 proposals', [`${list}10`], admin, undefined),
    await compareReading(
      world,
      'the same, brotli',
      [`${list}10`],
      { ...admin, ...BROTLI },
      undefined,
    ),
    await compareReading(world, '/ cached, 64 connections', ['/'], BROTLI, 0.8, {
      connections: 64,
    }),
  ];
}

const ENQUIRY = Buffer.from(
  JSON.stringify({
    first_name: 'Adwoa',
    last_name: 'Asante',
    email: 'adwoa@example.com',
    message: 'When does the next trek begin, and may two of us apply together?',
  }),
);

/** Each from a different address, because of the limit of sixty. */
async function compareEnquiries({ product, bare, dataDir }: World): Promise<Row> {
  const json = { 'content-type': 'application/json' };
  let sent = 0;
  const next = () => {
    sent += 1;
    const address = `10.${sent >> 16}.${(sent >> 8) & 255}.${sent & 255}`;
    return post('/api/v1/contact_forms/', ENQUIRY, { ...json, 'x-forwarded-for': address });
  };
  await bare.order({ dir: dataDir, body: Buffer.alloc(400, ' ').toString('base64') });
  const pair = await interleave(
    { port: product.port, pid: product.pid, next },
    { port: bare.port, next: () => post('/durable', ENQUIRY, {}) },
    { connections: 8, milliseconds: 1000 },
  );
  return compared('contact forms, eight at once (bare: appended and synced)', pair, '/s');
}

export const benchCosts = (): Promise<Row[]> =>
  inWorld(
    {
      proposals: 2000,
      users: 500,
      environment: { TRUST_PROXY: '1' },
      fill: (dataDir) => seedContent(dataDir, 2000, 'content'),
    },
    async (world) => [...(await measureReading(world)), await compareEnquiries(world)],
  );
