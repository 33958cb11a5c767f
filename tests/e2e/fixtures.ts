import { expect, test as base, type Locator, type Page } from '@playwright/test';
import { findViolations, type AxeOptions } from './axe.ts';
import { startBackends } from './backends.ts';
import { Backstage, type SignedIn } from './backstage.ts';
import { Mailbox } from './mailbox.ts';
import { Screen } from './pages/screen.ts';
import { startRealServer, type RealServer } from './real-server.ts';
import { findInvalid } from './valid-html.ts';

const TRANSLATOR = `${import.meta.dirname}/translator.js`;

export type WorkerOptions = {
  /** Set by the project: where the server stores data, files and mail. */
  backends: 'embedded' | 'servers';
  /** Set by the project: whether something translates each page while it is used. */
  isTranslated: boolean;
};
type WorkerFixtures = { world: { server: RealServer; mailbox: Mailbox; backstage: Backstage } };
type Fixtures = {
  /** Whether the splash covers the first page of a visit; only where a journey is about it. */
  hasSplash: boolean;
  server: RealServer;
  mailbox: Mailbox;
  /** Sets up through the API what the journey does not test. */
  backstage: Backstage;
  /** The newest unread six-digit code that was mailed to an address. */
  readCode: (email: string) => Promise<string>;
  /** Fails with the rules and places if axe finds something on the current screen. */
  expectNoViolations: (page: Page, options?: AxeOptions) => Promise<void>;
  /**
   * For each new screen: axe finds nothing, its HTML is valid, and nothing is wider than the
   * screen; with SCREENS=1, a picture is saved too.
   */
  inspect: (name: string, page?: Page) => Promise<void>;
  /** A full-page picture, `screens/<project>/<name>.png`. */
  takeScreenshot: (name: string, page?: Page) => Promise<void>;
  /** Fails if a page throws, or if its security policy blocked something. */
  noPageErrors: void;
};

/** As if the visit had begun on an earlier page. Frames without storage throw. */
const SKIP_SPLASH = `try { sessionStorage.setItem('splash-seen', '1') } catch {}`;

/** As long as the setting may be: no journey depends on it, they say when the time has passed. */
const UNDO_SECONDS = '300';

/**
 * Journeys import `test` and `expect` from here: one real server and one mailbox per worker, and an
 * open page on it.
 */
export const test = base.extend<Fixtures, WorkerOptions & WorkerFixtures>({
  backends: ['embedded', { option: true, scope: 'worker' }],
  isTranslated: [false, { option: true, scope: 'worker' }],
  world: [
    async ({ backends }, use) => {
      const behind = await startBackends(backends);
      const server = await startRealServer(
        { UNDO_SECONDS, ...behind.env },
        { hasSteeredClock: true },
      ).catch(async (error: unknown) => {
        await behind.stop();
        throw error;
      });
      const mailbox = new Mailbox(server.dataDir, behind.smtp);
      const backstage = new Backstage(server.url, mailbox, server.passTime);
      await use({ server, mailbox, backstage });
      const exitCode = await server.stop();
      await behind.stop();
      expect(exitCode, `SIGTERM ends the server with 0; it printed:\n${server.log()}`).toBe(0);
    },
    { scope: 'worker', timeout: 600_000 },
  ],
  server: async ({ world }, use) => use(world.server),
  mailbox: async ({ world }, use) => use(world.mailbox),
  backstage: async ({ world }, use) => use(world.backstage),
  readCode: async ({ world }, use) => use((email) => world.mailbox.readCode(email)),
  hasSplash: [false, { option: true }],
  context: async ({ context, isTranslated, hasSplash, serviceWorkers }, use) => {
    // A worker is registered seconds after its screen: they are passed, not waited for.
    if (serviceWorkers === 'allow') await context.clock.install();
    if (!hasSplash) await context.addInitScript(SKIP_SPLASH);
    if (isTranslated) await context.addInitScript({ path: TRANSLATOR });
    await use(context);
  },
  baseURL: async ({ world }, use) => use(world.server.url),
  page: async ({ page, javaScriptEnabled }, use) => {
    const goto = page.goto.bind(page);
    page.goto = async (url, options) => {
      const answer = await goto(url, options);
      if (javaScriptEnabled !== false && !options?.waitUntil) await expectMainScript(page);
      return answer;
    };
    await use(page);
  },
  expectNoViolations: async ({}, use) => use(expectNoViolations),
  inspect: async ({ page: own, takeScreenshot, backends, isTranslated }, use) => {
    // Every journey on the servers is made on a phone too, but for some on translated pages.
    const hasKnownColours = backends === 'servers' && !isTranslated;
    // A translator's elements are not the product's.
    const readHtml = async (page: Page) => (await page.content()).replace(/<\/?font>/g, '');
    await use(async (name, page = own) => {
      await new Screen(page).expectNoSidewaysScroll();
      await expectNoViolations(page, { hasKnownColours });
      if (!hasKnownColours)
        await expect(findInvalid(await readHtml(page)), name).resolves.toEqual([]);
      if (process.env['SCREENS']) await takeScreenshot(name, page);
    });
  },
  takeScreenshot: async ({ page: own }, use, { project }) => {
    await use(
      async (name, page = own) =>
        void (await page.screenshot({
          path: `screens/${project.name}/${name}.png`,
          fullPage: true,
          animations: 'disabled',
        })),
    );
  },
  noPageErrors: [
    async ({ context }, use) => {
      const errors: string[] = [];
      context.on('weberror', (event) => void errors.push(event.error().message));
      context.on(
        'console',
        (message) =>
          void (
            /Content Security Policy|Hydration|did not match/i.test(message.text()) &&
            errors.push(message.text())
          ),
      );
      await use();
      expect(errors, 'what pages threw').toEqual([]);
    },
    { auto: true },
  ],
});

export { expect };

/**
 * Opens a screen as somebody who is already logged in, for journeys that do not test the login.
 * `path` may be a full address.
 */
export async function openAs(page: Page, { token }: SignedIn, path: string): Promise<void> {
  await page.goto((URL.canParse(path) ? new URL(path).origin : '') + '/healthz');
  await page.evaluate(
    `localStorage.setItem('token', ${JSON.stringify(token)}); localStorage.setItem('session-started', Date.now())`,
  );
  await new Screen(page).open(path);
}

/**
 * Devices read the server's time in whole seconds: of what two of them save within one, the later
 * is not known to be the newer.
 */
export async function secondsLater(): Promise<void> {
  const start = Date.now();
  await expect.poll(() => Date.now() - start, 'two seconds later').toBeGreaterThan(2000);
}

/** Fonts are there, nothing is loading, and the size of the page stays over two frames. */
const IS_STILL = `(async () => {
  await document.fonts.ready;
  const isLoading = [...document.querySelectorAll('main [role=status]')].some((one) => one.checkVisibility() && /^Loading/.test(one.textContent));
  if (isLoading || document.readyState !== 'complete' || document.querySelector('[aria-busy=true]')) return false;
  const size = () => [document.documentElement.scrollWidth, document.documentElement.scrollHeight].join();
  const before = size();
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  return size() === before;
})()`;

/** Before anything is measured: the main heading is there, and nothing moves any more. */
export async function settled(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect.poll(() => page.evaluate(IS_STILL), 'the page is still').toBe(true);
}

/** Where something stands, once nothing moves any more. */
export async function placeOf(one: Locator): Promise<Awaited<ReturnType<Locator['boundingBox']>>> {
  await settled(one.page());
  return one.boundingBox();
}

/** Public pages load their main script after the first paint, and so after `load`. */
async function expectMainScript(page: Page): Promise<void> {
  await page
    .locator('html[data-enhanced], html:not(:has(script[data-then]))')
    .waitFor({ state: 'attached' });
}

async function expectNoViolations(page: Page, options?: AxeOptions): Promise<void> {
  await page.waitForLoadState('load');
  await page.evaluate(
    `Promise.allSettled(document.getAnimations().filter((one) => one.playState === 'running' && one.effect?.getComputedTiming().endTime !== Infinity).map((one) => one.finished))`,
  );
  await expect(findViolations(page, options), `axe on ${page.url()}`).resolves.toEqual([]);
}
