/**
 * `node scripts/budget.ts` fails if a budget is exceeded: the bytes of public pages, in a real
 * browser against the real server, and the scripts of every portal screen, summed from the files of
 * the build.
 */
import { join } from 'node:path';
import { measureVisits } from './budget/measure.ts';
import { weighScreens } from './budget/portal.ts';
import { budgetTable, isLight, isWithin, portalTable } from './budget/table.ts';
import { startRealServer } from '../tests/e2e/real-server.ts';
import { ensureBrowser } from './browser.ts';

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
