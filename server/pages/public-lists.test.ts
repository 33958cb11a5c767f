/**
 * A list of the API returns at most 1,000 rows; pages that show all of them fetch until they are
 * complete.
 */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PAGING } from '#domain/constants.ts';
import { createTestApp, type TestApp } from '#tests/app.ts';
import { days, insertPost } from '#tests/factories.ts';
import { isBuilt } from '#tests/is-built.ts';
import { withSortKeys } from '../db/table.ts';

const PROGRAMS = '/national-pitch-trek/programs';
const COUNT = PAGING.limit + 30;
const BATCH = 200;

describe.skipIf(!isBuilt)('more than 1,000 programs and posts', () => {
  let app: TestApp;
  const ids = { open: [] as string[], closed: [] as string[], posts: [] as string[] };

  async function insertPrograms(ids: string[], first: Date, count = COUNT): Promise<void> {
    const rows = Array.from({ length: count }, (_, place) => {
      const at = new Date(first.getTime() + place * 1000);
      return withSortKeys('programs', {
        id: randomUUID(),
        title: `Program ${place}`,
        description: '',
        sector: 'Mining' as const,
        deadline_date: at,
        search_text: '',
        created_at: days(-200),
        updated_at: days(-200),
        version: 1,
      });
    });
    for (let from = 0; from < count; from += BATCH)
      await app.services.db.read
        .insertInto('programs')
        .values(rows.slice(from, from + BATCH))
        .execute();
    ids.push(...rows.map(({ id }) => id));
  }

  beforeAll(async () => {
    app = await createTestApp();
    await insertPrograms(ids.open, days(30));
    await insertPrograms(ids.closed, days(-30));
    await insertPrograms([], days(-120), 3);
    const { services } = app;
    await services.db.write(async (tx) => {
      for (let place = 0; place < COUNT; place += 1)
        ids.posts.push(
          (
            await insertPost(
              { ...services, db: { ...services.db, read: tx } },
              { created_at: new Date(days(-90).getTime() + place * 1000) },
            )
          ).id,
        );
    });
  });
  afterAll(() => app.close());

  /** All ids in the page, in its order. */
  const idsIn = async (path: string): Promise<string[]> => {
    const text = await (await fetch(app.url + path)).text();
    return [
      ...new Set(
        [...text.matchAll(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g)].map(([id]) => id),
      ),
    ];
  };

  test('all open ones are in the list, nearest deadline first, then all that closed lately', async () => {
    expect(await idsIn(PROGRAMS)).toEqual([...ids.open, ...ids.closed.toReversed()]);
  });

  test('the page of a sector has all that are open', async () => {
    expect(await idsIn('/sector/mining')).toEqual(ids.open);
  });

  test('the sitemap has all open programs and all posts', async () => {
    expect(new Set(await idsIn('/sitemap.xml'))).toEqual(new Set([...ids.open, ...ids.posts]));
  });

  test('the last page of posts shows the oldest', async () => {
    const lastPage = await idsIn(`/post/all?page=${Math.ceil(COUNT / PAGING.publicPosts)}`);
    expect(
      ids.posts
        .slice(0, COUNT % PAGING.publicPosts || PAGING.publicPosts)
        .every((id) => lastPage.includes(id)),
    ).toBe(true);
  });
});
