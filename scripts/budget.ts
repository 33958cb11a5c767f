/**
 * `node scripts/budget.ts` fails if a budget is exceeded: the bytes of public pages, in a real
 * browser against the real server, and the scripts of every portal screen, summed from the files of
 * the build.
 */
import { join } from 'node:path';
import { startRealServer } from '../tests/e2e/real-server.ts';
import { ensureBrowser } from './browser.ts';
import { measureVisits, weighScreens, type ScreenWeight, type Visit } from './weigh-bytes.ts';

/** kB is 1,000 bytes: contract §6.1. */
const BUDGET = { first: 36_000, further: 15_000, script: 6_000, react: 0 };
/**
 * Script of a portal screen, the editor aside; the portal opens with the login. The forms of a
 * proposal, which keep and send what people write and ask a program's own questions (12 kB that
 * only such programs load), the editor of those questions, the reading room, where admins stay for
 * hours, decide by keys and correct in their own words, and the one page on which a whole round of
 * judging is run may have more. Judges, rounds, questions, mailings, their texts, the notice to
 * everybody and the report for the board have addresses, which every screen loads.
 */
const PORTAL_BUDGET = {
  // What says that a screen cannot be loaded is ours, and no patch of React Router.
  login: 132_500,
  first: 176_000,
  form: 190_000,
  // What it pays, by when it decides, how it announces, who has more time.
  program: 176_500,
  // A logout asks before it deletes a text; what another tab has left is offered.
  room: 181_500,
  round: 170_000,
  further: 40_000,
  furtherForm: 50_000,
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

/** One line per page: kB over the wire and the limit, script, React, requests. */
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
  if (path === '/dashboard/admin/rounds/:id') return PORTAL_BUDGET.round;
  if (path === '/dashboard/admin/proposals/:id/edit') return PORTAL_BUDGET.program;
  return isForm(path) ? PORTAL_BUDGET.form : PORTAL_BUDGET.first;
}

const isForm = (path: string): boolean =>
  [
    '/dashboard/applicant/submit',
    '/dashboard/applicant/edit-proposal/:id',
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
