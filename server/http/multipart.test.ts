import multipart from '@fastify/multipart';
import Fastify, { type FastifyInstance } from 'fastify';
import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, readFile, readdir, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { Problem } from '#domain/problem.ts';
import { receiveMultipart } from './multipart.ts';

const MB = 1024 * 1024;
const digest = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
let dir: string;
let app: FastifyInstance;
let port: number;

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'multipart-'));
  app = Fastify();
  await app.register(multipart);
  app.setErrorHandler((error, _request, reply) =>
    error instanceof Problem
      ? reply.status(error.status).send(error.toBody())
      : reply.status(500).send({ message: String(error) }),
  );
  app.post('/', async (request) => {
    const inspect = async (path: string) => ({
      ok: false as const,
      reason: 'not_pdf' as const,
      sha256: digest(await readFile(path)),
    });
    const files = {
      pitch_deck: { label: 'pitch deck', inspect },
      financials: { label: 'financial statement' },
    };
    const received = await receiveMultipart(request, {
      files,
      limitBytes: 20 * MB,
      stagingDir: dir,
    });
    const staged = await Promise.all(
      Object.entries(received.files).map(async ([name, file]) => [
        name,
        {
          size: file!.size,
          sha256: digest(await readFile(file!.path)),
          inspection: await file!.inspection,
        },
      ]),
    );
    await received.discard();
    return { fields: received.fields, files: Object.fromEntries(staged) };
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
  port = (app.server.address() as { port: number }).port;
});
afterEach(async () => {
  await expect.poll(() => readdir(dir)).toEqual([]);
});
afterAll(async () => {
  await app.close();
  await rm(dir, { recursive: true });
});

async function post(form: FormData) {
  const response = await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', body: form });
  return { status: response.status, body: (await response.json()) as any };
}

function form(parts: Record<string, string | Buffer>) {
  const data = new FormData();
  for (const [name, value] of Object.entries(parts)) {
    if (typeof value === 'string') data.append(name, value);
    else
      data.append(
        name,
        new Blob([new Uint8Array(value)], { type: 'application/pdf' }),
        `${name}.pdf`,
      );
  }
  return data;
}

/**
 * A request written by hand, which no client library would send. Resolves with everything that the
 * server sent until it closed the connection or fell silent.
 */
function raw(
  body: Buffer | string,
  { contentLength = Buffer.byteLength(body), abort = false, boundary = 'b' } = {},
): Promise<string> {
  return new Promise((resolve) => {
    let response = '';
    const socket = connect(port, '127.0.0.1', () => {
      socket.write(
        `POST / HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Type: multipart/form-data; boundary=${boundary}\r\nContent-Length: ${contentLength}\r\n\r\n`,
      );
      socket.write(body, () => abort && setTimeout(() => socket.destroy(), 100));
    });
    socket.on('data', (chunk) => (response += chunk));
    socket.on('error', () => resolve('socket error ' + response));
    socket.on('close', () => resolve(response));
  });
}

const filePart = (
  name: string,
  filename: string,
  content: string | Buffer,
  type = 'application/pdf',
) =>
  Buffer.concat([
    Buffer.from(
      `--b\r\nContent-Disposition: form-data; name="${name}"; filename="${filename}"\r\nContent-Type: ${type}\r\n\r\n`,
    ),
    Buffer.from(content as string),
    Buffer.from('\r\n'),
  ]);

describe('receiveMultipart', () => {
  it('stages two files as they are, inspects the one that is to be inspected, and gives the fields', async () => {
    const [pitchDeck, financials] = [randomBytes(3 * MB), randomBytes(20 * MB)];
    const { status, body } = await post(
      form({ business_name: 'Ɛdwuma', pitch_deck: pitchDeck, financials }),
    );
    expect(status).toBe(200);
    expect(body.fields).toEqual({ business_name: 'Ɛdwuma' });
    expect(body.files.pitch_deck).toEqual({
      size: pitchDeck.length,
      sha256: digest(pitchDeck),
      inspection: { ok: false, reason: 'not_pdf', sha256: digest(pitchDeck) },
    });
    expect(body.files.financials).toEqual({ size: 20 * MB, sha256: digest(financials) });
  });

  it('takes a text of 100,000 characters of four bytes', async () => {
    const { body } = await post(form({ business_description: '🌍'.repeat(100_000) }));
    expect(body.fields.business_description).toHaveLength(200_000);
  });

  it('refuses a longer text by the field', async () => {
    const { status, body } = await post(
      form({ business_description: 'a'.repeat(500_000), pitch_deck: randomBytes(MB) }),
    );
    expect([status, body.fields]).toEqual([
      422,
      { business_description: 'This text is too long.' },
    ]);
  });

  it('ignores file fields that nobody expects', async () => {
    const { status, body } = await post(
      form({ other: randomBytes(MB), pitch_deck: Buffer.from('x') }),
    );
    expect([status, Object.keys(body.files)]).toEqual([200, ['pitch_deck']]);
  });

  it('takes an empty file input as not sent, but an empty file as sent', async () => {
    const empty = filePart('pitch_deck', '', '', 'application/octet-stream');
    const response = await raw(
      Buffer.concat([empty, filePart('financials', 'a.pdf', ''), Buffer.from('--b--\r\n')]),
    );
    expect(response).toMatch(/^HTTP\/1.1 200/);
    expect(response).not.toContain('pitch_deck');
    expect(response).toContain('"size":0');
  });

  it('answers 413 to a file of 21 MB, and the client reads it', async () => {
    const { status, body } = await post(
      form({ pitch_deck: randomBytes(21 * MB), financials: randomBytes(5 * MB) }),
    );
    expect(status).toBe(413);
    expect(body).toEqual({
      code: 'too_large',
      message: 'The pitch deck is larger than 20 MB. Choose a smaller file and try again.',
    });
  });

  it('answers 413 on a bare socket too, after the good file before it', async () => {
    const body = Buffer.concat([
      filePart('financials', 'a.pdf', 'ok'),
      filePart('pitch_deck', 'b.pdf', Buffer.alloc(40 * MB)),
      Buffer.from('--b--\r\n'),
    ]);
    expect(await raw(body)).toMatch(/^HTTP\/1.1 413[^]*pitch deck is larger/);
  });

  it('refuses a file sent twice', async () => {
    const twice = form({ pitch_deck: Buffer.from('a') });
    twice.append('pitch_deck', new Blob(['b']), 'b.pdf');
    expect(await post(twice)).toMatchObject({
      status: 422,
      body: { fields: { pitch_deck: 'Send only one file as the pitch deck.' } },
    });
  });

  it('refuses too many fields', async () => {
    const form = new FormData();
    for (let i = 0; i < 1000; i++) form.append(`f${i}`, 'x');
    expect((await post(form)).status).toBe(200);
    form.append('one more', 'x');
    expect(await post(form)).toMatchObject({ status: 422, body: { code: 'invalid' } });
  });

  it.each<[string, Buffer | string]>([
    ['no boundary in it', 'hello'],
    ['an end in the middle of a file', filePart('pitch_deck', 'a.pdf', Buffer.alloc(MB))],
    ['an end in the middle of a header', '--b\r\nContent-Disposition: form-da'],
    [
      'a field that is no UTF-8',
      Buffer.from(
        '--b\r\nContent-Disposition: form-data; name="a"\r\n\r\n\xe9\r\n--b--\r\n',
        'latin1',
      ),
    ],
    [
      'an end after a field that reaches for the prototype',
      '--b\r\nContent-Disposition: form-data; name="__proto__"\r\n\r\nx\r\n',
    ],
  ])('answers 400 to a body with %s', async (_, body) => {
    expect(await raw(body)).toMatch(/^HTTP\/1.1 400[^]*unreadable_body/);
  });

  it('ignores fields and files that reach for the prototype', async () => {
    const odd = ['__proto__', 'constructor', 'toString'].map(
      (name) => `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\nx\r\n`,
    );
    const body = Buffer.concat([
      Buffer.from(odd.join('')),
      filePart('__proto__', 'a.pdf', 'x'),
      Buffer.from('--b\r\nContent-Disposition: form-data; name="a"\r\n\r\n1\r\n'),
      filePart('pitch_deck', 'a.pdf', 'x'),
      Buffer.from('--b--\r\n'),
    ]);
    const response = await raw(body);
    expect(response).toMatch(/^HTTP\/1.1 200/);
    expect(response).toContain('{"fields":{"a":"1"},"files":{"pitch_deck":');
  });

  it.each(['', '; name=""', '; filename="a.pdf"', '; name=""; filename="a.pdf"'])(
    'reads past a part whose disposition is "form-data%s"',
    async (more) => {
      const nameless = `--b\r\nContent-Disposition: form-data${more}\r\n\r\n`;
      const field = '--b\r\nContent-Disposition: form-data; name="a"\r\n\r\n1\r\n--b--\r\n';
      for (const content of ['', 'x', 'x'.repeat(MB / 4)])
        expect(await raw(`${nameless}${content}\r\n${field}`)).toMatch(
          /^HTTP\/1.1 200[^]*"a":"1"[^]*"files":\{\}/,
        );
    },
  );

  it('answers 400 to an empty boundary and 415 to no form', async () => {
    expect(await raw('x', { boundary: '' })).toMatch(/^HTTP\/1.1 400/);
    const response = await fetch(`http://127.0.0.1:${port}/`, {
      method: 'POST',
      body: '{}',
      headers: { 'content-type': 'application/json' },
    });
    expect(response.status).toBe(415);
  });

  it('leaves nothing when the client goes away', async () => {
    const half = Buffer.concat([
      filePart('financials', 'a.pdf', Buffer.alloc(MB)),
      filePart('pitch_deck', 'b.pdf', Buffer.alloc(5 * MB)),
    ]);
    await raw(half, { contentLength: 30 * MB, abort: true });
  });
});
