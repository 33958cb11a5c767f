import type { CDPSession, Page } from '@playwright/test';

/** One per page: two would slow each other down. */
const sessions = new WeakMap<Page, CDPSession>();

/** Limits what the page sends to so many bytes per second; without a speed, ends the limit. */
export async function slowLine(page: Page, { up = -1 } = {}): Promise<void> {
  const devtools = sessions.get(page) ?? (await page.context().newCDPSession(page));
  sessions.set(page, devtools);
  await devtools.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 0,
    downloadThroughput: -1,
    uploadThroughput: up,
  });
}
