import { spawn } from 'node:child_process';
import { delimiter, join } from 'node:path';

/**
 * No limit for slow machines: tests have limits of their own, and this one ends what hangs outside
 * of them.
 */
const LIMIT_MS = 6 * 3_600_000;
/** Settings of a running installation must not reach the tests. */
const SETTINGS =
  /^(PORT|HOST|PUBLIC_URL|DATA_DIR|DATABASE_URL|S3_\w+|MEDIA_URL|SMTP_URL|MAIL_FROM|ADMIN_\w+|SAMPLE_DATA|MAX_UPLOAD_MB|UPLOAD_GRACE_MINUTES|SWEEP_KEEP_DAYS|TRUST_PROXY|APP_ENV|METRICS_TOKEN|OTEL_\w+|CLAMD_URL|DEV|NODE_ENV|NODE_OPTIONS)$/;

/**
 * Runs a script with this Node, without a keyboard, in a process group of its own; true when it
 * ends with 0.
 */
export function runTool(root: string, args: string[]): Promise<boolean> {
  const kept = Object.entries(process.env).filter(([name]) => !SETTINGS.test(name));
  const env = {
    ...Object.fromEntries(kept),
    PATH: `${join(root, 'node_modules', '.bin')}${delimiter}${process.env['PATH'] ?? ''}`,
  };
  const child = spawn(process.execPath, args, {
    cwd: root,
    env,
    stdio: ['ignore', 'inherit', 'inherit'],
    detached: true,
  });
  const endGroup = (signal: NodeJS.Signals) => {
    if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, signal);
  };
  const interrupt = () => {
    endGroup('SIGTERM');
    process.exit(130);
  };
  const timer = setTimeout(() => {
    console.error(`Stopped after ${LIMIT_MS / 3_600_000} hours.`);
    endGroup('SIGTERM');
    setTimeout(endGroup, 5000, 'SIGKILL').unref();
  }, LIMIT_MS);
  process.once('SIGINT', interrupt).once('SIGTERM', interrupt);
  return new Promise((resolve) => {
    const end = (isPassed: boolean) => {
      clearTimeout(timer);
      process.off('SIGINT', interrupt).off('SIGTERM', interrupt);
      resolve(isPassed);
    };
    child.once('error', () => end(false));
    child.once('exit', (code) => end(code === 0));
  });
}
