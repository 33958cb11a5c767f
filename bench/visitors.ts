/**
 * A separate process that reads without pause over many keep-alive connections; prints the result
 * as JSON. Its load must not delay the measuring process.
 */
import { connect, type Socket } from 'node:net';

export type Visits = {
  answered: number;
  refused: number;
  broken: number;
  seconds: number;
  p50Ms: number;
  p99Ms: number;
  slowestMs: number;
};

const [port, connections, milliseconds] = process.argv.slice(2).map(Number) as [
  number,
  number,
  number,
];
const times: number[] = [];
let [answered, refused, broken, asked] = [0, 0, 0, 0];

const PAGES = [
  '/',
  '/national-pitch-trek',
  '/national-pitch-trek/programs',
  '/post/all',
  '/about/our-team',
  '/contact-us',
];

/**
 * Of ten visits, six are pages, one of them with an unknown parameter; two are addresses that do
 * not exist; two are searches.
 */
function nextPath(): string {
  const index = (asked += 1);
  const kind = index % 10;
  if (kind < 5) return PAGES[index % PAGES.length]!;
  if (kind === 5) return `${PAGES[index % PAGES.length]}?fbclid=${index}`;
  if (kind < 8) return `/nowhere-${index}`;
  return `/api/v1/cms/?q=word${index}&limit=10`;
}

async function visit(until: number): Promise<void> {
  while (performance.now() < until) {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true });
    try {
      await onSocket(socket, until);
    } catch {
      broken += 1;
    } finally {
      socket.destroy();
    }
  }
}

async function onSocket(socket: Socket, until: number): Promise<void> {
  let begin = performance.now();
  const answers = readStatuses(socket);
  while (performance.now() < until) {
    socket.write(
      `GET ${nextPath()} HTTP/1.1\r\nHost: localhost\r\nAccept: text/html\r\nAccept-Encoding: br\r\n\r\n`,
    );
    const { value: status, done } = await answers.next();
    if (done) throw new Error('closed');
    times.push(performance.now() - begin);
    if (status === 503) refused += 1;
    else answered += 1;
    begin = performance.now();
  }
}

/** The status of each answer once its body has arrived. */
async function* readStatuses(socket: Socket): AsyncGenerator<number> {
  let bytes: Buffer = Buffer.alloc(0);
  for await (const chunk of socket) {
    bytes = bytes.length === 0 ? (chunk as Buffer) : Buffer.concat([bytes, chunk as Buffer]);
    const end = endOf(bytes);
    if (end === undefined) continue;
    yield Number(bytes.toString('latin1', 9, 12));
    bytes = bytes.subarray(end);
  }
}

const LAST_CHUNK = '\r\n0\r\n\r\n';

function endOf(bytes: Buffer): number | undefined {
  const head = bytes.indexOf('\r\n\r\n');
  if (head < 0) return undefined;
  const length = /\r\ncontent-length: *(\d+)/i.exec(bytes.toString('latin1', 0, head))?.[1];
  if (length === undefined)
    return bytes.subarray(-LAST_CHUNK.length).toString('latin1') === LAST_CHUNK
      ? bytes.length
      : undefined;
  const end = head + 4 + Number(length);
  return bytes.length >= end ? end : undefined;
}

const begin = performance.now();
await Promise.all(Array.from({ length: connections }, () => visit(begin + milliseconds)));
times.sort((a, b) => a - b);
const at = (share: number) =>
  times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0;
const visits: Visits = {
  answered,
  refused,
  broken,
  seconds: (performance.now() - begin) / 1000,
  p50Ms: at(0.5),
  p99Ms: at(0.99),
  slowestMs: times.at(-1) ?? 0,
};
process.stdout.write(JSON.stringify(visits));
