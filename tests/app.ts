/** The whole product, on a real socket, with a real database and a clock that tests control. */
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readConfig } from '#server/config.ts';
import type { Services } from '#server/context.ts';
import { startServer } from '#server/start.ts';
import { insertUser, type UserSeed } from '#tests/factories.ts';
import { placeMigratedFile } from '#tests/servers/migrated-file.ts';
import { retryFor } from '#tests/servers/ports.ts';

/** Milliseconds that a mail may take on the slowest machine. */
const TIMEOUT_MS = 300_000;

type Reply<T = unknown> = { status: number; body: T; headers: Headers; text: string };
type Options = { headers?: Record<string, string>; token?: string | undefined };
/** A DELETE may carry a confirmation, such as a password. */
type DeleteOptions = Options & { body?: unknown };

/** The calls of one person; a body is sent as JSON, FormData as multipart, a Blob as its bytes. */
export type Person = {
  /** Base URL of the product under test. */
  url: string;
  id: string;
  email: string;
  token: string | undefined;
  /** Any method; the others are shorthands for it. */
  ask<T = any>(method: string, path: string, body?: unknown, options?: Options): Promise<Reply<T>>;
  get<T = any>(path: string, options?: Options): Promise<Reply<T>>;
  post<T = any>(path: string, body?: unknown, options?: Options): Promise<Reply<T>>;
  put<T = any>(path: string, body?: unknown, options?: Options): Promise<Reply<T>>;
  patch<T = any>(path: string, body?: unknown, options?: Options): Promise<Reply<T>>;
  delete<T = any>(path: string, options?: DeleteOptions): Promise<Reply<T>>;
};

export type TestApp = {
  url: string;
  services: Services;
  /** Advances the clock. */
  pass(seconds: number): void;
  setClock(instant: Date): void;
  /**
   * From now on, each reading of the clock is a millisecond later than the one before: how much
   * fits into an hour does not depend on the machine.
   */
  holdClock(): void;
  visitor: Person;
  signIn(seed?: Partial<UserSeed>): Promise<Person>;
  /** A person who signed in at another instance with the same database. */
  readmit(person: Person): Person;
  readMails(to: string): string[];
  /** The newest six-digit code in the outbox for the address; waits for it. */
  readOtp(email: string): Promise<string>;
  close(): Promise<void>;
};

const isSentAsItIs = (body: unknown): boolean =>
  body instanceof FormData || body instanceof Blob || typeof body === 'string';

async function call(
  url: string,
  method: string,
  path: string,
  body: unknown,
  { headers = {}, token }: Options,
): Promise<Reply<any>> {
  const isJson = body !== undefined && !isSentAsItIs(body);
  const response = await fetch(`${url}${path.startsWith('/api') ? '' : '/api/v1'}${path}`, {
    method,
    headers: {
      ...(isJson && { 'content-type': 'application/json' }),
      ...(token && { authorization: `Bearer ${token}` }),
      ...headers,
    },
    ...(body !== undefined && {
      body: isJson ? JSON.stringify(body) : (body as FormData | Blob | string),
    }),
    redirect: 'manual',
  });
  const text = await response.text();
  const isAnswerJson = response.headers.get('content-type')?.includes('json');
  return {
    status: response.status,
    headers: response.headers,
    text,
    body: isAnswerJson && text !== '' ? JSON.parse(text) : text,
  };
}

/** A client of the product at `url`; a visitor if there is no token. */
export function personOf(url: string, id: string, email: string, token?: string): Person {
  const send = (method: string, path: string, body: unknown, options: Options = {}) =>
    call(url, method, path, body, { token, ...options });
  return {
    url,
    id,
    email,
    token,
    ask: send,
    get: (path, options) => send('GET', path, undefined, options),
    post: (path, body, options) => send('POST', path, body, options),
    put: (path, body, options) => send('PUT', path, body, options),
    patch: (path, body, options) => send('PATCH', path, body, options),
    delete: (path, { body, ...options } = {}) => send('DELETE', path, body, options),
  };
}

const codeIn = (text: string): string | undefined => /\b(\d{6})\b/.exec(text)?.[1];

/**
 * Starts the product on a free port with an empty database. Decisions are announced at once, unless
 * `environment`, which adds settings, says otherwise.
 */
export async function createTestApp(environment: Record<string, string> = {}): Promise<TestApp> {
  const dataDir = mkdtempSync(join(tmpdir(), 'pitch-trek-'));
  let offset = 0;
  let heldAt: number | undefined;
  const now = () => (heldAt === undefined ? Date.now() : (heldAt += 1));
  const clock = () => new Date(now() + offset);
  const config = readConfig({
    PORT: '0',
    DATA_DIR: dataDir,
    SAMPLE_DATA: 'off',
    LOG_LEVEL: 'silent',
    UNDO_SECONDS: '0',
    ...environment,
  });
  if (config.dataDir === dataDir && !config.databaseUrl) await placeMigratedFile(dataDir);
  const server = await startServer(config, clock);
  const outbox = join(dataDir, 'outbox');

  const readMails = (to: string) => {
    if (!existsSync(outbox)) return [];
    const mails = readdirSync(outbox)
      // One that is being written has another name.
      .filter((name) => name.endsWith('.eml'))
      .sort()
      .map((name) => readFileSync(join(outbox, name), 'utf8'));
    return mails.filter((mail) => mail.toLowerCase().includes(to.toLowerCase()));
  };
  const readSent = (id: string): string => {
    const name = existsSync(outbox) && readdirSync(outbox).find((one) => one.includes(id));
    return name ? readFileSync(join(outbox, name), 'utf8') : '';
  };
  /**
   * Of the newest mail with one. A sent mail's text is no longer in its row, and an older one may
   * still be on its way.
   */
  const findOtp = async (email: string) => {
    const rows = await server.services.db.read
      .selectFrom('mails')
      .select(['id', 'text'])
      .where('recipient', '=', email.toLowerCase())
      .orderBy('created_at', 'desc')
      .execute();
    const code = rows.map(({ id, text }) => codeIn(text || readSent(id))).find(Boolean);
    if (!code) throw new Error(`No code came for ${email}`);
    return code;
  };

  return {
    url: server.url,
    services: server.services,
    pass: (seconds) => void (offset += seconds * 1000),
    setClock: (instant) => void (offset = instant.getTime() - (heldAt ?? Date.now())),
    holdClock: () => void (heldAt = Date.now()),
    visitor: personOf(server.url, '', ''),
    signIn: async (seed) => {
      const user = await insertUser(server.services, seed);
      return personOf(server.url, user.id, user.email, user.token);
    },
    readmit: ({ id, email, token }) => personOf(server.url, id, email, token),
    readMails,
    readOtp: (email) => retryFor(TIMEOUT_MS, () => findOtp(email)),
    close: async () => {
      await server.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
