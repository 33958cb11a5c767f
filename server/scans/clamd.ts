/**
 * Asks clamd, the daemon of ClamAV, over TCP whether a file contains a virus: streams it by its
 * INSTREAM command. Written by hand: it is a single command, and aborting when a job's time is up
 * needs no client library.
 */
import { connect } from 'node:net';

type ClamdAddress = { host: string; port: number };

export type Scanner = {
  /** The name of the threat, or null if there is none. Rejects if clamd gave no verdict. */
  scan(content: AsyncIterable<Buffer>, signal: AbortSignal): Promise<string | null>;
  /** Rejects if clamd does not answer. */
  ping(signal: AbortSignal): Promise<void>;
};

/**
 * Milliseconds. clamd itself gives up on a file after two minutes (MaxScanTime), and sends nothing
 * before.
 */
const LIMITS = { ping: 5_000, silence: 150_000, whole: 300_000 };
const NAME_CHARS = 200;
/**
 * With `AlertExceedsMax`, clamd reports this for a file too large or too slow to scan: neither a
 * virus nor a clean file.
 */
const NOT_LOOKED_THROUGH = /^Heuristics\.Limits\.Exceeded/;

export function createClamd(address: ClamdAddress, limits: Partial<typeof LIMITS> = {}): Scanner {
  const { ping, silence, whole } = { ...LIMITS, ...limits };
  return {
    async scan(content, signal) {
      const answer = await talk(address, { silence, whole, signal }, async (write) => {
        await write(Buffer.from('zINSTREAM\0'));
        // A chunk of length zero would end the stream.
        for await (const chunk of content)
          if (chunk.length > 0) await write(lengthOf(chunk), chunk);
        await write(lengthOf(Buffer.alloc(0)));
      });
      return readVerdict(answer);
    },
    async ping(signal) {
      const answer = await talk(address, { silence: ping, whole: ping, signal }, (write) =>
        write(Buffer.from('zPING\0')),
      );
      if (answer !== 'PONG') throw new Error(`clamd answered: ${answer}`);
    },
  };
}

function lengthOf(chunk: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(chunk.length);
  return length;
}

function readVerdict(answer: string): string | null {
  if (answer === 'stream: OK') return null;
  const found = /^stream: (.+) FOUND$/.exec(answer)?.[1];
  if (!found || NOT_LOOKED_THROUGH.test(found))
    throw new Error(`clamd answered: ${answer.slice(0, NAME_CHARS)}`);
  return found.slice(0, NAME_CHARS);
}

type Bounds = {
  /** Milliseconds without a byte in either direction. */ silence: number;
  whole: number;
  signal: AbortSignal;
};
type Write = (...chunks: Buffer[]) => Promise<void>;

/**
 * One connection, one command, one answer, which counts even if it arrives before everything was
 * sent.
 */
async function talk(
  { host, port }: ClamdAddress,
  { silence, whole, signal }: Bounds,
  send: (write: Write) => Promise<void>,
): Promise<string> {
  const socket = connect({ host, port, noDelay: true });
  const cut = (reason: string) => void socket.destroy(new Error(reason));
  const stop = () => cut('stopped');
  const timer = setTimeout(() => cut(`no answer of clamd within ${whole / 1000} s`), whole).unref();
  socket.setTimeout(silence, () =>
    cut(`nothing went to clamd or came from it for ${silence / 1000} s`),
  );
  signal.addEventListener('abort', stop);
  if (signal.aborted) stop();
  const write: Write = (...chunks) =>
    new Promise(
      (resolve, reject) =>
        void socket.write(Buffer.concat(chunks), (error) => (error ? reject(error) : resolve())),
    );
  const answer = new Promise<string>((resolve, reject) => {
    let text = '';
    socket.setEncoding('utf8').on('data', (part: string) => {
      text += part;
      if (text.includes('\0')) resolve(text.split('\0')[0]!.trim());
    });
    socket
      .on('error', reject)
      .on('close', () =>
        reject(
          new Error(
            'clamd closed the connection without an answer; is its StreamMaxLength above MAX_UPLOAD_MB?',
          ),
        ),
      );
  });
  try {
    // If the connection broke, an answer received before that says why.
    return await Promise.race([
      answer,
      send(write).then(
        () => answer,
        (error) => (socket.destroyed ? answer : Promise.reject(error)),
      ),
    ]);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', stop);
    socket.destroy();
  }
}
