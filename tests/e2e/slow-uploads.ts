import type { Page } from '@playwright/test';

/** A line of so many bytes a second upwards; 0: as fast as it goes. */
export async function slowUploads(page: Page, bytesPerSecond: number): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 0,
    downloadThroughput: -1,
    uploadThroughput: bytesPerSecond || -1,
  });
  if (!bytesPerSecond) await devtools.detach();
}
