/**
 * How the admin's list of proposals grows: 1,000, 100,000 and 1,000,000 rows, on both engines, with
 * a write before each query, so that nothing is cached. Milliseconds of the whole request.
 */
import { REGIONS } from '#domain/regions.ts';
import { SECTORS } from '#domain/sectors.ts';
import { startPostgres } from '#tests/servers/postgres.ts';
import { forgetInFile, forgetOnServer, type Forget } from './forget.ts';
import { ask, get } from './load.ts';
import {
  makeDataDir,
  processorSeconds,
  removeDataDir,
  startProduct,
  type Product,
} from './product.ts';
import { limited, type Row } from './report.ts';
import { seed } from './seed.ts';
import { copyToPostgres } from './seed-postgres.ts';
import { signedIn } from './world.ts';

const SIZES = [1000, 100_000, 1_000_000];
const limitOf = (rows: number): number => (rows > 100_000 ? 100 : 50);
const ROUNDS = 5;
/** As docs/operations.md advises for large databases, on a machine with 4 GB. */
export const BUFFERS = { shared_buffers: '1GB' };
/** Matches of a search that are counted: the middle of these is requested. */
const COUNTED = 10_000;

type Query = Record<string, string | number>;

/** Typical queries; `page` is one in the middle of all, `found` one in the middle of a search. */
const questions = (page: number, found: number): Record<string, Query> => ({
  'newest first': {},
  'another page': { skip: Math.min(1990, page) },
  'the middle': { skip: page },
  'by name, the middle': { sort: 'business_name', skip: page },
  'by applicant, the middle': { sort: 'applicant', skip: page },
  'by program': { sort: 'program' },
  'by program, the middle': { sort: 'program', skip: page },
  'by deadline': { sort: 'deadline_date' },
  'by deadline, the middle': { sort: 'deadline_date', skip: page },
  'a sector': { sector: SECTORS[0]! },
  'approved, by applicant': { is_approved: 'true', sort: 'applicant' },
  'undecided, the middle': { decision: 'undecided', skip: found },
  'sector, region and stage, by name': {
    ...{ sector: SECTORS[0]!, region: REGIONS[0]! },
    ...{ funding_stage: 'SEED', sort: 'business_name' },
  },
  'a rare word': { q: 'cocoa-17' },
  'an address': { q: 'person-4242@example.com' },
  'a common word': { q: 'cocoa' },
  'a common word by name, the middle': { q: 'cocoa', sort: 'business_name', skip: found },
  'a common word by deadline, the middle': { q: 'cocoa', sort: 'deadline_date', skip: found },
  'a common word and a sector': { q: 'cocoa', sector: SECTORS[0]! },
  'two common words': { q: 'solar clinic' },
  'a common and a rare word': { q: 'solar-17 clinic' },
  'a common word and two letters': { q: 'cocoa sh' },
  'a name and two letters, by name': { q: 'mensah sh', sort: 'business_name' },
  'a name and two letters, the middle': { q: 'mensah sh', skip: found },
  'a common word and two rare letters': { q: 'cocoa zq' },
  'two letters': { q: 'sh' },
  'two rare letters': { q: 'zq' },
  'one letter': { q: 's' },
  'one rare letter': { q: 'q' },
  'a word in all rows': { q: 'example' },
  'a word in all rows, the middle': { q: 'example', skip: found },
  'a word in all rows by deadline': { q: 'example', sort: 'deadline_date' },
  'a word in all rows and two letters': { q: 'example sh' },
  'a word in none': { q: 'nomatchhere' },
});

type Asked = { product: Product; token: string; forget: Forget; rows: number; name: string };

/** One row per query: elapsed time, and CPU time of the product. */
async function askAll({ product, token, forget, rows, name }: Asked): Promise<Row[]> {
  const found = Math.min(COUNTED, rows / 5) / 2;
  const figures: Row[] = [];
  for (const [what, query] of Object.entries(questions(rows / 2, found))) {
    const asked = { limit: '10', ...query } as Record<string, string>;
    const path = `/api/v1/proposals/admin/all?${new URLSearchParams(asked)}`;
    const times: number[] = [];
    const before = processorSeconds(product.pid);
    // The first round is a warm-up.
    for (let round = 0; round <= ROUNDS; round += 1) {
      await forget.run();
      const begin = performance.now();
      await ask(product.port, get(path, signedIn(token)));
      if (round > 0) times.push(performance.now() - begin);
    }
    const cpuMs = ((processorSeconds(product.pid) - before) * 1000) / (ROUNDS + 1);
    const row = limited(`${name}, ${rows}: ${what}`, times, ' ms', limitOf(rows));
    figures.push({ ...row, baseline: `${cpuMs.toFixed(0)} ms CPU` });
  }
  return figures;
}

async function askSize(rows: number, url: string): Promise<Row[]> {
  const dataDir = makeDataDir();
  const figures: Row[] = [];
  try {
    const { adminToken: token } = await seed(dataDir, {
      proposals: rows,
      users: Math.max(20, rows / 5),
    });
    const measure = async (name: string, environment: Record<string, string>, forget: Forget) => {
      const product = await startProduct(dataDir, environment);
      figures.push(...(await askAll({ product, token, forget, rows, name })));
      await product.stop();
      await forget.close();
    };
    await measure('SQLite', {}, forgetInFile(dataDir));
    await copyToPostgres(dataDir, url);
    await measure('PostgreSQL', { DATABASE_URL: url }, await forgetOnServer(url));
  } finally {
    removeDataDir(dataDir);
  }
  return figures;
}

export async function benchListGrowth(): Promise<Row[]> {
  const figures: Row[] = [];
  for (const rows of SIZES) {
    // A separate server for each size, so that its disk space is freed.
    const server = await startPostgres(BUFFERS);
    try {
      figures.push(...(await askSize(rows, await server.createDatabase())));
    } finally {
      await server.stop();
    }
  }
  return figures;
}
