/** Programs of a real installation, if this machine has them. */
import { accessSync, constants } from 'node:fs';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { delimiter, join } from 'node:path';
import { text } from 'node:stream/consumers';

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

/**
 * Runs it to its end; returns its exit code and all output. Does not block this process: a server
 * under test would otherwise close connections that the next request takes for open.
 */
export async function runProgram(
  program: string,
  args: string[],
  { env = {}, input = '' }: { env?: Record<string, string>; input?: string } = {},
): Promise<{ code: number | null; said: string }> {
  const child = spawn(program, args, { env: { ...process.env, ...env } });
  child.stdin.on('error', () => undefined).end(input);
  const output = Promise.all([text(child.stdout), text(child.stderr)]);
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, said: (await output).join('') };
}
