import type { Page } from '@playwright/test';

/** Requests to this address wait until the function that it returns is called. */
export async function holdBack(
  page: Page,
  address: string | RegExp,
  method?: string,
): Promise<() => void> {
  const gate = Promise.withResolvers<void>();
  await page.route(address, async (route) => {
    if (!method || route.request().method() === method) await gate.promise;
    // Its page may be gone by then.
    await route.fallback().catch(() => undefined);
  });
  return gate.resolve;
}

/** Such requests wait, and each call of the function that it returns lets one more through. */
export async function passOneByOne(
  page: Page,
  address: string,
  method: string,
): Promise<(count?: number) => void> {
  const waiting: (() => void)[] = [];
  let allowed = 0;
  await page.route(address, async (route) => {
    if (route.request().method() === method) {
      if (allowed > 0) allowed -= 1;
      else await new Promise<void>((resolve) => waiting.push(resolve));
    }
    await route.fallback().catch(() => undefined);
  });
  return (count = 1) => {
    const released = waiting.splice(0, count);
    allowed += count - released.length;
    for (const go of released) go();
  };
}
