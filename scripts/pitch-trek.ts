/**
 * `pitch-trek COMMAND …`: a command on a server that was set up by the handbook, with the settings,
 * the user and the data of its systemd unit. Without a unit, as in a container, the settings are
 * those of the environment. Imports nothing of the product before it has become the unit's user.
 */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { readUnit, type Unit } from './unit.ts';

const COMMANDS: Record<string, { script: string; words?: string[]; does: string }> = {
  doctor: { script: 'doctor.ts', does: 'checks everything, and says what to do' },
  admin: { script: 'admin.ts', does: 'creates an admin, or resets a second factor' },
  backup: { script: 'backup.ts', does: 'backs up database and files, while the product runs' },
  restore: { script: 'restore.ts', does: 'restores a backup into an empty place' },
  'drill-restore': { script: 'drill.ts', words: ['restore'], does: 'tries the newest backup' },
  move: { script: 'move.ts', does: 'moves database, files or both to another place' },
  erase: { script: 'erase.ts', does: 'deletes a person on request' },
};

const USAGE = [
  'Usage: pitch-trek COMMAND [WORDS]',
  ...Object.entries(COMMANDS).map(([name, { does }]) => `  ${name.padEnd(14)} ${does}`),
].join('\n');

const UNIT = process.env['PITCH_TREK_UNIT'] ?? '/etc/systemd/system/pitch-trek.service';
/** Secrets that an operator gives for one call; every other setting is the unit's. */
const GIVEN = ['ADMIN_PASSWORD', 'BACKUP_KEY'];
/** Only for the first start: a later admin's password is asked for. */
const FIRST_START = ['ADMIN_EMAIL', 'ADMIN_PASSWORD'];
/** Of the caller's environment, what is no setting of the product. */
const KEPT = ['PATH', 'HOME', 'TERM', 'LANG', 'TZ', 'TMPDIR', 'NODE_NO_WARNINGS'];

function fail(line: string): never {
  console.error(line);
  process.exit(1);
}

function readTheUnit(): Unit {
  try {
    return readUnit(UNIT);
  } catch (error) {
    const { code, path, message } = error as NodeJS.ErrnoException;
    return fail(
      code === 'EACCES'
        ? `Cannot read ${path}: run pitch-trek as root (sudo pitch-trek …).`
        : `Cannot read the settings of the unit ${UNIT}: ${message}`,
    );
  }
}

/** Of the caller's environment only a few variables count: another `DATA_DIR` there is ignored. */
function environmentOf({ settings }: Unit, command: string): NodeJS.ProcessEnv {
  const pick = (names: string[]) =>
    Object.fromEntries(
      names.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : [])),
    );
  const ofUnit = { ...settings };
  if (command === 'admin') for (const name of FIRST_START) delete ofUnit[name];
  return { ...pick(KEPT), ...ofUnit, ...pick(GIVEN) };
}

/** systemd creates this folder at the first start; a restore comes before it. */
function makeStateDirectory({ user, group, stateDirectory }: Unit): void {
  if (!stateDirectory || existsSync(stateDirectory)) return;
  const words = ['--directory', '--mode=0700', `--owner=${user}`, `--group=${group}`];
  spawnSync('install', [...words, stateDirectory], { stdio: 'inherit' });
}

/** Missing in the types of Node. */
const { initgroups } = process as unknown as {
  initgroups: (user: string, group: string) => void;
};

function becomeUser(unit: Unit): void {
  process.umask(unit.umask);
  if (process.getuid?.() !== 0 || unit.user === 'root') return;
  try {
    makeStateDirectory(unit);
    initgroups.call(process, unit.user, unit.group);
    process.setgid?.(unit.group);
    process.setuid?.(unit.user);
  } catch {
    fail(`The unit ${UNIT} runs as ${unit.user}, and this machine has no such user.`);
  }
}

const [command = '', ...words] = process.argv.slice(2);
const { script, words: first = [] } = Object.hasOwn(COMMANDS, command)
  ? COMMANDS[command]!
  : fail(USAGE);
if (existsSync(UNIT)) {
  const unit = readTheUnit();
  process.env = environmentOf(unit, command);
  becomeUser(unit);
}
process.argv = [process.argv[0]!, join(import.meta.dirname, script), ...first, ...words];
await import(`./${script}`);
