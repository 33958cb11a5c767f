import type { CDPSession, Page } from '@playwright/test';

/** One per page: two would slow each other down. */
const sessions = new WeakMap<Page, CDPSession>();

/** Limits uploads to this speed; 0: no limit. */
export async function slowUploads(page: Page, bytesPerSecond: number): Promise<void> {
  const devtools = sessions.get(page) ?? (await page.context().newCDPSession(page));
  sessions.set(page, devtools);
  await devtools.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 0,
    downloadThroughput: -1,
    uploadThroughput: bytesPerSecond || -1,
  });
}
