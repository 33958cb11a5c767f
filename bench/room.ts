/**
 * The reading room in Chromium: proposals, two keys each. Measures the time from the key press, in
 * the page, until the next proposal is displayed and until its first PDF page is.
 */
import { createHash } from 'node:crypto';
import { linkSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { chromium, type Page } from '@playwright/test';
import { openSqlite } from '#server/db/sqlite-dialect.ts';
import { makeDeck } from '#tests/pdf-samples.ts';
import { BROWSER_FLAGS, ensureBrowser } from '../scripts/browser.ts';
import { limited, spread, type Row } from './report.ts';
import { inWorld, type World } from './world.ts';

/** Enough for a median; twice as many take twice as long. */
const PROPOSALS = 24;
const MEGABYTES = 5;
const STANDS_LIMIT_MS = 150;
const PAGE_LIMIT_MS = 500;
/** Reading a first page takes longer. */
const READING_MS = 1_000;

type Document = { key: string; kind: string; name: string };

/** Each pitch deck is different; the other document is the same for all. */
async function storeDecks(dataDir: string): Promise<void> {
  const { database } = openSqlite(join(dataDir, 'pitch-trek.sqlite'));
  const documents = database
    .prepare(
      'select key, kind, business_name as name from documents join proposals on id = proposal_id',
    )
    .all() as Document[];
  const change = database.prepare('update documents set size = ?, sha256 = ? where key = ?');
  const financials = await makeDeck(['Financials'], MEGABYTES);
  let first: string | undefined;
  for (const { key, kind, name } of documents) {
    const path = join(dataDir, 'files', key);
    const isDeck = kind === 'pitch_deck';
    const pdf = isDeck ? await makeDeck([name, 'The second page'], MEGABYTES) : financials;
    mkdirSync(dirname(path), { recursive: true });
    if (!isDeck && first) linkSync(first, path);
    else writeFileSync(path, pdf);
    if (!isDeck) first ??= path;
    change.run(pdf.length, createHash('sha256').update(pdf).digest('hex'), key);
  }
  database.close();
}

type Times = { stands: number; page: number };

/**
 * Runs in the page: reports when the heading has changed and when the first page of the pitch deck
 * is drawn, in milliseconds since the key press.
 */
const WATCH = `(() => {
  const heading = () => document.querySelector('main h1')?.textContent;
  const before = heading();
  window.watched = new Promise((resolve) => {
    addEventListener('keydown', ({ timeStamp }) => {
      let stands;
      const look = () => {
        const now = performance.now() - timeStamp;
        if (stands === undefined && heading() !== before) stands = now;
        const isDrawn = document.querySelector('[data-chosen] [data-page="1"][data-drawn]');
        if (stands !== undefined && isDrawn) resolve({ stands, page: now });
        else requestAnimationFrame(look);
      };
      requestAnimationFrame(look);
    }, { once: true, capture: true });
  });
})()`;

async function goOn(page: Page): Promise<Times> {
  await page.keyboard.press('a');
  await page.evaluate(WATCH);
  await page.keyboard.press('j');
  return (await page.evaluate('window.watched')) as Times;
}

async function read({ product, seeded }: World, page: Page, rest: number): Promise<Times[]> {
  const origin = `http://127.0.0.1:${product.port}`;
  await page.goto(`${origin}/healthz`);
  await page.evaluate(
    `localStorage.setItem('token', ${JSON.stringify(seeded.adminToken)}); localStorage.setItem('session-started', Date.now())`,
  );
  await page.goto(`${origin}/dashboard/admin/submissions`);
  await page.locator('main tbody a').first().click();
  const times: Times[] = [];
  for (let place = 1; place < PROPOSALS; place += 1) {
    await page.locator('[data-chosen] [data-page="1"][data-drawn]').waitFor();
    await wait(rest);
    times.push(await goOn(page));
  }
  return times;
}

export async function benchRoom(): Promise<Row[]> {
  const browser = await chromium.launch({
    executablePath: ensureBrowser(),
    args: BROWSER_FLAGS,
    headless: true,
  });
  try {
    return await inWorld({ proposals: PROPOSALS, fill: storeDecks }, async (world) => {
      const rows: Row[] = [];
      for (const [who, rest] of [
        ['who reads', READING_MS],
        ['who never waits', 0],
      ] as const) {
        const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
        const begin = performance.now();
        const times = await read(world, page, rest);
        const seconds = (performance.now() - begin) / 1000;
        await page.close();
        const [stands, drawn] = [times.map((one) => one.stands), times.map((one) => one.page)];
        rows.push(
          limited(`the next proposal stands, ${who}`, stands, ' ms', STANDS_LIMIT_MS),
          limited(`its first page stands (5 MB), ${who}`, drawn, ' ms', PAGE_LIMIT_MS),
          {
            what: `proposals an hour, by two keys each, ${who}`,
            ours: spread([(times.length * 3600) / seconds]),
          },
        );
      }
      return rows;
    });
  } finally {
    await browser.close();
  }
}
