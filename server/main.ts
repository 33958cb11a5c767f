/** Reads the settings, opens, listens, closes: the only file with top-level effects. */
import { readConfig } from './config.ts';
import { explainFailedStart } from './startup-messages.ts';
import { settleWhenQuiet } from './files/gc.ts';
import { startServer, type Server } from './start.ts';

let server: Server | undefined;
let isClosing = false;

/**
 * A second signal (npm forwards what the terminal has sent already) must not cut the first one's
 * work short.
 */
async function close(): Promise<void> {
  if (isClosing) return;
  isClosing = true;
  try {
    // A start that is cut leaves nothing half done: its steps are transactions, or taken up by the
    // next one.
    await server?.close();
    process.exit(0);
  } catch (error) {
    console.error(error);
    process.exit(1);
  }
}

try {
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void close());
  server = await startServer(readConfig(process.env));
  await server.warmUp();
  console.log(server.startupMessages);
  settleWhenQuiet();
} catch (error) {
  const reason = explainFailedStart(error);
  console.error(reason ? `Can't start. ${reason}` : error);
  process.exit(1);
}
