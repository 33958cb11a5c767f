/** What search engines and social networks are told about each public page. */
import { pages, sectorPages } from '#content/pages.ts';
import { storyPages } from '#content/stories/stories.ts';
import { expect, test } from './fixtures.ts';

const PATHS = [...Object.values(pages), ...Object.values(sectorPages), ...storyPages].map(
  ({ path }) => path,
);
const UNIQUE = {
  title: /<title>(.+?)<\/title>/,
  'og:title': /property="og:title" content="(.+?)"/,
  'og:image:alt': /property="og:image:alt" content="(.+?)"/,
};

test(
  'every page has a title, a description and a preview of its own, and a canonical link',
  { tag: '@phone' },
  async ({ request }) => {
    const all = [...PATHS, '/login', '/register'];
    const heads = new Map<string, string>();
    for (const path of all) heads.set(path, await (await request.get(path)).text());
    const expectUnique = (pattern: RegExp, paths: string[]) => {
      const values = new Set(paths.map((path) => pattern.exec(heads.get(path)!)?.[1]));
      expect(values.has(undefined), String(pattern)).toBe(false);
      expect(values.size, String(pattern)).toBe(paths.length);
    };
    for (const pattern of Object.values(UNIQUE)) expectUnique(pattern, all);
    expectUnique(/<meta name="description" content="(.+?)"/, PATHS);
    for (const path of PATHS)
      expect(heads.get(path)).toMatch(new RegExp(`<link rel="canonical" href="http[^"]+${path}"`));
    for (const path of all) {
      const preview = /property="og:image" content="(http[^"]+)"/.exec(heads.get(path)!)?.[1];
      const picture = await request.get(new URL(preview!).pathname);
      expect([picture.status(), picture.headers()['content-type']], path).toEqual([
        200,
        'image/png',
      ]);
    }
    const sitemap = await (await request.get('/sitemap.xml')).text();
    for (const path of PATHS) expect(sitemap).toContain(`${path}</loc>`);
    await expect((await request.get('/robots.txt')).text()).resolves.toContain('Sitemap: http');
    await expect((await request.get('/feed.xml')).text()).resolves.toContain(
      '<feed xmlns="http://www.w3.org/2005/Atom"',
    );
  },
);
