import { accessSync, constants, readFileSync, readdirSync, realpathSync } from 'node:fs';
import { delimiter, join } from 'node:path';

const DEBIAN_FOLDER = '/usr/lib/postgresql';

/**
 * The folder that contains both `initdb` and `postgres`: the newest of Debian's, else from PATH;
 * null if there is none.
 */
export function findPostgresFolder(): string | null {
  const fromPath = (process.env['PATH'] ?? '').split(delimiter).filter(Boolean);
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

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
