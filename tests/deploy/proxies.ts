/** The configurations of deploy/ in front of the product, as real programs run them. */
import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { request as askPlain } from 'node:http';
import { request } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { freePort, retryFor } from '#tests/servers/ports.ts';
import { runProgram } from './programs.ts';

export const HOST = 'trek.example.com';
const DEPLOY = join(import.meta.dirname, '../../deploy');
const START_MS = 300_000;

export type ProxyName = 'nginx' | 'caddy';
export type Proxy = {
  httpPort: number;
  httpsPort: number;
  /** All lines of its access log. */
  log(): string;
  stop(): Promise<void>;
};

type Place = { folder: string; httpPort: number; httpsPort: number; appPort: number };

/** The machine-specific values of the file: ports, certificate, folder of the log. */
function nginxConfig({ folder, httpPort, httpsPort, appPort }: Place): string {
  const site = readFileSync(join(DEPLOY, 'nginx.conf'), 'utf8')
    .replace(/^ *listen \[::\].*\n/gm, '')
    .replace('listen 80;', `listen 127.0.0.1:${httpPort};`)
    .replace('listen 443 ', `listen 127.0.0.1:${httpsPort} `)
    .replace('127.0.0.1:3000', `127.0.0.1:${appPort}`)
    .replaceAll(/\/etc\/letsencrypt\/live\/[^/]+\//g, `${folder}/`)
    .replaceAll('/var/log/nginx/', `${folder}/`);
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${folder}/${name};`,
  );
  return `daemon off; pid ${folder}/pid; error_log ${folder}/error.log;
events { worker_connections 256; }
http { ${temporary.join(' ')}
${site} }`;
}

function caddyConfig({ folder, httpPort, httpsPort, appPort }: Place): string {
  const site = readFileSync(join(DEPLOY, 'Caddyfile'), 'utf8')
    .replace(`${HOST} {`, `${HOST} {\n\ttls ${folder}/fullchain.pem ${folder}/privkey.pem`)
    .replace('127.0.0.1:3000', `127.0.0.1:${appPort}`)
    .replaceAll('/var/log/caddy/', `${folder}/`);
  return `{
	admin off
	http_port ${httpPort}
	https_port ${httpsPort}
	default_bind 127.0.0.1
	storage file_system ${folder}/storage
}
${site}`;
}

const PROXIES = {
  nginx: { write: nginxConfig, args: (path: string, folder: string) => ['-p', folder, '-c', path] },
  caddy: {
    write: caddyConfig,
    args: (path: string) => ['run', '--adapter', 'caddyfile', '--config', path],
  },
};

async function makeCertificate(folder: string): Promise<void> {
  const { code, output } = await runProgram('openssl', [
    ...['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '1', '-subj', `/CN=${HOST}`],
    ...['-addext', `subjectAltName=DNS:${HOST}`],
    ...['-keyout', join(folder, 'privkey.pem'), '-out', join(folder, 'fullchain.pem')],
  ]);
  if (code !== 0) throw new Error(output);
}

/** Starts the program with the file of deploy/ in front of the product at this port. */
export async function startProxy(
  name: ProxyName,
  program: string,
  appPort: number,
): Promise<Proxy> {
  const folder = mkdtempSync(join(tmpdir(), `pitch-trek-${name}-`));
  mkdirSync(join(folder, 'storage'));
  await makeCertificate(folder);
  const place = { folder, httpPort: await freePort(), httpsPort: await freePort(), appPort };
  const path = join(folder, 'config');
  writeFileSync(path, PROXIES[name].write(place));
  const child = spawn(program, PROXIES[name].args(path, folder), {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, HOME: folder },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => (output += String(chunk)));
  const kill = () => void child.kill('SIGKILL');
  process.once('exit', kill);
  const stop = async () => {
    await end(child);
    process.off('exit', kill);
    rmSync(folder, { recursive: true, force: true });
  };
  await retryFor(START_MS, () => ask(place.httpsPort, '/healthz')).catch(async (error) => {
    await stop();
    throw new Error(`${name} did not start: ${error}\n${output}`);
  });
  return { ...place, stop, log: () => readFileSync(join(folder, 'pitch-trek.log'), 'utf8') };
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  await ended;
}

type Reply = {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  text: string;
};
type Options = { method?: string; headers?: Record<string, string>; body?: AsyncIterable<Buffer> };

/** One request through the proxy, with TLS by default. */
export function ask(
  port: number,
  path: string,
  { method = 'GET', headers = {}, body, isPlain = false }: Options & { isPlain?: boolean } = {},
): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const target = { host: '127.0.0.1', port, path, method, headers: { host: HOST, ...headers } };
    const tls = { ...target, servername: HOST, rejectUnauthorized: false, agent: false as const };
    const sent = isPlain ? askPlain(target) : request(tls);
    sent.on('error', reject).on('response', (answer) => {
      text(answer).then(
        (output) => resolve({ status: answer.statusCode!, headers: answer.headers, text: output }),
        reject,
      );
    });
    if (!body) return void sent.end();
    (async () => {
      for await (const chunk of body)
        if (!sent.write(chunk)) await new Promise((drained) => sent.once('drain', drained));
      sent.end();
    })().catch(reject);
  });
}
