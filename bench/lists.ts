/** The admin's list at 100,000 proposals: a page of ten, filtered, sorted and counted. */
import { REGIONS } from '#domain/regions.ts';
import { SECTORS } from '#domain/sectors.ts';
import type { Row } from './report.ts';
import { compareReading, inWorld, signedIn } from './world.ts';

const TARGET = 0.05;
const list = (query: Record<string, string>): string =>
  `/api/v1/proposals/admin/all?${new URLSearchParams({ limit: '10', ...query })}`;

/**
 * Every region with every sector; after the warm-up these answers are cached too, only many of
 * them.
 */
const CHANGING = REGIONS.flatMap((region) =>
  SECTORS.map((sector) => list({ region, sector, sort: '-created_at' })),
);

const QUESTIONS: Record<string, string[]> = {
  'newest first': [list({})],
  'one sector, newest first': [list({ sector: SECTORS[0]! })],
  'sector and region and stage, by name': [
    list({
      sector: SECTORS[0]!,
      region: REGIONS[0]!,
      funding_stage: 'SEED',
      sort: 'business_name',
    }),
  ],
  'approved, by applicant': [list({ is_approved: 'true', sort: 'applicant' })],
  'one region, page 200': [list({ region: REGIONS[1]!, skip: '1990' })],
  'another region and sector each time': CHANGING,
  'a search for two words': [list({ q: 'solar-17 clinic' })],
  'a search for a name': [list({ q: 'Mensah 4242' })],
};

export const benchLists = (): Promise<Row[]> =>
  inWorld({ proposals: 100_000, users: 20_000 }, async (world) => {
    const rows: Row[] = [];
    const admin = signedIn(world.seeded.adminToken);
    for (const [what, paths] of Object.entries(QUESTIONS))
      rows.push(await compareReading(world, what, paths, admin, TARGET));
    // The bare server sends precompressed bytes; ours compresses them each time. For comparison,
    // without a target.
    rows.push(
      await compareReading(
        world,
        'newest first, gzip',
        [list({})],
        { ...admin, 'accept-encoding': 'gzip, deflate' },
        undefined,
      ),
    );
    return rows;
  });
