/** `node scripts/budget.ts`: what public pages cost over the wire, in a real browser against the real server; fails on a breach (contract.md section 6). */
import { budgetTable, isWithin } from './budget/table.ts';
import { measureVisits } from './budget/measure.ts';
import { startRealServer } from '../tests/e2e/real-server.ts';
import { ensureBrowser } from './browser.ts';

const server = await startRealServer();
try {
  const visits = await measureVisits(server.url, ensureBrowser());
  console.log(budgetTable(visits));
  process.exitCode = visits.every(isWithin) ? 0 : 1;
} finally {
  await server.stop();
}
