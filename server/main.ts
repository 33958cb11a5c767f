/** Reads the settings, opens, listens, closes: the only file with top-level side effects. */
import { readConfig, requireUsedKeys } from './config.ts';
import { settleWhenQuiet } from './files/gc.ts';
import { explainFailedStart, startServer, type Server } from './start.ts';

let server: Server | undefined;
let isClosing = false;

/**
 * A second signal (npm forwards one that the terminal has already sent) must not interrupt the
 * first one's work.
 */
async function close(): Promise<void> {
  if (isClosing) return;
  isClosing = true;
  try {
    // An interrupted start leaves nothing incomplete: its steps are transactions, or are resumed by
    // the next start.
    await server?.close();
    process.exit(0);
  } catch (error) {
    console.error(error);
    process.exit(1);
  }
}

try {
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void close());
  server = await startServer(requireUsedKeys(readConfig(process.env)));
  await server.warmUp();
  console.log(server.startupMessages);
  settleWhenQuiet();
} catch (error) {
  const reason = explainFailedStart(error);
  console.error(reason ? `Cannot start. ${reason}` : error);
  process.exit(1);
}
