/** Programs of a real installation, if this machine has them. */
import { accessSync, constants } from 'node:fs';
import { spawnSync } from 'node:child_process';
import { delimiter, join } from 'node:path';

const FOLDERS = [...(process.env['PATH'] ?? '').split(delimiter), '/usr/sbin', '/sbin'];

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** The program's path; if it is not installed, undefined, and a line says what is not tested. */
export function findProgram(name: string, debianPackage = name): string | undefined {
  const found = FOLDERS.filter(Boolean)
    .map((folder) => join(folder, name))
    .find(isExecutable);
  if (!found)
    console.warn(
      `${name} is not installed: what needs it is skipped (apt install ${debianPackage})`,
    );
  return found;
}

/** Runs it to its end; returns its exit code and all output. */
export function runProgram(
  program: string,
  args: string[],
  { env = {}, input = '' }: { env?: Record<string, string>; input?: string } = {},
): { code: number | null; said: string } {
  const { status, stdout, stderr } = spawnSync(program, args, {
    encoding: 'utf8',
    input,
    env: { ...process.env, ...env },
  });
  return { code: status, said: stdout + stderr };
}
