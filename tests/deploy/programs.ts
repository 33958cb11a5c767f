/** Programs of a real installation, if this machine has them. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { findExecutable, pathFolders } from '../servers/executables.ts';

/** Servers are not on the PATH of ordinary users. */
const FOLDERS = [...pathFolders(), '/usr/sbin', '/sbin'];

/** The program's path; if it is not installed, undefined, and a line says what is not tested. */
export function findProgram(name: string, debianPackage = name): string | undefined {
  const program = findExecutable([name], FOLDERS);
  if (!program)
    console.warn(
      `${name} is not installed: what needs it is skipped (apt install ${debianPackage})`,
    );
  return program ?? undefined;
}

/**
 * Runs it to its end; returns its exit code and all output. Does not block this process: a server
 * under test would otherwise close connections that the next request takes for open.
 */
export async function runProgram(
  program: string,
  args: string[],
  { env = {}, input = '' }: { env?: Record<string, string>; input?: string } = {},
): Promise<{ code: number | null; output: string }> {
  const child = spawn(program, args, { env: { ...process.env, ...env } });
  child.stdin.on('error', () => undefined).end(input);
  const output = Promise.all([text(child.stdout), text(child.stderr)]);
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, output: (await output).join('') };
}
