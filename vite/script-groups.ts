import type { Rolldown } from 'vite';

type Graph = Rolldown.ChunkingContext;
type IsMember = (id: string, graph: Graph) => boolean;

/** Screens that React renders in the browser; public pages ship no React (app/routes.ts). */
const ROOT = /\/app\/(root|entry\.client)\.tsx$/;
const ACCOUNT_LAYOUT = /\/app\/shell\/account-layout\.tsx$/;
const ACCOUNT_SCREEN = /\/app\/pages\/account\/[\w-]+\.tsx$/;
const DASHBOARD_LAYOUT = /\/app\/shell\/dashboard-layout\.tsx$/;
const DASHBOARD_SCREEN = /\/app\/pages\/(?:admin|applicant|judge)\/(?:[\w-]+\/)?[\w-]+\.tsx$/;
const MANY_SCREENS = 10;
/** From this many dashboard screens on, a module goes into their common script. */
const SEVERAL_SCREENS = 8;

/** React, and what the build itself puts in front of scripts. */
const REACT =
  /\/node_modules\/(react|react-dom|react-router|scheduler|zustand)\/|oxc-project.runtime|rolldown\/runtime/;
/** The reading room, the heaviest screen, has no form of an item: those are a script. */
const SHARED =
  /\/(?:domain|content|app\/(?:api|brand|editing(?!\/form\/)|offline|seo|session|shell|storage|ui))\/|@tanstack|preload-helper/;
/** Small modules that are independent of all others. */
const PARTS =
  /\/domain\/[\w-]+\.ts$|\/app\/(?:api|editing|session|shell|storage|ui)\/[\w-]+\.[\w.]+$/;
/** Small, and on screens of other nouns, which would load a whole noun for it. */
const SMALL =
  /\/app\/(?:features\/(?:drafts\/draft-calls|programs\/use-program-choices|proposals\/stage-badge|judging\/round-line)|api\/use-download|editing\/start-reason|storage\/(?:document-links|submission-drafts)|ui\/(?:download-ready|key-cap|phone-link|placeholder|rich-text|saving-select|tick|use-[\w-]+|visually-hidden))\.tsx?$|\/domain\/sectors\.ts$/;
/** The band of cloth, on some screens of both layouts. */
const PATTERN = /\/app\/brand\/pattern-band\./;
/** Texts that are kept and sent while somebody writes: no list needs them. */
const DRAFTING =
  /\/app\/editing\/(?:draft-|stored-drafts|version-notice|kept-version|use-kept-texts)/;
/** Deadlines of programs, posts and notices. */
const DEADLINE_FIELD = /\/programs\/form\/deadline-field\./;
/** What a proposal says, to its owner and in the reading room; the list has none of it. */
const PROPOSAL_TEXT = /\/submissions\/(?:proposal-answers|review-labels|use-submission)\./;
/** Folders of the app that every noun may use; those that import others come last. */
const SHARED_FOLDERS = ['uploads', 'pdf', 'lists'];
/** The modules of a noun in `domain/` belong to its folder in app/features/. */
const NOUN = /\/(?:app\/features|domain)\/([a-z-]+)\/[^/]+$/;
const SUBFOLDER = /\/app\/(?:features\/)?([a-z-]+\/[a-z-]+)\/[^/]+$/;
const SHARED_SUBFOLDER = /\/app\/(?:uploads|editing|lists)\/[a-z-]+\/[^/]+$/;
const OWN = /\/(?:app|domain)\//;
/** Not needed before something is typed (app/ui/lazy-schema.ts). */
const ZOD = /\/node_modules\/zod\/|\/domain\/(text|paging)\.ts$/;
/** Schemas need it, and what reads answers without a schema. */
const PLAIN_TEXT = /\/domain\/plain-text\.ts$/;
/** How numbers are typed: of answers to questions, and of decisions about a round. */
const NUMBERS = /\/domain\/numbers\.ts$/;
/** Whoever decides fills them in too, and loads nothing else of mailings. */
const PLACEHOLDERS = /\/domain\/mails\/placeholder-rules\.ts$/;
/** Forms of applicants load them with the questions, and admins' screens with what they need. */
const QUESTION_RULES = /\/domain\/questions\/[\w-]*(?:rules|messages)\.ts$/;
/** The fields of the questions, which the preview of an admin shows too. */
const QUESTION_FIELDS =
  /\/app\/(?:features\/questions\/(?:question-fields|choice-fields|typed-fields|read-answers|read-question)|ui\/choice-group)\b/;
/** A change of a proposal in one request, by its owner or for one; a submission uploads ahead. */
const PROPOSAL_CHANGES =
  /\/app\/(?:uploads\/(?:use-upload|send-proposal|upload-with-timeout)|features\/proposals\/(?:form\/(?:read-proposal|stored-file)|requests\/asked-of))\b/;
const SCHEMA = /\/domain\/[\w-]+\/(?:[\w-]+[-/])?(?:schema|common-passwords)\.ts$/;

/** Imported by the root, or by both layouts. */
const isForAll: IsMember = (id, graph) =>
  PATTERN.test(id) ||
  isReached(id, ROOT, graph) ||
  (isReached(id, ACCOUNT_LAYOUT, graph) && isReached(id, DASHBOARD_LAYOUT, graph));

const isForDashboard: IsMember = (id, graph) =>
  isReached(id, DASHBOARD_LAYOUT, graph) || reaching(id, DASHBOARD_SCREEN, graph).length > 0;

const isForManyScreens: IsMember = (id, graph) =>
  SMALL.test(id) ||
  isReached(id, DASHBOARD_LAYOUT, graph) ||
  reaching(id, DASHBOARD_SCREEN, graph).length >= MANY_SCREENS;

const isForBoth: IsMember = (id, graph) =>
  countAccountScreens(id, graph) > 0 && isForDashboard(id, graph);

const isForMostOfBoth: IsMember = (id, graph) =>
  countAccountScreens(id, graph) > 0 &&
  (isReached(id, DASHBOARD_LAYOUT, graph) ||
    reaching(id, DASHBOARD_SCREEN, graph).length >= SEVERAL_SCREENS);

const isForTwoScreens: IsMember = (id, graph) =>
  countAccountScreens(id, graph) + reaching(id, DASHBOARD_SCREEN, graph).length > 1;

/** What a schema needs too belongs to no screen: others that load the schema would load it all. */
const isForOneScreen: IsMember = (id, graph) =>
  reaching(id, DASHBOARD_SCREEN, graph).length === 1 && !isReached(id, SCHEMA, graph);

/**
 * A few scripts instead of thirty, because each costs a round trip on a slow connection; but code
 * for one screen must not burden everybody's first visit. `scripts/budget.ts` fails if the first
 * visit to a screen exceeds its budget.
 *
 * What imports a module decides first. Modules of every screen are `kit`, those of both layouts
 * `forms`, others of account screens `account`, those of the dashboard's layout or of many of its
 * screens `dashboard`. Modules shared by several screens are grouped by folder: `lists/`,
 * `uploads/` and each noun are a script each, and so is a folder below a noun, such as
 * `proposals/form/`, which only some screens need. Modules of a single screen and its lazy scripts
 * belong to that screen.
 *
 * The first matching group takes a module and everything that it imports.
 */
const GROUPS: readonly Rolldown.CodeSplittingGroup[] = [
  { name: 'react', test: REACT },
  { name: 'plain-text', test: PLAIN_TEXT },
  { name: 'numbers', test: NUMBERS },
  { name: 'placeholders', test: PLACEHOLDERS, minShareCount: 2 },
  groupOf('kit', SHARED, isForAll),
  groupOf('forms', SHARED, isForMostOfBoth),
  groupOf('account', SHARED, (id, graph) => countAccountScreens(id, graph) > 1),
  groupOf('fields', PARTS, isForBoth),
  groupOf('dashboard', new RegExp(`${SHARED.source}|${SMALL.source}`), isForManyScreens),
  groupOf('drafting', DRAFTING, isForDashboard),
  groupOf('parts', PARTS, isForDashboard),
  { name: 'deadline-field', test: DEADLINE_FIELD, minShareCount: 2 },
  groupOf('proposal-text', PROPOSAL_TEXT, isForDashboard),
  ...SHARED_FOLDERS.map((name) => groupOf(name, new RegExp(`/app/${name}/[^/]+$`), isForDashboard)),
  groupOf(subfolderOf, SHARED_SUBFOLDER, isForTwoScreens),
  groupOf(nounOf, NOUN, isForTwoScreens),
  groupOf(subfolderOf, SUBFOLDER, isForTwoScreens),
  { name: 'question-rules', test: QUESTION_RULES, minShareCount: 2 },
  { name: 'question-fields', test: QUESTION_FIELDS, minShareCount: 2 },
  { name: 'proposal-changes', test: PROPOSAL_CHANGES, minShareCount: 2 },
  groupOf(screenOf, OWN, isForOneScreen),
  { name: 'zod', test: ZOD },
];

export const SCRIPT_GROUPS = GROUPS.map((group, place) => ({
  ...group,
  priority: GROUPS.length - place,
}));

function groupOf(
  name: string | ((id: string, graph: Graph) => string | null),
  test: RegExp,
  isMember: IsMember,
): Rolldown.CodeSplittingGroup {
  const nameOf = typeof name === 'string' ? () => name : name;
  return {
    name: (id, graph) =>
      [ZOD, PLAIN_TEXT, SCHEMA, PROPOSAL_CHANGES].some((one) => one.test(id)) ||
      !isMember(id, graph)
        ? null
        : nameOf(id, graph),
    test,
    debugName: typeof name === 'string' ? name : name.name,
    minShareCount: 2,
  };
}

function nounOf(id: string): string | null {
  return NOUN.exec(id)?.[1] ?? null;
}

/** `/app/features/proposals/form/x.ts`: `proposals-form`. */
function subfolderOf(id: string): string | null {
  return SUBFOLDER.exec(id)?.[1]?.replace('/', '-') ?? null;
}

/** `/app/pages/applicant/submit-proposal.tsx`: `applicant-submit-proposal-parts`. */
function screenOf(id: string, graph: Graph): string | null {
  const [screen] = reaching(id, DASHBOARD_SCREEN, graph);
  if (!screen) return null;
  const [, area, name] = /\/pages\/(\w+)\/(?:[\w-]+\/)?([\w-]+)\.tsx$/.exec(screen)!;
  return `${area}-${name}-parts`;
}

const isReached = (id: string, from: RegExp, graph: Graph) => reaching(id, from, graph).length > 0;

/** All of them if their layout imports it. */
const countAccountScreens = (id: string, graph: Graph): number =>
  isReached(id, ACCOUNT_LAYOUT, graph) ? Infinity : reaching(id, ACCOUNT_SCREEN, graph).length;

/** The modules of the pattern that import a module statically, directly or indirectly. */
function reaching(id: string, from: RegExp, graph: Graph): string[] {
  const found = new Set<string>();
  const follow = (other: string) => {
    if (found.has(other)) return;
    found.add(other);
    graph.getModuleInfo(other)?.importers.forEach(follow);
  };
  follow(id);
  return [...found].filter((other) => from.test(other));
}
