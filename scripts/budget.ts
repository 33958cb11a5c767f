/**
 * `node scripts/budget.ts` fails if a budget is exceeded: the bytes of public pages, in a real
 * browser against the real server, and the scripts of every portal screen, summed from the files of
 * the build.
 */
import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { chromium, type BrowserContext, type CDPSession } from '@playwright/test';
import { pages, sectorPages } from '#content/pages.ts';
import { storyPages } from '#content/stories/stories.ts';
import { Backstage } from '../tests/e2e/backstage.ts';
import { releaseStage, sealStage, stageRound } from '../tests/e2e/judging-stage.ts';
import { Mailbox } from '../tests/e2e/mailbox.ts';
import { startRealServer } from '../tests/e2e/real-server.ts';
import { BROWSER_FLAGS, ensureBrowser } from './browser.ts';

/** kB is 1,000 bytes: contract §6.1. */
const BUDGET = { first: 36_000, further: 15_000, script: 6_000, react: 0 };
/**
 * Script of a portal screen, the editor aside; the portal opens with the login. The forms of a
 * proposal, which keep and send what people write and ask a program's own questions (12 kB that
 * only such programs load), the editor of those questions, and the reading room, where admins stay
 * for hours, decide by keys and correct in their own words, may have more. Judges, rounds,
 * questions, mailings, their texts, the notice to everybody and the report for the board have
 * addresses, which every screen loads.
 */
const PORTAL_BUDGET = {
  // What says that a screen cannot be loaded is ours, and no patch of React Router.
  // So is the link to a new password, which takes the typed address along.
  // The desk, the wall and the sheets of a pitch round have addresses too.
  login: 133_600,
  // Documents are listed by their keys, which may be those of questions.
  // An address typed before the scripts have come goes along to the screen for a new password.
  // A logout and the end of a round take a judge's record of a hall from whichever screen is open.
  first: 174_500,
  form: 192_500,
  // A logout asks before it deletes a text; what another tab has left is offered.
  room: 183_500,
  further: 37_000,
  furtherForm: 46_000,
  /** What judging takes beyond the portal's: contract §9.13. */
  furtherJudge: 25_000,
};

const kB = (bytes: number) => (bytes / 1000).toFixed(1).padStart(6);
const verdict = (isGood: boolean) => (isGood ? 'ok    ' : 'BREACH');

const budgetOf = ({ isFirst }: Visit): number => (isFirst ? BUDGET.first : BUDGET.further);

const isWithin = (visit: Visit): boolean =>
  visit.bytes <= budgetOf(visit) &&
  visit.scriptBytes <= BUDGET.script &&
  visit.reactBytes <= BUDGET.react;

function budgetTable(visits: readonly Visit[]): string {
  const lines = visits.map(
    (visit) =>
      `${verdict(isWithin(visit))} ${kB(visit.bytes)} of ${kB(budgetOf(visit))} kB  script ${kB(visit.scriptBytes)}  React ${kB(visit.reactBytes)}  ${String(visit.requests).padStart(2)} requests  ${visit.path}${visit.isFirst ? ' (first visit)' : ''}`,
  );
  return lines.join('\n');
}

function firstBudgetOf({ path }: ScreenWeight): number {
  if (path === '/login') return PORTAL_BUDGET.login;
  if (path === '/dashboard/admin/view-proposal/:id') return PORTAL_BUDGET.room;
  return isForm(path) ? PORTAL_BUDGET.form : PORTAL_BUDGET.first;
}

const isForm = (path: string): boolean =>
  [
    '/dashboard/applicant/submit',
    '/dashboard/applicant/edit-proposal/:id',
    '/dashboard/admin/on-behalf',
    '/dashboard/admin/program-questions/:id',
  ].includes(path);

function furtherBudgetOf({ path }: ScreenWeight): number {
  if (path.startsWith('/dashboard/judging')) return PORTAL_BUDGET.furtherJudge;
  return isForm(path) ? PORTAL_BUDGET.furtherForm : PORTAL_BUDGET.further;
}

const isLight = (screen: ScreenWeight): boolean =>
  screen.first <= firstBudgetOf(screen) && screen.further <= furtherBudgetOf(screen);

/**
 * One line per screen, heaviest first: kB of script when opened directly, and when reached from
 * another screen.
 */
function portalTable(screens: readonly ScreenWeight[]): string {
  const lines = screens
    .toSorted((one, other) => other.first - one.first)
    .map(
      (screen) =>
        `${verdict(isLight(screen))} ${kB(screen.first)} of ${kB(firstBudgetOf(screen))} kB  further ${kB(screen.further)} of ${kB(furtherBudgetOf(screen))} kB  ${screen.requests} requests  ${screen.path}`,
    );
  return lines.join('\n');
}

type Place = { url: string; dataDir: string };

/** The record of a program that was judged, for the visits. */
async function stageRecord({ url, dataDir }: Place): Promise<string> {
  const mailbox = new Mailbox(dataDir, null);
  const backstage = new Backstage(url, mailbox);
  const stage = await stageRound(backstage, mailbox);
  await sealStage(backstage, stage);
  await releaseStage(backstage, stage);
  return `${pages.programs.path}/${stage.program.id}/record`;
}

type Visit = {
  path: string;
  isFirst: boolean;
  bytes: number;
  /** Bytes of scripts, and of those that contain React. */ scriptBytes: number;
  reactBytes: number;
  requests: number;
};

const PHONE = {
  viewport: { width: 360, height: 740 },
  deviceScaleFactor: 3,
  isMobile: true,
  hasTouch: true,
};
const AT_ONCE = 3;
/** Milliseconds for one page, on the slowest machine. */
const TIMEOUT_MS = 300_000;
/** Milliseconds in which a page requests further files by itself. */
const SETTLE_MS = 400;
const ENHANCED = 'html[data-enhanced], html:not(:has(script[data-then]))';
/** Reads a page to its end, as a visitor does: pictures that come into view are fetched. */
const READ_ON = `(async () => {
  for (let y = 0; y < document.documentElement.scrollHeight; y += innerHeight / 2) {
    scrollTo(0, y);
    await new Promise((resolve) => setTimeout(resolve, 40));
  }
})()`;
/** Prefetching does not count, and would make the next page look cheaper than it is. */
const SAVE_DATA = "Object.defineProperty(navigator, 'connection', { value: { saveData: true } })";

/**
 * The home page and a public record with an empty cache, then every other public page, read to its
 * end, with the cache that the home page has filled.
 */
async function measureVisits(place: Place, executablePath: string): Promise<Visit[]> {
  const { url } = place;
  const posts = await findPosts(url);
  const record = await stageRecord(place);
  const browser = await chromium.launch({ executablePath, args: BROWSER_FLAGS });
  try {
    const paths = [...Object.values(pages), ...Object.values(sectorPages), ...storyPages]
      .map(({ path }) => path)
      .filter((path) => path !== pages.home.path);
    const waiting = [...paths, ...posts, await findProgram(url), record].map((path, place) => ({
      path,
      place,
    }));
    const first: Visit[] = [];
    const further: Visit[] = [];
    /** A page waits more than it works, so several are open at once, each with its own cache. */
    const visitOthers = async () => {
      for (let next = waiting.shift(); next; next = waiting.shift()) {
        const context = await browser.newContext(PHONE);
        await context.addInitScript(SAVE_DATA);
        first.push(await visit(context, url, pages.home.path, true));
        further[next.place] = await visit(context, url, next.path, false);
        await context.close();
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, visitOthers));
    // People are sent to it by a mail or a newspaper.
    const context = await browser.newContext(PHONE);
    const ofRecord = await visit(context, url, record, true);
    // The largest: an answer that is not cached yet is compressed faster, and to a few more bytes.
    const home = first.toSorted((one, other) => other.bytes - one.bytes)[0]!;
    return [home, ofRecord, ...further];
  } finally {
    await browser.close();
  }
}

async function visit(context: BrowserContext, url: string, path: string, isFirst: boolean) {
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  const counted = await countBytes(session, url);
  await page.goto(url + path, { waitUntil: 'load', timeout: TIMEOUT_MS });
  // The main script comes after the paint.
  await page.locator(ENHANCED).waitFor({ state: 'attached', timeout: TIMEOUT_MS });
  await page.waitForTimeout(SETTLE_MS);
  if (!isFirst) {
    await page.evaluate(READ_ON);
    await page.waitForLoadState('networkidle', { timeout: TIMEOUT_MS });
  }
  await page.close();
  return { path, isFirst, ...counted };
}

/** Counts while the page loads. Other hosts (the map frame) do not count. */
async function countBytes(session: CDPSession, url: string) {
  const sum = { bytes: 0, scriptBytes: 0, reactBytes: 0, requests: 0 };
  const asked = new Map<string, { type: string; url: string }>();
  session.on('Network.requestWillBeSent', ({ requestId, type, request }) => {
    if (request.url.startsWith(url)) asked.set(requestId, { type: type ?? '', url: request.url });
  });
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const request = asked.get(requestId);
    if (!request || encodedDataLength === 0) return;
    sum.bytes += encodedDataLength;
    sum.requests += 1;
    if (request.type === 'Script') sum.scriptBytes += encodedDataLength;
    if (request.type === 'Script' && !/\/enhance-/.test(request.url))
      sum.reactBytes += encodedDataLength;
  });
  await session.send('Network.enable');
  return sum;
}

async function findPosts(url: string): Promise<string[]> {
  const posts = (await (await fetch(`${url}/api/v1/cms/`)).json()) as {
    category: string;
    slug: string;
  }[];
  return posts.slice(0, 2).map(({ category, slug }) => `/post/${category}/${slug}`);
}

async function findProgram(url: string): Promise<string> {
  const programs = (await (await fetch(`${url}/api/v1/programs/?open=true`)).json()) as {
    id: string;
  }[];
  return `${pages.programs.path}/${programs[0]?.id ?? ''}`;
}

/**
 * Bytes of script of one screen: opened directly with an empty cache, and reached from the screen
 * of the same layout that leaves the most to fetch. Between the layouts, the home screen is
 * prefetched while people wait for the code.
 */
type ScreenWeight = {
  path: string;
  first: number;
  further: number;
  /** On a direct visit. */ requests: number;
};

type Route = { id: string; parentId?: string; path?: string; index?: boolean; module: string };
type Manifest = { entry: { module: string }; routes: Record<string, Route>; url: string };

/** Screens under these layouts hydrate (app/routes.ts). */
const HALL = 'shell/hall-layout';
const PORTAL = ['shell/account-layout', 'shell/dashboard-layout', HALL];
/** Whoever opens a screen of a hall comes from the portal; a projector stays where it is. */
const layoutOf = (route: Route, manifest: Manifest) => {
  const layout = chainOf(route, manifest).find(({ id }) => PORTAL.includes(id))!.id;
  return { isOfHall: layout === HALL, layout: layout === HALL ? 'shell/dashboard-layout' : layout };
};
/**
 * Not counted, because they load after their screens are shown, which work without them: with the
 * first letter typed (schemas), with the click that needs them, where a program asks questions of
 * its own or announces to all together, or if something fails.
 */
const AFTERWARDS =
  /\/(rich-text-editor|own-account-screen|open-pdf|bar-plot|factor-screen|factor-login-screen|check-form|waiting-screen|bulk-dialog|bulk-undo|selection-bar|keys-dialog|label-dialog|conflict-dialog|correct-form|opening-dialog|step-dialog|frozen-setup|(?:judges|entries|progress|ranking|decisions|release)-tab|link-filters|download-dialog|post-preview|program-preview|review-form|schema|(?:session|invitation|template|erasure)-schema|error-screen|leave-dialog|closed-view|correction-fields|decline-mail|take-back-form|answers-view|touch-view|withdrawal-view|people-view|message-list|request-view|extension-form|user-extensions|erase-user|earlier-form|answer-filter|question-preview|file-answer|edited-file|use-pictures|make-pdf|announcing-screen|unsaved-places|ready-dialog|session-watch|sign-passkey)-/;
const IMPORTED = /(?:from|import(\s*\()?)\s*["'`]\.\/([\w.-]+\.js)["'`]/g;
const HOME = /\/(admin|applicant)-home-/;
/** Bytes before a script on the wire: the status line and the server's headers. */
const HEADER_BYTES = 560;

/**
 * Every screen of the portal, from the files of the build. A script that a screen may load later
 * counts as if it loaded at once; what it prefetches for the next screen counts with that one.
 */
function weighScreens(client: string): ScreenWeight[] {
  const manifest = readManifest(client);
  const weigh = (urls: Iterable<string>) =>
    [...urls].reduce((sum, url) => sum + sizeOnWire(join(client, url)), 0);
  const screens = Object.values(manifest.routes)
    .filter(
      (route) =>
        !isLayout(route, manifest) &&
        chainOf(route, manifest).some(({ id }) => PORTAL.includes(id)),
    )
    .flatMap((route) => {
      const urls = [manifest.entry.module, ...chainOf(route, manifest).map(({ module }) => module)];
      return rolesOf(urls).map(([role, otherHomes]) => ({
        path: pathOf(route, manifest) + role,
        ...layoutOf(route, manifest),
        scripts: reach(urls, client, [manifest.url], otherHomes),
      }));
    });
  const isFollowed = screens.every(({ scripts }) =>
    [...scripts].some((url) => url.includes('/react-')),
  );
  if (screens.length === 0 || !isFollowed)
    throw new Error('The scripts of the portal were not found in the build.');
  return screens.map(({ path, layout, scripts }) => ({
    path,
    first: weigh(scripts),
    requests: scripts.size,
    further: Math.max(
      ...screens
        .filter((former) => former.layout === layout && !former.isOfHall)
        .map((former) => weigh([...scripts].filter((url) => !former.scripts.has(url)))),
    ),
  }));
}

function readManifest(client: string): Manifest {
  const url = `/assets/${readdirSync(join(client, 'assets')).find((name) => /^manifest-\w+\.js$/.test(name))}`;
  const text = readFileSync(join(client, url), 'utf8');
  return {
    ...(JSON.parse(text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1)) as Omit<
      Manifest,
      'url'
    >),
    url,
  };
}

const isLayout = ({ id }: Route, { routes }: Manifest): boolean =>
  Object.values(routes).some(({ parentId }) => parentId === id);

function chainOf(route: Route, manifest: Manifest): Route[] {
  const parent = route.parentId === undefined ? undefined : manifest.routes[route.parentId];
  return parent ? [...chainOf(parent, manifest), route] : [route];
}

const pathOf = (route: Route, manifest: Manifest): string =>
  `/${chainOf(route, manifest)
    .map(({ path }) => path)
    .filter(Boolean)
    .join('/')}`;

/** The home is one of two screens; what other screens prefetch of it counts with it. */
function rolesOf(urls: readonly string[]): [role: string, otherHomes: RegExp][] {
  if (!urls.some((url) => /\/dashboard-home-/.test(url))) return [['', HOME]];
  return [
    [' (admin)', /\/applicant-home-/],
    [' (applicant)', /\/admin-home-/],
  ];
}

/**
 * These scripts and everything that they import, statically or dynamically, except what loads
 * afterwards.
 */
function reach(urls: readonly string[], client: string, found: Iterable<string>, without: RegExp) {
  const reached = new Set(found);
  const follow = (url: string) => {
    if (reached.has(url)) return;
    reached.add(url);
    const code = readFileSync(join(client, url), 'utf8');
    for (const [, later, name] of code.matchAll(IMPORTED))
      if (!later || !(AFTERWARDS.test(`/${name}`) || without.test(`/${name}`)))
        follow(`/assets/${name}`);
  };
  urls.forEach(follow);
  return reached;
}

const sizeOnWire = (path: string): number =>
  statSync(existsSync(`${path}.br`) ? `${path}.br` : path).size + HEADER_BYTES;

const screens = weighScreens(join(import.meta.dirname, '..', 'build', 'client'));
console.log(`${portalTable(screens)}\n`);

const server = await startRealServer();
try {
  const visits = await measureVisits(server, ensureBrowser());
  console.log(budgetTable(visits));
  process.exitCode = visits.every(isWithin) && screens.every(isLight) ? 0 : 1;
} finally {
  await server.stop();
}
