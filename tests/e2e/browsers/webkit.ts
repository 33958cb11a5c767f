/** WebKit, as WebKitGTK has it: its driver speaks W3C WebDriver, JSON over HTTP. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findExecutable } from '../../servers/executables.ts';
import { freePort, retryFor } from '../../servers/ports.ts';
import { MAX_WAIT_MS, type DrivenBrowser } from './driven-browser.ts';

/** The browser that the driver starts. */
const MINI_BROWSER = 'webkit2gtk-4.1/MiniBrowser';
const LIBRARIES = ['/usr/lib/x86_64-linux-gnu', '/usr/lib/aarch64-linux-gnu', '/usr/libexec'];
const findMiniBrowser = (): string | null =>
  findExecutable(LIBRARIES.map((folder) => join(folder, MINI_BROWSER)));

/** The driver; null if it or its browser is not installed. */
export const findWebkit = (): string | null =>
  findMiniBrowser() && findExecutable(['WebKitWebDriver']);
/** WebKitGTK draws on a display; this one is in memory. */
export const findDisplay = (): string | null => findExecutable(['Xvfb']);

type Call = (method: string, path: string, body?: object) => Promise<any>;

export async function startWebkit(driver: string, display: string): Promise<DrivenBrowser> {
  const findings: string[] = [];
  const home = mkdtempSync(join(tmpdir(), 'pitch-trek-webkit-'));
  const proxy = await startProxy(findings);
  const children: ChildProcess[] = [];
  const end = async () => {
    for (const child of children.toReversed()) await endProcess(child);
    proxy.close();
    proxy.closeAllConnections();
    rmSync(home, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  };
  try {
    const screen = await startDisplay(display, children);
    const call = await startDriver(driver, { home, screen }, children);
    return await drive(call, (proxy.address() as AddressInfo).port, findings, end);
  } catch (error) {
    await end();
    throw error;
  }
}

/**
 * Asked for whatever is not on this machine: takes note of it and refuses it. The driver reports no
 * requests.
 */
async function startProxy(findings: string[]): Promise<Server> {
  const proxy = createServer(({ url }, response) => {
    findings.push(`asked for ${url}`);
    response.writeHead(502).end();
  });
  proxy.on('connect', ({ url }, socket) => {
    findings.push(`asked for ${url}`);
    socket.end('HTTP/1.1 502 Bad Gateway\r\n\r\n');
  });
  await once(proxy.listen(0, '127.0.0.1'), 'listening');
  return proxy;
}

async function startDisplay(display: string, children: ChildProcess[]): Promise<string> {
  const child = watched(
    spawn(display, ['-displayfd', '3', '-screen', '0', '1280x800x24', '-nolisten', 'tcp'], {
      stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
    }),
    children,
  );
  const [number] = (await Promise.race([
    once(child.stdio[3]!, 'data'),
    once(child, 'exit').then(() => Promise.reject(new Error('Xvfb did not start'))),
  ])) as [Buffer];
  return `:${number.toString().trim()}`;
}

async function startDriver(
  driver: string,
  { home, screen }: { home: string; screen: string },
  children: ChildProcess[],
): Promise<Call> {
  const port = await freePort();
  const env = {
    ...{ PATH: process.env['PATH'], HOME: home, XDG_RUNTIME_DIR: home, DISPLAY: screen },
    ...{ GDK_BACKEND: 'x11', LIBGL_ALWAYS_SOFTWARE: '1', NO_AT_BRIDGE: '1' },
    WEBKIT_DISABLE_COMPOSITING_MODE: '1',
  };
  watched(
    spawn(driver, ['--host=127.0.0.1', `--port=${port}`], { env, stdio: 'ignore' }),
    children,
  );
  const call: Call = async (method, path, body) => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      body: body ? JSON.stringify(body) : null,
      signal: AbortSignal.timeout(MAX_WAIT_MS),
    });
    const { value } = (await response.json()) as { value: any };
    if (!response.ok) throw new Error(`${path}: ${value.error}: ${value.message}`);
    return value;
  };
  await retryFor(MAX_WAIT_MS, () => call('GET', '/status'));
  return call;
}

async function drive(
  call: Call,
  proxyPort: number,
  findings: string[],
  end: () => Promise<void>,
): Promise<DrivenBrowser> {
  // The standard's capability for a proxy expects TLS of it, for addresses with https.
  const words = [
    '--automation',
    `--proxy=http://127.0.0.1:${proxyPort}`,
    '--ignore-host=127.0.0.1',
  ];
  const alwaysMatch = { 'webkitgtk:browserOptions': { binary: findMiniBrowser(), args: words } };
  const { sessionId, capabilities } = await call('POST', '/session', {
    capabilities: { alwaysMatch },
  });
  const session = `/session/${sessionId}`;
  return {
    name: `${capabilities.browserName} ${capabilities.browserVersion}`,
    // A dialog that is open makes the next command fail, and with it whoever asked.
    open: (url) => call('POST', `${session}/url`, { url }),
    read: (expression) =>
      call('POST', `${session}/execute/sync`, { script: `return ${expression}`, args: [] }),
    findings: () => [...findings],
    close: async () => {
      await call('DELETE', session).catch(() => undefined);
      await end();
    },
  };
}

/** Ends with this process, if nothing ended it before. */
function watched(child: ChildProcess, children: ChildProcess[]): ChildProcess {
  children.push(child);
  const kill = () => void child.kill('SIGKILL');
  process.once('exit', kill);
  child.once('exit', () => process.off('exit', kill));
  child.on('error', () => undefined);
  return child;
}

async function endProcess(child: ChildProcess): Promise<void> {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.kill('SIGTERM');
  await exited;
}
