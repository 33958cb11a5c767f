import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { chromium, type Browser, type BrowserContext, type Page } from '@playwright/test';
import { findViolations } from '../../tests/e2e/axe.ts';
import { BROWSER_FLAGS, ensureBrowser } from '../browser.ts';
import type { Viewer } from './list-screens.ts';
import type { World } from './sample-world.ts';
import type { State } from './states.ts';

const WIDTHS = {
  360: {
    viewport: { width: 360, height: 740 },
    hasTouch: true,
    isMobile: true,
    deviceScaleFactor: 2,
  },
  1280: { viewport: { width: 1280, height: 800 }, deviceScaleFactor: 1 },
} as const;
type Width = keyof typeof WIDTHS;
export type Picture = {
  name: string;
  address: string;
  viewer: Viewer;
  files: Partial<Record<Width, string>>;
  fault?: string;
};
type Look = { url: string; folder: string; tokens: World['tokens']; scheme: 'light' | 'dark' };

/**
 * Takes a picture of each screen at both widths, full page. A screen that cannot be shown, or in
 * which axe finds a violation, is recorded, and the others continue.
 */
export async function takePictures(look: Look, screens: State[]): Promise<Picture[]> {
  const browser = await chromium.launch({ executablePath: ensureBrowser(), args: BROWSER_FLAGS });
  const pictures: Picture[] = screens.map(({ name, address, viewer }) => ({
    name,
    address,
    viewer,
    files: {},
  }));
  await Promise.all(
    ([360, 1280] as const).map(async (width) => {
      mkdirSync(join(look.folder, String(width)), { recursive: true });
      for (const [index, screen] of screens.entries()) {
        const picture = pictures[index]!;
        await take(browser, look, screen, width)
          .then((file) => void (picture.files[width] = file))
          .catch(
            (error: Error) => void (picture.fault = `${width}: ${error.message.split('\n')[0]}`),
          );
      }
    }),
  );
  await browser.close();
  return pictures;
}

async function take(browser: Browser, look: Look, screen: State, width: Width): Promise<string> {
  const context = await browser.newContext({
    ...WIDTHS[width],
    baseURL: look.url,
    locale: 'en-GB',
    timezoneId: 'Africa/Accra',
    reducedMotion: 'reduce',
    colorScheme: look.scheme,
  });
  context.setDefaultTimeout(10_000);
  try {
    await enterAs(context, screen.viewer === 'visitor' ? null : look.tokens[screen.viewer]);
    const page = await context.newPage();
    await page.goto(screen.address, { waitUntil: 'networkidle' });
    if (!screen.isSandboxed) await waitUntilThere(page);
    await screen.act?.(page);
    await settle(page);
    if (!screen.isSandboxed) await loadAll(page);
    const file = `${width}/${screen.name}.png`;
    if (!screen.isSandboxed) await ask(page);
    await page.screenshot({
      path: join(look.folder, file),
      fullPage: screen.isWhole ?? true,
      animations: 'disabled',
    });
    return file;
  } finally {
    await context.close();
  }
}

/** The last parts of a screen load separately: waits while a spinner or a skeleton is visible. */
async function waitUntilThere(page: Page): Promise<void> {
  await page.locator('h1').first().waitFor();
  await page
    .getByText(/^Loading/)
    .filter({ visible: true })
    .first()
    .waitFor({ state: 'detached' });
}

/** Pictures below the fold load when scrolled to. A string, because this file has no DOM types. */
const SCROLL_THROUGH = `(async () => {
  const page = document.documentElement;
  for (let y = 0; y < page.scrollHeight; y += page.clientHeight) {
    scrollTo(0, y);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  scrollTo(0, 0);
  const shown = Promise.all([...document.images].map((image) => image.decode().catch(() => {})));
  await Promise.race([shown, new Promise((resolve) => setTimeout(resolve, 3000))]);
  await document.fonts.ready;
})()`;

async function loadAll(page: Page): Promise<void> {
  await page.evaluate(SCROLL_THROUGH);
  await settle(page);
}

/**
 * Waits until the network is idle; 3 s at most, because a frame that is removed while loading (the
 * map's) keeps Playwright waiting forever.
 */
const settle = (page: Page): Promise<void> =>
  Promise.race([page.waitForLoadState('networkidle'), page.waitForTimeout(3000)]);

async function ask(page: Page): Promise<void> {
  const found = await findViolations(page);
  if (found.length > 0) throw new Error(`axe: ${found.join('; ')}`);
}

/**
 * The state after a login on this device, past the splash screen. A sandboxed page, such as a mail
 * preview, has no storage.
 */
async function enterAs(context: BrowserContext, token: string | null): Promise<void> {
  const login = token
    ? `localStorage.setItem('token', ${JSON.stringify(token)}); localStorage.setItem('session-started', Date.now());`
    : '';
  await context.addInitScript({
    content: `try { sessionStorage.setItem('splash-seen', '1'); sessionStorage.setItem('pending-email', 'applicant@example.com'); ${login} } catch {}`,
  });
}
