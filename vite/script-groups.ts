import type { Rolldown } from 'vite';

type Graph = Rolldown.ChunkingContext;
type IsMember = (id: string, graph: Graph) => boolean;

/** Screens that React draws in the browser; public pages ship no React (app/routes.ts). */
const ROOT = /\/app\/(root|entry\.client)\.tsx$/;
const ACCOUNT_LAYOUT = /\/app\/shell\/account-layout\.tsx$/;
const ACCOUNT_SCREEN = /\/app\/pages\/account\/[\w-]+\.tsx$/;
const DASHBOARD_LAYOUT = /\/app\/shell\/dashboard-layout\.tsx$/;
const DASHBOARD_SCREEN = /\/app\/pages\/(admin|applicant)\/(?:[\w-]+\/)?[\w-]+\.tsx$/;
const LIST = /\/app\/pages\/admin\/submissions\/submissions\.tsx$/;
const LIST_PARTS = /\/app\/pages\/admin\/submissions\/[\w-]+\.(?:ts|module\.css)/;
const ROOM = /\/app\/pages\/admin\/view-proposal\.tsx$/;
const ROOM_PARTS =
  /\/app\/(?:pdf|features\/(?:reviews|submissions))\/|\/domain\/proposals\/decision-rules/;
const SUBMIT_SCREEN = /\/app\/pages\/applicant\/submit-proposal\.tsx$/;
const PROPOSAL_FORM = /\/app\/features\/(?:proposals\/form|drafts)\//;
/** Few screens need it, but with whatever takes it along they would need all of that. */
const SIZES = /\/app\/ui\/format-bytes\./;
const MANY_SCREENS = 12;

/** With what the build itself puts before scripts. */
const REACT =
  /\/node_modules\/(react|react-dom|react-router|scheduler|zustand)\/|oxc-project.runtime/;
const SHARED =
  /\/(?:domain|content|app\/(?:api|brand|editing|seo|session|shell|storage|ui))\/|@tanstack|preload-helper/;
const UPLOADS = /\/app\/(?:uploads\/|api\/(?:[\w-]*upload|digest)|ui\/(?:file-field|progress)\.)/;
/** The form needs them, and nothing else of what the lists of drafts share. */
const DRAFT_CALLS = /\/app\/api\/draft-calls\./;
const RICH_FIELD = /\/app\/editing\/rich-text-field/;
const EDITING = /\/app\/editing\/(?!delete|rich)/;
const PARTS =
  /\/domain\/[\w-]+\.ts$|\/app\/(?:editing\/delete[\w-]*|(?:session|shell|storage|ui)\/[\w-]+)\.[\w.]+$/;
const NOUN = /\/(?:app\/features|domain)\/([a-z-]+)\/[^/]+$/;
/** What nobody needs before something is typed (app/ui/lazy-schema.ts). */
const ZOD = /\/node_modules\/zod\/|\/domain\/(text|paging)\.ts$/;
const SCHEMA = /\/domain\/[\w-]+\/(?:[\w-]+[-/])?(?:schema|common-passwords)\.ts$/;

/** What the root imports, and what both layouts do. */
const isForAll: IsMember = (id, graph) =>
  isReached(id, ROOT, graph) ||
  (isReached(id, ACCOUNT_LAYOUT, graph) && isReached(id, DASHBOARD_LAYOUT, graph));

const isForDashboard: IsMember = (id, graph) =>
  isReached(id, DASHBOARD_LAYOUT, graph) || isReached(id, DASHBOARD_SCREEN, graph);

const isForManyScreens: IsMember = (id, graph) =>
  SIZES.test(id) ||
  isReached(id, DASHBOARD_LAYOUT, graph) ||
  countReaching(id, DASHBOARD_SCREEN, graph) >= MANY_SCREENS;

/** What the form of a new proposal shares with that of one that is there. */
const isForProposals: IsMember = (id, graph) =>
  isReached(id, SUBMIT_SCREEN, graph) && countReaching(id, DASHBOARD_SCREEN, graph) > 1;

/** What a screen shares with nothing but what it imports later. */
const isForOnly =
  (screen: RegExp): IsMember =>
  (id, graph) =>
    isReached(id, screen, graph) && countReaching(id, DASHBOARD_SCREEN, graph) === 1;

const isForBoth: IsMember = (id, graph) =>
  countAccountScreens(id, graph) > 0 && isForDashboard(id, graph);

const isForTwoScreens: IsMember = (id, graph) =>
  countAccountScreens(id, graph) + countReaching(id, DASHBOARD_SCREEN, graph) > 1;

/**
 * Few scripts instead of thirty, because each costs a round trip on a slow line; but what belongs
 * to one screen must not weigh on everybody's first one. `scripts/budget` fails when a screen's
 * first visit takes more than its budget.
 *
 * Who imports a module decides: what every screen needs is `kit`, what those of both layouts need
 * is `forms`, what only account screens need is `account`, what comes with the frame of the
 * dashboard or many of its screens need is `dashboard`. What is left goes by its folder. A noun's
 * folder is one script; a folder below it, such as `form/`, holds what only some of its screens
 * need and stays out of it. So does what one screen imports, or only public pages, which load none
 * of these.
 *
 * The first that matches takes a module and what that imports.
 */
const GROUPS: readonly Rolldown.CodeSplittingGroup[] = [
  { name: 'react', test: REACT },
  groupOf('kit', SHARED, isForAll),
  groupOf('forms', SHARED, isForBoth),
  groupOf('account', SHARED, (id, graph) => countAccountScreens(id, graph) > 1),
  groupOf('dashboard', SHARED, isForManyScreens),
  groupOf('uploads', UPLOADS, isForDashboard),
  groupOf('editing', EDITING, isForDashboard),
  groupOf('parts', PARTS, isForDashboard),
  groupOf('lists', /\/app\/lists\//, isForDashboard),
  groupOf('draft-calls', DRAFT_CALLS, isForTwoScreens),
  groupOf(nounOf, NOUN, isForTwoScreens),
  { name: 'rich', test: RICH_FIELD, minShareCount: 2 },
  groupOf('proposal-form', PROPOSAL_FORM, isForProposals),
  groupOf('submit', PROPOSAL_FORM, isForOnly(SUBMIT_SCREEN)),
  groupOf('submissions-list', LIST_PARTS, (id, graph) => isReached(id, LIST, graph)),
  groupOf('room', ROOM_PARTS, isForOnly(ROOM)),
  { name: 'zod', test: ZOD },
];

export const SCRIPT_GROUPS = GROUPS.map((group, place) => ({
  ...group,
  priority: GROUPS.length - place,
}));

function groupOf(
  name: string | ((id: string) => string | null),
  test: RegExp,
  isMember: IsMember,
): Rolldown.CodeSplittingGroup {
  const nameOf = typeof name === 'string' ? () => name : name;
  return {
    name: (id, graph) =>
      ZOD.test(id) || SCHEMA.test(id) || !isMember(id, graph) ? null : nameOf(id),
    test,
    debugName: typeof name === 'string' ? name : name.name,
    minShareCount: 2,
  };
}

function nounOf(id: string): string | null {
  return NOUN.exec(id)?.[1] ?? null;
}

const isReached = (id: string, from: RegExp, graph: Graph) => countReaching(id, from, graph) > 0;

/** All of them where their layout does. */
const countAccountScreens = (id: string, graph: Graph): number =>
  isReached(id, ACCOUNT_LAYOUT, graph) ? Infinity : countReaching(id, ACCOUNT_SCREEN, graph);

/** How many of these modules import a module at once, by way of others too. */
function countReaching(id: string, from: RegExp, graph: Graph): number {
  const reaching = new Set<string>();
  const follow = (other: string) => {
    if (reaching.has(other)) return;
    reaching.add(other);
    graph.getModuleInfo(other)?.importers.forEach(follow);
  };
  follow(id);
  return [...reaching].filter((other) => from.test(other)).length;
}
