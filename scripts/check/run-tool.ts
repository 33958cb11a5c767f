import { spawn } from 'node:child_process';
import { delimiter, join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { COMPILE_CACHE } from '../../tests/compile-cache.ts';

/**
 * Not meant for slow machines: tests have their own limits, and this one only ends hanging tools.
 */
const LIMIT_MS = 6 * 3_600_000;
/** How long to wait for the last lines of a tool that has exited. */
const LAST_LINES_MS = 5000;
/** Settings of a running installation must not reach the tests. */
const SETTINGS =
  /^(PORT|HOST|PUBLIC_URL|DATA_DIR|DATABASE_URL|S3_\w+|MEDIA_URL|SMTP_URL|MAIL_FROM|ADMIN_\w+|SAMPLE_DATA|MAX_UPLOAD_MB|UPLOAD_GRACE_MINUTES|SWEEP_KEEP_DAYS|UNDO_SECONDS|TRUST_PROXY|APP_ENV|GRANTS_PREFIX|METRICS_TOKEN|CLAMD_URL|DEV|NODE_ENV|NODE_OPTIONS)$/;

type Tool = {
  /** Prefixes each line of output: tools run in parallel. */
  name: string;
  /** The script and its arguments. */
  args: string[];
};

/**
 * Runs a script with this Node, without stdin, in its own process group, which ends with this
 * process; true if it exits with 0.
 */
export function runTool(root: string, { name, args }: Tool): Promise<boolean> {
  const passedOn = Object.entries(process.env).filter(([key]) => !SETTINGS.test(key));
  const env = {
    ...Object.fromEntries(passedOn),
    ...COMPILE_CACHE,
    PATH: `${join(root, 'node_modules', '.bin')}${delimiter}${process.env['PATH'] ?? ''}`,
  };
  const child = spawn(process.execPath, args, {
    cwd: root,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  const said = Promise.all([child.stdout, child.stderr].map((stream) => passOn(stream, name)));
  const endGroup = (signal: NodeJS.Signals) => {
    if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, signal);
  };
  const endWithThis = () => endGroup('SIGTERM');
  const timer = setTimeout(() => {
    console.error(`${name} │ stopped after ${LIMIT_MS / 3_600_000} hours.`);
    endGroup('SIGTERM');
    setTimeout(endGroup, 5000, 'SIGKILL').unref();
  }, LIMIT_MS);
  process.once('exit', endWithThis);
  return new Promise((resolve) => {
    const end = (isPassed: boolean) => {
      clearTimeout(timer);
      process.off('exit', endWithThis);
      void Promise.race([said, pause(LAST_LINES_MS, undefined, { ref: false })]).then(() => {
        // A process that it left behind may keep them open, and this process alive.
        for (const stream of [child.stdout, child.stderr]) stream.destroy();
        resolve(isPassed);
      });
    };
    child.once('error', () => end(false));
    child.once('exit', (code) => end(code === 0));
  });
}

/** Prints line by line; resolves after the last one. */
function passOn(stream: Readable, name: string): Promise<void> {
  const lines = createInterface({ input: stream });
  lines.on('line', (line) => console.log(`${name} │ ${line}`));
  return new Promise((resolve) => lines.once('close', resolve));
}
