import type { CDPSession, Page } from '@playwright/test';

/** One per page: two would slow each other down. */
const sessions = new WeakMap<Page, CDPSession>();

/** Bytes per second in each direction; what is not named has no limit. */
type Speed = { up?: number; down?: number };

/** Limits the page's line to a speed; without one, ends the limits. */
export async function slowLine(page: Page, { up, down }: Speed = {}): Promise<void> {
  const devtools = sessions.get(page) ?? (await page.context().newCDPSession(page));
  sessions.set(page, devtools);
  await devtools.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 0,
    downloadThroughput: down ?? -1,
    uploadThroughput: up ?? -1,
  });
}
