import type { CDPSession, Page } from '@playwright/test';

/** One for each page: two would slow it down both. */
const sessions = new WeakMap<Page, CDPSession>();

/** A line of so many bytes a second upwards; 0: as fast as it goes. */
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
