/** Firefox, through WebDriver BiDi, which it speaks itself. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findExecutable } from '../../servers/executables.ts';
import { connectBidi, type Bidi } from './bidi.ts';
import { isForeign, MAX_WAIT_MS, type DrivenBrowser } from './driven-browser.ts';

/**
 * Nothing leaves this machine: what is not on it is asked of a proxy that is not there. Requests of
 * pages are noticed before that.
 */
const PREFERENCES = {
  'network.proxy.type': 1,
  'network.proxy.http': '127.0.0.1',
  'network.proxy.http_port': 9,
  'network.proxy.ssl': '127.0.0.1',
  'network.proxy.ssl_port': 9,
  'network.captive-portal-service.enabled': false,
  'network.connectivity-service.enabled': false,
  'app.update.disabledForTesting': true,
  'browser.shell.checkDefaultBrowser': false,
  'datareporting.policy.dataSubmissionEnabled': false,
  'services.settings.server': 'data:,#remote-settings-dummy/v1',
  'browser.safebrowsing.update.enabled': false,
  'toolkit.telemetry.enabled': false,
  // Its own viewer of JSON is no page of the server: without it, answers of the API are.
  'devtools.jsonview.enabled': false,
};
const LISTENING = /WebDriver BiDi listening on (ws:\S+)/;

export const findFirefox = (): string | null => findExecutable(['firefox-esr', 'firefox']);

export async function startFirefox(path: string): Promise<DrivenBrowser> {
  const profile = mkdtempSync(join(tmpdir(), 'pitch-trek-firefox-'));
  const lines = Object.entries(PREFERENCES).map(
    ([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});`,
  );
  writeFileSync(join(profile, 'user.js'), lines.join('\n'));
  const child = spawn(
    path,
    ['--headless', '--no-remote', '--profile', profile, '--remote-debugging-port', '0'],
    { env: { ...process.env, HOME: profile }, stdio: ['ignore', 'ignore', 'pipe'] },
  );
  const close = closer(child, profile);
  try {
    const bidi = await connectBidi(`${await findAddress(child)}/session`);
    return await drive(bidi, close);
  } catch (error) {
    await close();
    throw error;
  }
}

/** The address that it prints once it listens. */
function findAddress(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let output = '';
    const fail = (why: string) => reject(new Error(`Firefox ${why}; it printed:\n${output}`));
    child.stderr!.on('data', (chunk: Buffer) => {
      output = (output + chunk.toString()).slice(-10_000);
      const address = LISTENING.exec(output)?.[1];
      if (address) resolve(address);
    });
    child.once('error', ({ message }) => fail(message));
    child.once('exit', (code) => fail(`ended with ${code}`));
    setTimeout(fail, MAX_WAIT_MS, 'did not listen').unref();
  });
}

async function drive(bidi: Bidi, end: () => Promise<void>): Promise<DrivenBrowser> {
  const findings: string[] = [];
  bidi.on('network.beforeRequestSent', ({ request, context }) => {
    if (context && isForeign(request.url)) findings.push(`asked for ${request.url}`);
  });
  bidi.on('browsingContext.userPromptOpened', ({ type, message }) =>
    findings.push(`opened ${type}: ${message}`),
  );
  const { capabilities } = await bidi.send('session.new', { capabilities: {} });
  await bidi.send('session.subscribe', {
    events: ['network.beforeRequestSent', 'browsingContext.userPromptOpened'],
  });
  const { contexts } = await bidi.send('browsingContext.getTree', {});
  const context = contexts[0].context;
  return {
    name: `${capabilities.browserName} ${capabilities.browserVersion}`,
    open: (url) => bidi.send('browsingContext.navigate', { context, url, wait: 'complete' }),
    read: async (expression) => {
      const { result, exceptionDetails } = await bidi.send('script.evaluate', {
        expression: `JSON.stringify(${expression})`,
        target: { context },
        awaitPromise: true,
      });
      if (exceptionDetails) throw new Error(exceptionDetails.text);
      return result.value === undefined ? undefined : JSON.parse(result.value);
    },
    findings: () => [...findings],
    close: async () => {
      bidi.close();
      await end();
    },
  };
}

function closer(child: ChildProcess, profile: string): () => Promise<void> {
  const kill = () => void child.kill('SIGKILL');
  process.once('exit', kill);
  return async () => {
    process.off('exit', kill);
    if (child.exitCode === null && child.signalCode === null) {
      const exited = once(child, 'exit');
      child.kill();
      await exited;
    }
    rmSync(profile, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  };
}
