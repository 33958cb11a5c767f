/**
 * The admins' list of proposals on both engines, by the clock, at the size of a competition and at
 * the largest size that one installation is made for.
 */
import { REGIONS } from '#domain/regions.ts';
import { SECTORS } from '#domain/sectors.ts';
import { startPostgres } from '#tests/servers/postgres.ts';
import { onBothEngines } from './engines.ts';
import { ask, get } from './load.ts';
import { processorSeconds, type Product } from './product.ts';
import { limited, type Row } from './report.ts';
import { seed } from './seed.ts';
import { signedIn } from './world.ts';

const ROUNDS = 5;
/** The defaults suit a far smaller machine. */
const BUFFERS = { shared_buffers: '1GB' };

type Query = Record<string, string | number>;
type Kind = 'newest' | 'filters and sorts' | 'searches';

/** Milliseconds of the whole request, by the number of proposals. */
const LIMITS: Record<number, Record<Kind, number>> = {
  5000: { newest: 30, 'filters and sorts': 30, searches: 30 },
  100_000: { newest: 15, 'filters and sorts': 60, searches: 250 },
};

/** `page` is one in the middle of all. */
const questions = (page: number): Record<Kind, Record<string, Query>> => ({
  newest: { 'newest first': {}, 'page 200': { skip: Math.min(1990, page) } },
  'filters and sorts': {
    'the middle': { skip: page },
    'by name': { sort: 'business_name' },
    'by name, the middle': { sort: 'business_name', skip: page },
    'by applicant, the middle': { sort: 'applicant', skip: page },
    'by program': { sort: 'program' },
    'by program, the middle': { sort: 'program', skip: page },
    'by deadline, descending': { sort: '-deadline_date' },
    'a sector': { sector: SECTORS[0]! },
    'a region, page 100': { region: REGIONS[1]!, skip: 990 },
    'approved, by applicant': { is_approved: 'true', sort: 'applicant' },
    'undecided, the middle': { decision: 'undecided', skip: page / 2 },
    unread: { unread: 'true' },
    'sector, region and stage, by name': {
      ...{ sector: SECTORS[0]!, region: REGIONS[0]! },
      ...{ funding_stage: 'SEED', sort: 'business_name' },
    },
  },
  searches: {
    'a rare word': { q: 'cocoa-17' },
    'an address': { q: 'person-4242@example.com' },
    'a phone number': { q: '+233241112222' },
    'a common word': { q: 'cocoa' },
    'a common word by name': { q: 'cocoa', sort: 'business_name' },
    'a common word by deadline': { q: 'cocoa', sort: 'deadline_date' },
    'a common word and a sector': { q: 'cocoa', sector: SECTORS[0]! },
    'two common words': { q: 'solar clinic' },
    'a common and a rare word': { q: 'solar-17 clinic' },
    'a common word and two letters': { q: 'cocoa sh' },
    'two letters': { q: 'sh' },
    'two rare letters': { q: 'zq' },
    'a word in all rows': { q: 'example' },
    'a word in none': { q: 'nomatchhere' },
  },
});

type ListRun = { product: Product; token: string; rows: number; engine: string };

async function askOne(
  { product, token, rows, engine }: ListRun,
  kind: Kind,
  what: string,
  query: Query,
) {
  const asked = { limit: '10', ...query } as Record<string, string>;
  const path = `/api/v1/proposals/admin/all?${new URLSearchParams(asked)}`;
  const times: number[] = [];
  const before = processorSeconds(product.pid);
  // The first round is a warm-up.
  for (let round = 0; round <= ROUNDS; round += 1) {
    const begin = performance.now();
    await ask(product.port, get(path, signedIn(token)));
    if (round > 0) times.push(performance.now() - begin);
  }
  const cpuMs = ((processorSeconds(product.pid) - before) * 1000) / (ROUNDS + 1);
  const row = limited(`${engine}, ${rows}: ${what}`, times, ' ms', LIMITS[rows]![kind]);
  return { ...row, cpu: `${cpuMs.toFixed(0)} ms` };
}

async function askAll(asked: ListRun): Promise<Row[]> {
  const found: Row[] = [];
  for (const [kind, named] of Object.entries(questions(asked.rows / 2)))
    for (const [what, query] of Object.entries(named))
      found.push(await askOne(asked, kind as Kind, what, query));
  return found;
}

/** Milliseconds of the product's CPU, for the largest answers. */
const COSTS: Record<string, { path: string; below: number }> = {
  'a list of 1,000': { path: 'all?limit=1000', below: 35 },
  'the figures of the home': { path: 'summary', below: 60 },
  'the CSV of all': { path: 'export.csv', below: 1000 },
};

async function askCosts({ product, token, rows, engine }: ListRun): Promise<Row[]> {
  const found: Row[] = [];
  for (const [what, { path, below }] of Object.entries(COSTS)) {
    const request = get(`/api/v1/proposals/admin/${path}`, signedIn(token));
    await ask(product.port, request);
    const times: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const before = processorSeconds(product.pid);
      await ask(product.port, request);
      times.push((processorSeconds(product.pid) - before) * 1000);
    }
    found.push(limited(`${engine}, ${rows}: ${what}, CPU`, times, ' ms', below));
  }
  return found;
}

const LARGEST = Math.max(...Object.keys(LIMITS).map(Number));

const askSize = (rows: number, url: string): Promise<Row[]> =>
  onBothEngines(
    url,
    (dataDir) => seed(dataDir, { proposals: rows, users: Math.max(20, rows / 5) }),
    async ({ engine, product }, { adminToken: token }) => {
      const asked = { product, token, rows, engine };
      return [...(await askAll(asked)), ...(rows === LARGEST ? await askCosts(asked) : [])];
    },
  );

export async function benchLists(): Promise<Row[]> {
  const server = await startPostgres(BUFFERS);
  try {
    const found: Row[] = [];
    for (const rows of Object.keys(LIMITS).map(Number))
      found.push(...(await askSize(rows, await server.createDatabase())));
    return found;
  } finally {
    await server.stop();
  }
}
