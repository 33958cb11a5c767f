/**
 * The balancer in front of several instances: nginx with the file of deploy/ or, if it is not
 * installed, a minimal one of the tests.
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findProgram } from '../deploy/programs.ts';
import { freePort, retryFor } from '../servers/ports.ts';

export type Balancer = { kind: 'nginx' | 'round robin'; url: string; stop(): Promise<void> };

const SITE = join(import.meta.dirname, '../../deploy/nginx.conf');
const START_MS = 300_000;

/** Machine-specific values: ports, folders, trusted clients, and no TLS. */
function configOf(folder: string, port: number, appPorts: readonly number[]): string {
  const site = readFileSync(SITE, 'utf8')
    .replace(/^ *(listen \[::\]|ssl_).*\n/gm, '')
    .replace('listen 80;', `listen 127.0.0.1:${port}; server_name nobody.example.com;`)
    .replace(/listen 443 [^;]*;/, `listen 127.0.0.1:${port} default_server;`)
    .replace(/^ *server 127\.0\.0\.1:3000([^;]*;)/m, (_line, rest: string) =>
      appPorts.map((appPort) => `server 127.0.0.1:${appPort}${rest}`).join('\n'),
    )
    .replaceAll('/var/log/nginx/', `${folder}/`);
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${folder}/${name};`,
  );
  // Every request comes from this machine: the tests choose the client's address.
  return `daemon off; pid ${folder}/pid; error_log ${folder}/error.log;
events { worker_connections 4096; }
http { ${temporary.join(' ')} set_real_ip_from 127.0.0.1; real_ip_header X-Forwarded-For;
${site} }`;
}

async function startNginx(program: string, appPorts: readonly number[]): Promise<Balancer> {
  const folder = mkdtempSync(join(tmpdir(), 'pitch-trek-nginx-'));
  const [port, path] = [await freePort(), join(folder, 'config')];
  writeFileSync(path, configOf(folder, port, appPorts));
  const child = spawn(program, ['-p', folder, '-c', path], { stdio: ['ignore', 'ignore', 'pipe'] });
  let output = '';
  child.stderr.on('data', (chunk) => (output += String(chunk)));
  const ended = new Promise((resolve) => child.once('exit', resolve));
  const kill = () => void child.kill('SIGKILL');
  process.once('exit', kill);
  const url = `http://127.0.0.1:${port}`;
  const stop = async () => {
    child.kill('SIGTERM');
    await ended;
    process.off('exit', kill);
    rmSync(folder, { recursive: true, force: true });
  };
  await retryFor(START_MS, () => fetch(`${url}/healthz`)).catch(async (error) => {
    await stop();
    throw new Error(`nginx did not start: ${error}\n${output}`);
  });
  return { kind: 'nginx', url, stop };
}

/** Each connection is given to the next instance that accepts it; its content is not inspected. */
async function startRoundRobin(appPorts: readonly number[]): Promise<Balancer> {
  const open = new Set<Socket>();
  let next = 0;
  const dial = ([port, ...others]: readonly number[]): Promise<Socket | undefined> => {
    if (port === undefined) return Promise.resolve(undefined);
    const socket = connect(port, '127.0.0.1');
    return new Promise((resolve) => {
      socket.once('connect', () => resolve(socket));
      socket.once('error', () => resolve(dial(others)));
    });
  };
  const portsFromNext = () => {
    next = (next + 1) % appPorts.length;
    return [...appPorts.slice(next), ...appPorts.slice(0, next)];
  };
  const server = createServer({ pauseOnConnect: true }, (client) => {
    void dial(portsFromNext()).then((target) => {
      if (!target) return client.destroy();
      for (const [from, to] of [
        [client, target],
        [target, client],
      ] as const) {
        open.add(from);
        from.on('error', () => to.destroy()).on('close', () => open.delete(from));
        from.pipe(to);
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    kind: 'round robin',
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: async () => {
      for (const socket of open) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** In front of the instances at these ports, which need not run yet. */
export async function startBalancer(appPorts: readonly number[]): Promise<Balancer> {
  const program = process.env['BALANCER'] === 'own' ? undefined : findProgram('nginx');
  return program ? startNginx(program, appPorts) : startRoundRobin(appPorts);
}
