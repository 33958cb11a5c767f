import type { Rolldown } from 'vite';

type Graph = Rolldown.ChunkingContext;

/** Screens that React draws in the browser; public pages ship no React (app/routes.ts). */
const PORTAL_SCREEN =
  /\/app\/(root|shell\/(account|dashboard)-layout|pages\/(account|admin|applicant|dashboard)[^?]*)\.tsx$/;
/** Of these folders, what few screens need: the words of public pages, rich text, files. */
const OF_FEW =
  'content/(?:pages|programs|stories)|app/editing/(?:rich-text-field|delete-button|edit-conflict)|app/ui/file-field|app/api/(?:form-upload|digest|factor-calls)|domain/accounts/factor-';
const NOT_BY_NOUN = new RegExp(
  `/(?!${OF_FEW})(?:domain|content|app/(?:api|brand|editing|session|shell|storage|ui))/|/app/[a-z-]+\\.ts$`,
);
const DOMAIN = /\/domain\//;
/** What account screens check and nobody else. */
const OF_ACCOUNTS = 'accounts/(?:schema|rules|passwords/[a-z-]+)|enquiries/schema';
/** What the lazy screens of the second factor share. */
const OF_FACTORS =
  /\/(?:domain\/accounts\/factor-[a-z]+|app\/api\/factor-calls|app\/features\/accounts\/factor\/[^/]+)\.(?:tsx?|css)$/;
const VALIDATION = /\/node_modules\/zod\//;

/**
 * Few scripts instead of thirty, because each costs a round trip on a slow line; but what belongs
 * to one screen must not weigh on everybody's first one. `scripts/budget` fails when a screen's
 * first visit takes more than its budget.
 *
 * The folder decides. A noun's folder is one script; a folder below it, such as `form/`, holds what
 * only some of its screens need and stays out of it. So does what only public pages import.
 */
export const SCRIPT_GROUPS: Rolldown.CodeSplittingGroup[] = [
  {
    name: 'react',
    test: /node_modules\/(react|react-dom|react-router|scheduler|zustand)\//,
    priority: 5,
  },
  {
    name: (id, graph) => (isForAllScreens(id, graph) ? 'kit' : null),
    test: NOT_BY_NOUN,
    debugName: 'kit',
    minShareCount: 2,
    priority: 4,
  },
  // The second factor of admins: nobody else's login or profile carries it. After `kit`, so that it
  // takes along nothing that all need.
  { name: 'factor', test: OF_FACTORS, minShareCount: 2, priority: 4 },
  // What admins do with many proposals: applicants and the other lists do without.
  { name: 'desk', test: /\/app\/(?:api\/desk|ui\/menu)\.tsx?$/, priority: 6 },
  // Screens that only show something do without.
  {
    name: 'schemas',
    test: new RegExp(`/node_modules/zod/|/domain/(?!${OF_ACCOUNTS})`),
    minShareCount: 2,
    priority: 3,
  },
  // What every screen under /dashboard has.
  {
    name: 'dashboard',
    test: /node_modules\/@tanstack\//,
    minShareCount: 2,
    priority: 2,
  },
  { name: 'lists', test: /\/app\/lists\//, minShareCount: 2, priority: 1 },
  {
    name: (id) => /\/(?:app\/features|domain)\/([a-z-]+)\/[^/]+$/.exec(id)?.[1] ?? null,
    test: new RegExp(`/domain/(${OF_ACCOUNTS})|/app/features/[a-z-]+/[^/]+$`),
    debugName: 'nouns',
    minShareCount: 2,
  },
];

/**
 * Whether a screen of the portal needs it. What of the domain only screens with a form need goes
 * with validation, which these load anyway.
 */
function isForAllScreens(id: string, graph: Graph): boolean {
  const isValidation = (other: string) => reaches(other, VALIDATION, importsOf, graph);
  if (isValidation(id)) return false;
  const isBarred = DOMAIN.test(id) ? isValidation : () => false;
  const importersOf: Step = (other) => {
    const { importers = [], dynamicImporters = [] } = graph.getModuleInfo(other) ?? {};
    return [...importers, ...dynamicImporters].filter((importer) => !isBarred(importer));
  };
  return reaches(id, PORTAL_SCREEN, importersOf, graph);
}

type Step = (id: string, graph: Graph) => readonly string[];

const importsOf: Step = (id, graph) => graph.getModuleInfo(id)?.importedIds ?? [];

/** Whether these steps lead from a module to one that matches. */
function reaches(
  id: string,
  wanted: RegExp,
  step: Step,
  graph: Graph,
  seen = new Set<string>(),
): boolean {
  if (wanted.test(id)) return true;
  if (seen.has(id)) return false;
  seen.add(id);
  return step(id, graph).some((next) => reaches(next, wanted, step, graph, seen));
}
