/** Reads the settings, opens, listens, closes: the only file with top-level effects. */
import { readConfig } from './config.ts';
import { explainFailedStart } from './greeting.ts';
import { settleWhenQuiet } from './files/young-memory.ts';
import { startServer, type Server } from './server.ts';

let isClosing = false;

/** A second signal (npm forwards what the terminal has sent already) must not cut the first one's work short. */
async function close(server: Server): Promise<void> {
  if (isClosing) return;
  isClosing = true;
  try {
    await server.close();
    process.exit(0);
  } catch (error) {
    console.error(error);
    process.exit(1);
  }
}

try {
  const server = await startServer(readConfig(process.env));
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void close(server));
  await server.warmUp();
  console.log(server.greeting);
  settleWhenQuiet();
} catch (error) {
  const reason = explainFailedStart(error);
  console.error(reason ? `Can't start. ${reason}` : error);
  process.exit(1);
}
