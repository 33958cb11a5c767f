/** Where tests put their files: in memory, if there is plenty of it. */
import { chmodSync, mkdirSync, readdirSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import { join } from 'node:path';

const MEMORY = '/dev/shm';
const NAME = 'pitch-trek-tests-';
/** Many times what a whole run needs for its files, and for itself. */
const PLENTY_BYTES = 8 * 1024 ** 3;

/**
 * To be called before the first temporary folder is made, by the process that starts the others.
 * Nearly every test waits for a disk to sync, half of its time, and none could tell the difference:
 * a killed process loses nothing that it has written to either. A TMPDIR that is set stays.
 */
export function keepFilesInMemory(): void {
  if (process.env['TMPDIR'] || !hasPlenty()) return;
  removeLeftOver();
  const folder = join(MEMORY, `${NAME}${process.pid}`);
  mkdirSync(folder, { recursive: true });
  // As /tmp: some tests work as somebody else.
  chmodSync(folder, 0o1777);
  process.env['TMPDIR'] = folder;
  process.once('exit', () => remove(folder));
}

function hasPlenty(): boolean {
  if (process.platform !== 'linux') return false;
  const mount = readFileSync('/proc/mounts', 'utf8').match(/^tmpfs \/dev\/shm tmpfs (\S+)/m);
  // Programs that tests write must run there.
  if (!mount || mount[1]!.split(',').includes('noexec')) return false;
  const { bavail, bsize } = statfsSync(MEMORY);
  return Math.min(bavail * bsize, process.availableMemory()) > PLENTY_BYTES;
}

/** Of runs that were killed. */
function removeLeftOver(): void {
  for (const name of readdirSync(MEMORY))
    if (name.startsWith(NAME) && !isRunning(Number(name.slice(NAME.length))))
      remove(join(MEMORY, name));
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH';
  }
}

const remove = (folder: string) => rmSync(folder, { recursive: true, force: true });
