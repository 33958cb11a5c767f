/**
 * Generates load over plain sockets: a full HTTP client costs more than the servers that it
 * measures. One request at a time per connection.
 */
import { connect, type Socket } from 'node:net';
import { processorSeconds } from './product.ts';
import type { Pair } from './report.ts';

/** A request as bytes; `head` ends with the empty line. */
export type WireRequest = { head: string; body?: Buffer };
export type Reply = { status: number; head: string; body: Buffer };
/** The destination and the requests; called for each request. */
type Target = {
  port: number;
  /** With its process, `interleave` reports CPU time per request. */
  pid?: number;
  next: () => WireRequest;
  onAnswer?: (milliseconds: number) => void;
};

export const get = (path: string, headers: Record<string, string> = {}): WireRequest => ({
  head: headOf('GET', path, headers),
});

export const withBody = (
  method: string,
  path: string,
  body: Buffer,
  headers: Record<string, string>,
): WireRequest => ({
  head: headOf(method, path, { ...headers, 'content-length': String(body.length) }),
  body,
});

export const post = (path: string, body: Buffer, headers: Record<string, string>): WireRequest =>
  withBody('POST', path, body, headers);

function headOf(method: string, path: string, headers: Record<string, string>): string {
  const lines = Object.entries({ host: 'localhost', ...headers }).map(
    ([name, value]) => `${name}: ${value}\r\n`,
  );
  return `${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n`;
}

type Connection = { send(request: WireRequest): Promise<Reply>; close(): void };

/** Milliseconds to wait for one answer. */
const TIMEOUT_MS = 60_000;

async function open(port: number): Promise<Connection> {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true });
  await new Promise<void>((resolve, reject) =>
    socket.once('connect', resolve).once('error', reject),
  );
  const answers = readAnswers(socket);
  return {
    send: (request) => {
      const answer = answers();
      socket.write(request.head);
      if (request.body) socket.write(request.body);
      return answer;
    },
    close: () => void socket.destroy(),
  };
}

/**
 * Ends a body without a length; the end of an ordinary chunk looks like it once in some billion
 * answers.
 */
const LAST_CHUNK = '\r\n0\r\n\r\n';

function readAnswers(socket: Socket): () => Promise<Reply> {
  let waiting: { resolve(reply: Reply): void; reject(error: Error): void } | undefined;
  let chunks: Buffer[] = [];
  let bytes = 0;
  let wanted = 0;
  const fail = (error: Error) => waiting?.reject(error);
  socket.setTimeout(TIMEOUT_MS, () => socket.destroy(new Error('no answer in time')));
  socket.on('error', fail).on('close', () => fail(new Error('the connection was closed')));
  socket.on('data', (chunk) => {
    chunks.push(chunk);
    bytes += chunk.length;
    wanted ||= lengthOf(chunks);
    const isWhole =
      wanted > 0
        ? bytes >= wanted
        : wanted < 0 && Buffer.concat(chunks.slice(-2)).toString('latin1').endsWith(LAST_CHUNK);
    if (!isWhole) return;
    const whole = chunks.length > 1 ? Buffer.concat(chunks) : chunk;
    [chunks, bytes, wanted] = [[], 0, 0];
    waiting!.resolve(toReply(whole));
  });
  return () => new Promise((resolve, reject) => (waiting = { resolve, reject }));
}

/** Bytes of the whole answer; -1 if a marker ends it, 0 while its head is incomplete. */
function lengthOf(chunks: Buffer[]): number {
  const start = chunks.length > 1 ? Buffer.concat(chunks) : chunks[0]!;
  const end = start.indexOf('\r\n\r\n');
  if (end < 0) return 0;
  const length = /\r\ncontent-length: *(\d+)/i.exec(start.toString('latin1', 0, end));
  return length ? end + 4 + Number(length[1]) : -1;
}

function toReply(whole: Buffer): Reply {
  const end = whole.indexOf('\r\n\r\n');
  return {
    status: Number(whole.toString('latin1', 9, 12)),
    head: whole.toString('latin1', 0, end),
    body: whole.subarray(end + 4),
  };
}

function requireSuccess({ status, body }: Reply): void {
  if (status >= 300) throw new Error(`Answered ${status}: ${body.toString().slice(0, 300)}`);
}

/** The body without the chunks' sizes. */
function withoutChunks({ body, ...reply }: Reply): Reply {
  if (!/\r\ntransfer-encoding: *chunked/i.test(reply.head)) return { ...reply, body };
  const parts: Buffer[] = [];
  for (let at = 0; ;) {
    const end = body.indexOf('\r\n', at);
    const size = parseInt(body.toString('latin1', at, end), 16);
    if (!size) break;
    parts.push(body.subarray(end + 2, end + 2 + size));
    at = end + 2 + size + 2;
  }
  const whole = Buffer.concat(parts);
  return {
    ...reply,
    head: reply.head.replace(
      /\r\ntransfer-encoding:[^\r]*/i,
      `\r\ncontent-length: ${whole.length}`,
    ),
    body: whole,
  };
}

/** One request on a connection of its own; throws unless it succeeds. */
export async function ask(port: number, request: WireRequest): Promise<Reply> {
  const connection = await open(port);
  try {
    const reply = await connection.send(request);
    requireSuccess(reply);
    return withoutChunks(reply);
  } finally {
    connection.close();
  }
}

/**
 * Requests per second over `connections` for `milliseconds`, or until `count` are done if that is
 * earlier.
 */
export async function measure(
  { port, next, onAnswer }: Target,
  {
    connections,
    milliseconds,
    count = Infinity,
  }: { connections: number; milliseconds: number; count?: number },
): Promise<number> {
  const opened = await Promise.all(Array.from({ length: connections }, () => open(port)));
  const begin = performance.now();
  let [started, done] = [0, 0];
  await Promise.all(
    opened.map(async (connection) => {
      while (started < count && performance.now() - begin < milliseconds) {
        started += 1;
        const sent = performance.now();
        requireSuccess(await connection.send(next()));
        onAnswer?.(performance.now() - sent);
        done += 1;
      }
    }),
  );
  const seconds = (performance.now() - begin) / 1000;
  for (const connection of opened) connection.close();
  return done / seconds;
}

type Plan = {
  connections: number;
  milliseconds: number;
  count?: number;
  rounds?: number;
  between?: () => Promise<void>;
};

/** Ours, bare, ours, bare …, after one warm-up each. */
export async function interleave(
  ours: Target,
  baseline: Target,
  { rounds = 5, between, ...plan }: Plan,
): Promise<Pair> {
  const pair: Pair = { ours: [], baseline: [], cpuMs: [], baselineCpuMs: [] };
  for (let round = -1; round < rounds; round += 1) {
    const one = await measureWithCpu(ours, plan);
    const other = await measureWithCpu(baseline, plan);
    if (round >= 0) {
      pair.ours.push(one.rate);
      pair.baseline.push(other.rate);
      pair.cpuMs.push(...one.cpuMs);
      pair.baselineCpuMs.push(...other.cpuMs);
    }
    await between?.();
  }
  return pair;
}

/** `cpuMs`: CPU time per request; empty without a process. */
async function measureWithCpu(
  target: Target,
  plan: Parameters<typeof measure>[1],
): Promise<{ rate: number; cpuMs: number[] }> {
  const { pid } = target;
  let answers = 0;
  const onAnswer = (milliseconds: number) => {
    answers += 1;
    target.onAnswer?.(milliseconds);
  };
  const before = pid ? processorSeconds(pid) : 0;
  const rate = await measure({ ...target, onAnswer }, plan);
  return { rate, cpuMs: pid ? [((processorSeconds(pid) - before) * 1000) / answers] : [] };
}
