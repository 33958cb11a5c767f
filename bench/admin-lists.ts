/**
 * Every admin list at 100,000 rows without caching: milliseconds of the whole request, for the
 * slowest query of each list.
 */
import { COUNTED_MATCHES } from '#domain/pages.ts';
import { startPostgres } from '#tests/servers/postgres.ts';
import { forgetInFile, forgetOnServer, type Forget } from './forget.ts';
import { BUFFERS } from './list-growth.ts';
import { ask, get } from './load.ts';
import { startProduct } from './product.ts';
import { limited, median, spread, type Row } from './report.ts';
import { seedContent } from './seed-content.ts';
import { copyToPostgres } from './seed-postgres.ts';
import { inWorld, signedIn, type World } from './world.ts';

const LIMIT = 50;
const ROWS = 100_000;
/** Matches before a common word's last counted page, and before one in the middle of all. */
const LAST_COUNTED = COUNTED_MATCHES - 10;
const MIDDLE_MATCH = 19_000;
const ROUNDS = 3;

type List = { path: string; sorts: string[]; filters: string[]; words: string[] };

const WORDS = ['cocoa', 'zebrafish', 'cocoa mensah', 'cocoa sh', 'nomatchhere'];
const LISTS: Record<string, List> = {
  proposals: {
    path: '/proposals/admin/all',
    sorts: ['-created_at', 'business_name', 'applicant', 'program', 'region', 'deadline_date'],
    filters: ['sector=Mining', 'is_approved=true'],
    words: [
      'cocoa',
      'cocoa-17',
      'solar clinic',
      'cocoa sh',
      'nomatchhere',
      'sh',
      'person-4242@example.com',
    ],
  },
  users: {
    path: '/auth/admin/users',
    sorts: ['-created_at', 'email', 'last_name', 'role'],
    filters: ['role=APPLICANT'],
    words: [...WORDS, 'sh', 'person-4242@example.com'],
  },
  faqs: {
    path: '/faqs/',
    sorts: ['-created_at', 'question'],
    filters: [],
    words: [...WORDS, 'sh'],
  },
  testimonials: {
    path: '/testimonials/',
    sorts: ['-created_at', 'last_name'],
    filters: ['is_approved=true'],
    words: [...WORDS, 'sh'],
  },
  enquiries: {
    path: '/contact_forms/',
    sorts: ['-created_at', 'last_name'],
    filters: [],
    words: [...WORDS, 'sh', 'person-4242@example.com'],
  },
  posts: {
    path: '/cms/',
    sorts: ['-created_at', 'title'],
    filters: ['category=NEWS'],
    words: WORDS,
  },
  'posts by two letters': { path: '/cms/', sorts: [], filters: [], words: ['sh', 'zq'] },
};
const PROGRAMS: List = {
  path: '/programs/',
  sorts: ['-deadline_date', 'title'],
  filters: ['sector=Mining'],
  words: WORDS,
};

/**
 * The first page, page 200, the middle and the last one for each sort; each filter and each search
 * in the default sort, and in every other sort the last counted page of the first word.
 */
function questionsOf({ sorts, filters, words }: List): string[] {
  const pages = sorts.flatMap((sort) =>
    [0, 1990, ROWS / 2, ROWS - 10].map((skip) => `sort=${sort}&skip=${skip}`),
  );
  const searches = words.map((word) => `q=${encodeURIComponent(word)}`);
  return [...pages, ...filters, ...searches, ...searchedPages({ sorts, words }, LAST_COUNTED)];
}

const searchedPages = ({ sorts, words }: Pick<List, 'sorts' | 'words'>, skip: number): string[] =>
  sorts.slice(1).map((sort) => `sort=${sort}&skip=${skip}&q=${words[0]}`);

type Asked = { port: number; token: string; forget: Forget };

type Slowest = { what: string; times: number[] };

async function slowest(
  { port, token, forget }: Asked,
  { path }: List,
  questions: string[],
): Promise<Slowest> {
  let worst: Slowest = { what: '', times: [0] };
  for (const question of questions) {
    const times: number[] = [];
    for (let index = 0; index < ROUNDS; index += 1) {
      await forget.run();
      const begin = performance.now();
      await ask(port, get(`/api/v1${path}?limit=10&${question}`, signedIn(token)));
      times.push(performance.now() - begin);
    }
    if (median(times) > median(worst.times)) worst = { what: decodeURIComponent(question), times };
  }
  return worst;
}

/** Matches beyond the counted ones have no target: no screen offers their pages. */
async function measureList(asked: Asked, name: string, list: List): Promise<Row[]> {
  const { what, times } = await slowest(asked, list, questionsOf(list));
  const rows = [limited(`${name}, slowest: ${what}`, times, ' ms', LIMIT)];
  const beyond = searchedPages(list, MIDDLE_MATCH);
  if (beyond.length === 0) return rows;
  const far = await slowest(asked, list, beyond);
  return [...rows, { what: `beyond: ${far.what}`, ours: spread(far.times, ' ms') }];
}

type Measure = (world: World, lists: Record<string, List>) => Promise<Row[]>;

async function measureAll(asked: Asked, lists: Record<string, List>): Promise<Row[]> {
  const rows: Row[] = [];
  for (const [name, list] of Object.entries(lists))
    rows.push(...(await measureList(asked, name, list)));
  await asked.forget.close();
  return rows;
}

const measureInFile: Measure = ({ product, seeded, dataDir }, lists) =>
  measureAll(
    { port: product.port, token: seeded.adminToken, forget: forgetInFile(dataDir) },
    lists,
  );

/** The same rows and queries on PostgreSQL. */
const measureOnServer: Measure = async ({ seeded, dataDir }, lists) => {
  const server = await startPostgres(BUFFERS);
  try {
    const url = await server.createDatabase();
    await copyToPostgres(dataDir, url);
    const { port, stop } = await startProduct(dataDir, { DATABASE_URL: url });
    const forget = await forgetOnServer(url);
    const rows = await measureAll({ port, token: seeded.adminToken, forget }, lists);
    await stop();
    return rows;
  } finally {
    await server.stop();
  }
};

async function benchLists(measure: Measure): Promise<Row[]> {
  const fill = (only: 'programs' | 'content') => (dataDir: string) =>
    seedContent(dataDir, ROWS, only);
  return [
    ...(await inWorld({ proposals: ROWS, users: ROWS, fill: fill('content') }, (world) =>
      measure(world, LISTS),
    )),
    ...(await inWorld({ fill: fill('programs') }, (world) =>
      measure(world, { programs: PROGRAMS }),
    )),
  ];
}

export const benchAdminLists = (): Promise<Row[]> => benchLists(measureInFile);
export const benchAdminListsOnServer = (): Promise<Row[]> => benchLists(measureOnServer);
