/** A judge's evening on a phone: from "Save and next" to the text of the next proposal. */
import { chromium, type Page } from '@playwright/test';
import { Backstage } from '#tests/e2e/backstage.ts';
import { stageRound } from '#tests/e2e/judging-stage.ts';
import { Mailbox } from '#tests/e2e/mailbox.ts';
import { startRealServer } from '#tests/e2e/real-server.ts';
import { BROWSER_FLAGS, ensureBrowser } from '../scripts/browser.ts';
import { limited, type Row } from './report.ts';

const PHONE = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };
const LIMIT_MS = 150;

/** Chooses a score for each criterion; returns milliseconds from the press to the next text. */
async function scoreOne(page: Page): Promise<number> {
  const groups = page
    .locator('form fieldset, form [role=group]')
    .filter({ has: page.getByRole('radio') });
  await groups.first().waitFor();
  for (const group of await groups.all()) await group.getByRole('radio', { name: /^4:/ }).check();
  // What is typed has gone up and the next one has come down before a person has read their choice.
  await page.getByText('Saved', { exact: true }).waitFor();
  await page.waitForLoadState('networkidle');
  return page.evaluate<number>(`new Promise((resolve) => {
    const heading = () => document.querySelector('h1')?.textContent;
    const before = heading();
    const begin = performance.now();
    const look = () => {
      if (heading() === before || !document.querySelector('#description + *')?.textContent) return;
      watch.disconnect();
      requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - begin)));
    };
    const watch = new MutationObserver(look);
    watch.observe(document.body, { subtree: true, childList: true, characterData: true });
    document.querySelector('form button[type=submit]').click();
  })`);
}

export async function benchEvening(): Promise<Row[]> {
  const server = await startRealServer();
  const browser = await chromium.launch({ executablePath: ensureBrowser(), args: BROWSER_FLAGS });
  try {
    const mailbox = new Mailbox(server.dataDir, null);
    const { judges, roundId } = await stageRound(new Backstage(server.url, mailbox), mailbox);
    const page = await browser.newPage({ ...PHONE, baseURL: server.url });
    await page.goto('/healthz');
    await page.evaluate(
      `localStorage.setItem('token', ${JSON.stringify(judges[0]!.token)}); localStorage.setItem('session-started', Date.now())`,
    );
    await page.goto(`/dashboard/judging/${roundId}`);
    await page.getByRole('link', { name: 'Start' }).click();
    const times: number[] = [];
    for (let count = 0; count < 6; count += 1) times.push(await scoreOne(page));
    return [limited('the next text after “Save and next”', times, ' ms', LIMIT_MS)];
  } finally {
    await browser.close();
    await server.stop();
  }
}
