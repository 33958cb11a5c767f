import { createServer, type Server, type Socket } from 'node:net';
import { freePort } from './ports.ts';

/**
 * How the server treats a file: `answer` with its verdict; `error`: reports a failure; `exceeded`:
 * reports that it scanned only a part; `hang`: never answers; `close`: closes the connection
 * without an answer; `deaf`: does not even answer PING.
 */
type ClamdMood = 'answer' | 'error' | 'exceeded' | 'hang' | 'close' | 'deaf';

export type ClamdServer = {
  url: string;
  host: string;
  port: number;
  mood: ClamdMood;
  /** Overrides for files that contain these words. */
  moodsByWord: Record<string, ClamdMood>;
  /** Maximum bytes of a file, as StreamMaxLength. */
  maxBytes: number;
  /** Every file that was received completely, in order. */
  files: Buffer[];
  /** PINGs so far, answered or not. */
  pings: number;
  /** Opens the port again after a stop. */
  start(): Promise<void>;
  stop(): Promise<void>;
};

/**
 * The harmless string that every scanner reports as a virus; split, so that no scanner reports this
 * file.
 */
export const EICAR = [
  'X5O!P%@AP[4\\PZX54(P^)7CC)7}',
  '$EICAR-STANDARD-ANTIVIRUS',
  '-TEST-FILE!$H+H*',
].join('');

/**
 * A server that speaks clamd's protocol (INSTREAM, PING; commands with z and n) on a loopback port.
 * Change `mood` at any time.
 */
export async function startClamd(): Promise<ClamdServer> {
  let server: Server;
  const open = new Set<Socket>();
  const port = await freePort();
  const clamd: ClamdServer = {
    url: `tcp://127.0.0.1:${port}`,
    host: '127.0.0.1',
    port,
    mood: 'answer',
    moodsByWord: {},
    maxBytes: 25 * 1024 * 1024,
    files: [],
    pings: 0,
    start,
    stop,
  };

  function start(): Promise<void> {
    server = createServer((socket) => {
      open.add(socket);
      socket.on('close', () => open.delete(socket)).on('error', () => {});
      void serve(clamd, socket).catch(() => socket.destroy());
    });
    return new Promise((resolve) => void server.listen(port, '127.0.0.1', resolve));
  }

  function stop(): Promise<void> {
    for (const socket of open) socket.destroy();
    return new Promise((resolve) => void server.close(() => resolve()));
  }

  await start();
  return clamd;
}

async function serve(clamd: ClamdServer, socket: Socket): Promise<void> {
  const input = readerOf(socket);
  const style = (await input.take(1)).toString();
  const end = style === 'z' ? '\0' : '\n';
  const answer = (text: string) => void socket.end(text + end);
  const command = await input.takeUntil(end);
  if (command === 'PING') {
    clamd.pings += 1;
    return clamd.mood === 'deaf' ? undefined : answer('PONG');
  }
  if (command !== 'INSTREAM') return answer('UNKNOWN COMMAND');
  const content = await readContent(input, clamd.maxBytes);
  if (!content) return answer('INSTREAM size limit exceeded. ERROR');
  clamd.files.push(content);
  const mood = moodFor(clamd, content);
  if (mood === 'hang' || mood === 'deaf') return;
  if (mood === 'close') return void socket.destroy();
  if (mood === 'error') return answer('stream: Can not allocate memory ERROR');
  if (mood === 'exceeded') return answer('stream: Heuristics.Limits.Exceeded.MaxFileSize FOUND');
  answer(content.includes(EICAR) ? 'stream: Eicar-Test-Signature FOUND' : 'stream: OK');
}

function moodFor(clamd: ClamdServer, content: Buffer): ClamdServer['mood'] {
  const word = Object.keys(clamd.moodsByWord).find((known) => content.includes(known));
  return word === undefined ? clamd.mood : clamd.moodsByWord[word]!;
}

/** The streamed file; undefined if it is longer than allowed. */
async function readContent(
  input: ReturnType<typeof readerOf>,
  maxBytes: number,
): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let total = 0;
  for (;;) {
    const length = (await input.take(4)).readUInt32BE();
    if (length === 0) return Buffer.concat(chunks);
    total += length;
    if (total > maxBytes) return undefined;
    chunks.push(await input.take(length));
  }
}

function readerOf(socket: Socket) {
  const pieces = socket[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  let buffered = Buffer.alloc(0);
  const more = async () => {
    const { value, done } = await pieces.next();
    if (done) throw new Error('the client has left');
    buffered = Buffer.concat([buffered, value]);
  };
  const take = async (count: number): Promise<Buffer> => {
    while (buffered.length < count) await more();
    const bytes = buffered.subarray(0, count);
    buffered = buffered.subarray(count);
    return bytes;
  };
  const takeUntil = async (end: string): Promise<string> => {
    while (!buffered.includes(end)) await more();
    const command = await take(buffered.indexOf(end) + 1);
    return command.subarray(0, -1).toString();
  };
  return { take, takeUntil };
}
