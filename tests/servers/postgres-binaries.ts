import { execFile } from 'node:child_process';
import { chownSync, mkdtempSync, readFileSync, readdirSync, realpathSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { isExecutable, pathFolders } from './executables.ts';

const DEBIAN_FOLDER = '/usr/lib/postgresql';

/**
 * The folder that contains both `initdb` and `postgres`: the newest of Debian's, else from PATH;
 * null if there is none.
 */
export function findPostgresFolder(): string | null {
  const fromPath = pathFolders();
  const candidates = [...debianFolders(), ...fromPath, ...fromPath.flatMap(followPostgres)];
  return (
    candidates.find(
      (folder) => isExecutable(join(folder, 'initdb')) && isExecutable(join(folder, 'postgres')),
    ) ?? null
  );
}

/**
 * PostgreSQL refuses to run as root; then it runs as `postgres`, or as `nobody` if there is no such
 * user.
 */
export function unprivilegedUser(): { uid: number; gid: number } | Record<string, never> {
  if (process.getuid?.() !== 0) return {};
  const users = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'));
  const user =
    users.find(([name]) => name === 'postgres') ?? users.find(([name]) => name === 'nobody');
  return user ? { uid: Number(user[2]), gid: Number(user[3]) } : {};
}

/** Creates the data of a new server in a temporary folder, and returns that folder. */
export async function initDatabase(folder: string, ...options: string[]): Promise<string> {
  const user = unprivilegedUser();
  const data = mkdtempSync(join(tmpdir(), 'postgres-'));
  if (user.uid !== undefined) chownSync(data, user.uid, user.gid);
  const accounts = ['-U', 'postgres', '-A', 'trust'];
  const encoding = ['-E', 'UTF8', '--locale=C.UTF-8', ...options];
  const args = ['-D', data, ...accounts, ...encoding, '--no-sync', '--no-instructions'];
  await promisify(execFile)(join(folder, 'initdb'), args, { ...user, cwd: data });
  return data;
}

function debianFolders(): string[] {
  try {
    const versions = readdirSync(DEBIAN_FOLDER).sort((a, b) => Number(b) - Number(a));
    return versions.map((version) => join(DEBIAN_FOLDER, version, 'bin'));
  } catch {
    return [];
  }
}

function followPostgres(folder: string): string[] {
  try {
    return [join(realpathSync(join(folder, 'postgres')), '..')];
  } catch {
    return [];
  }
}
