/** Markup that people typed is shown to others, and none of it runs: in three browsers. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from '@playwright/test';
import { retryFor } from '../../servers/ports.ts';
import { Backstage, type SignedIn } from '../backstage.ts';
import { isForeign, MAX_WAIT_MS, type DrivenBrowser } from '../browsers/driven-browser.ts';
import { findFirefox, startFirefox } from '../browsers/firefox.ts';
import { findDisplay, findWebkit, startWebkit } from '../browsers/webkit.ts';
import { expect, test } from '../fixtures.ts';
import { Mailbox } from '../mailbox.ts';
import { startRealServer, type RealServer } from '../real-server.ts';
import { FIND_RUNNABLE, MARKUP } from '../stored-markup.ts';
import { storeMarkup, type View } from '../stored-markup-views.ts';

const [firefox, webkit, display] = [findFirefox(), findWebkit(), findDisplay()];
const lacksFirefox = firefox === null && 'Firefox is not installed: apt-get install firefox-esr';
const lacksWebkit =
  (webkit === null || display === null) &&
  "WebKit's driver or Xvfb is not installed: apt-get install webkit2gtk-driver xvfb";

// A server of its own: what is stored here would appear in all later journeys.
let server: RealServer;
let views: View[];
test.beforeAll(async () => {
  server = await startRealServer();
  views = await storeMarkup(new Backstage(server.url, new Mailbox(server.dataDir, null)));
});
test.afterAll(() => server.stop());

function driveChromium(page: Page): DrivenBrowser {
  const findings: string[] = [];
  page.on('dialog', (dialog) => {
    findings.push(`opened ${dialog.type()}: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on('request', (request) => {
    if (isForeign(request.url())) findings.push(`asked for ${request.url()}`);
  });
  return {
    name: 'Chromium',
    open: async (url) => void (await page.goto(url)),
    read: (expression) => page.evaluate(expression),
    findings: () => [...findings],
    close: async () => {},
  };
}

async function logIn({ open, read }: DrivenBrowser, { token }: SignedIn): Promise<void> {
  await open(`${server.url}/healthz`);
  await read(
    `[localStorage.setItem('token', ${JSON.stringify(token)}), localStorage.setItem('session-started', Date.now())]`,
  );
}

const isShown = (text = ''): string =>
  `document.querySelector('h1')?.getClientRects().length > 0 && document.querySelector('main').textContent.includes('${text}')`;

async function expectAllInert(browser: DrivenBrowser): Promise<void> {
  for (const { path, person, text } of views) {
    if (person) await logIn(browser, person);
    await browser.open(server.url + path);
    await retryFor(
      MAX_WAIT_MS,
      async () => await expect(browser.read(isShown(text)), `${path} is shown`).resolves.toBe(true),
    );
    await expect(browser.read(FIND_RUNNABLE), `${path} in ${browser.name}`).resolves.toEqual([]);
  }
  expect(browser.findings(), browser.name).toEqual([]);
}

/** A page without any protection: what did not run there would prove nothing. */
async function expectFoundUnprotected(browser: DrivenBrowser): Promise<void> {
  const page = `<!doctype html><main>${MARKUP.join('')}</main>`;
  const unprotected = createServer(({ url }, response) =>
    response
      .writeHead(url === '/' ? 200 : 404, { 'content-type': 'text/html' })
      .end(url === '/' ? page : ''),
  );
  await new Promise<void>((resolve) => unprotected.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(unprotected.address() as AddressInfo).port}/`;
  try {
    await browser.open(url);
    await retryFor(MAX_WAIT_MS, async () => {
      await expect(browser.read(FIND_RUNNABLE), browser.name).resolves.toContain('something ran');
      expect(browser.findings().join(), browser.name).toContain('evil.example');
    });
  } finally {
    unprotected.close();
    unprotected.closeAllConnections();
  }
}

test('markup that others typed is inert, to visitors, applicants and admins', async ({ page }) => {
  await expectAllInert(driveChromium(page));
});

test('markup that others typed is inert in Firefox', async () => {
  test.skip(Boolean(lacksFirefox), String(lacksFirefox));
  const browser = await startFirefox(firefox!);
  await expectAllInert(browser).finally(browser.close);
});

test('markup that others typed is inert in WebKit', async () => {
  test.skip(Boolean(lacksWebkit), String(lacksWebkit));
  const browser = await startWebkit(webkit!, display!);
  await expectAllInert(browser).finally(browser.close);
});

test('what runs and what leaves is found in markup that was not sanitised', async ({ page }) => {
  await expectFoundUnprotected(driveChromium(page));
});

test('what runs and what leaves is found in Firefox', async () => {
  test.skip(Boolean(lacksFirefox), String(lacksFirefox));
  const browser = await startFirefox(firefox!);
  await expectFoundUnprotected(browser).finally(browser.close);
});

test('what runs and what leaves is found in WebKit', async () => {
  test.skip(Boolean(lacksWebkit), String(lacksWebkit));
  const browser = await startWebkit(webkit!, display!);
  await expectFoundUnprotected(browser).finally(browser.close);
});
