/** Possible faults, each begun and ended by one call. */
import { setTimeout as pause } from 'node:timers/promises';
import type { MachineFaults } from './faulty-machine.ts';
import type { LineMood } from './moody-line.ts';
import type { StoreMood } from './moody-store.ts';
import type { DrillWorld } from './world.ts';

type Fault = { name: string; inject(world: DrillWorld): Promise<void> };

/** Milliseconds that a self-ending fault lasts, while people keep writing. */
const LASTING_MS = 400;
const MINUTES_MS = 60_000;
/** The message with which PostgreSQL is told to commit. */
const COMMIT = 'commit\0';

const machine = (name: string, faults: MachineFaults): Fault => ({
  name,
  inject: async (world) => {
    await world.setMachine(faults);
    await pause(LASTING_MS);
    await world.setMachine({});
  },
});
const mailLine = (name: string, mood: LineMood): Fault => ({
  name: `mail server: ${name}`,
  inject: async ({ mail }) => {
    mail.line.setMood(mood);
    await pause(LASTING_MS);
    mail.line.setMood({});
  },
});
const mailServer = (mood: 'refuse' | 'greylist' | 'hang'): Fault => ({
  name: `mail server: ${mood}`,
  inject: async ({ mail: { server, line } }) => {
    server.mood = mood;
    await pause(LASTING_MS);
    server.mood = 'accept';
    // Restarting the server releases hanging connections.
    line.setMood({ isDead: true });
    line.setMood({});
  },
});
const databaseLine = (name: string, mood: LineMood, milliseconds = LASTING_MS): Fault => ({
  name: `database: ${name}`,
  inject: async ({ database }) => {
    database!.line.setMood(mood);
    await pause(milliseconds);
    database!.line.setMood({});
  },
});
const store = (mood: StoreMood): Fault => ({
  name: `store: ${mood}`,
  inject: async (world) => {
    world.store!.mood = mood;
    await pause(3 * LASTING_MS);
    world.store!.mood = 'good';
  },
});

const EVERYWHERE: readonly Fault[] = [
  { name: 'kill -9', inject: (world) => world.killAndStart() },
  machine('disk full', { disk: 'ENOSPC' }),
  mailLine('dead', { isDead: true }),
  mailServer('refuse'),
  machine('clock 10 minutes late', { clockMs: -10 * MINUTES_MS }),
  mailServer('greylist'),
  {
    name: 'frozen',
    inject: async ({ server }) => {
      process.kill(server.pid, 'SIGSTOP');
      await pause(LASTING_MS);
      process.kill(server.pid, 'SIGCONT');
    },
  },
  mailServer('hang'),
  machine('disk broken (EIO)', { disk: 'EIO' }),
  mailLine('silent', { isSilent: true }),
  machine('clock 10 minutes early', { clockMs: 10 * MINUTES_MS }),
  mailLine('busy (421)', { greeting: '421 Too many connections, try again later\r\n' }),
  mailLine('speaks nonsense', { greeting: '\u0000\u0001 <html>\r\n\r\n' }),
  mailLine('takes a mail and says nothing', { cut: { at: '\r\n.\r\n', isHeard: true } }),
  { name: 'stopped (SIGTERM)', inject: (world) => world.stopAndStart() },
];

const WITH_SERVERS: readonly Fault[] = [
  databaseLine('cut before COMMIT', { cut: { at: COMMIT, isHeard: false } }),
  store('dead'),
  databaseLine('cut after COMMIT', { cut: { at: COMMIT, isHeard: true } }),
  store('answer lost'),
  databaseLine('dead', { isDead: true }),
  store('slow'),
  databaseLine('silent', { isSilent: true }, 3 * LASTING_MS),
  store('truncated'),
  {
    name: 'database: killed, and started',
    inject: async ({ database }) => {
      await database!.server.halt('immediate');
      await database!.server.start();
    },
  },
  store('altered'),
  {
    name: 'database: frozen',
    inject: async ({ database }) => {
      await database!.server.freeze();
      await pause(2 * LASTING_MS);
      database!.server.thaw();
    },
  },
  store('altered on the way'),
  store('busy'),
  store('nothing stored'),
];

/** In order, repeated. */
export const faultsIn = ({ name }: DrillWorld): readonly Fault[] =>
  name === 'SQLite and disk'
    ? EVERYWHERE
    : EVERYWHERE.flatMap((fault, index) => {
        const other = WITH_SERVERS[index];
        return other ? [fault, other] : [fault];
      });
