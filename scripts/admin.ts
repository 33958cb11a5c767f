/**
 * `npm run admin -- create --email E --first-name F --last-name L`: an admin for a new or a running
 * installation.
 */
import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { createOperatorAdmin, operatorAdmin } from '#server/accounts/admin-service.ts';
import { ConfigError, readConfig } from '#server/config.ts';
import { openDb } from '#server/db/open.ts';

const USAGE =
  'Usage: npm run admin -- create --email E --first-name F --last-name L   (password from a prompt or ADMIN_PASSWORD)';

/** What the person at the machine can put right; shown without a trace. */
class UsageError extends Error {}

function readArguments() {
  const text = { type: 'string' } as const;
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: { email: text, 'first-name': text, 'last-name': text },
    });
    if (positionals.join() !== 'create') throw new UsageError(USAGE);
    return {
      email: values.email,
      first_name: values['first-name'],
      last_name: values['last-name'],
    };
  } catch (error) {
    throw error instanceof UsageError
      ? error
      : new UsageError(`${(error as Error).message}\n${USAGE}`);
  }
}

/** Reads a line without showing it; a password that is piped in works too. */
function askSecretly(question: string): Promise<string> {
  process.stderr.write(question);
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({
    input: process.stdin,
    output: silent,
    terminal: process.stdin.isTTY,
  });
  return new Promise((resolve, reject) => {
    let answer: string | undefined;
    lines.once('line', (line) => {
      answer = line;
      lines.close();
    });
    lines.once('SIGINT', () => lines.close());
    lines.once('close', () => {
      process.stderr.write('\n');
      if (answer === undefined)
        reject(new UsageError('No password was given. Nothing was created.'));
      else resolve(answer);
    });
  });
}

async function readPassword(): Promise<string> {
  if (process.env['ADMIN_PASSWORD']) return process.env['ADMIN_PASSWORD'];
  const password = await askSecretly('Password: ');
  if (process.stdin.isTTY && (await askSecretly('Password again: ')) !== password)
    throw new UsageError('The passwords differ. Nothing was created.');
  return password;
}

function check<S extends z.core.$ZodType>(schema: S, given: unknown): z.output<S> {
  const input = z.safeParse(schema, given);
  if (input.success) return input.data;
  const sentences = input.error.issues.map(
    (issue) => `  ${String(issue.path[0]).replace('_', '-')}: ${issue.message}`,
  );
  throw new UsageError(`Nothing was created.\n${[...new Set(sentences)].join('\n')}`);
}

/** ADMIN_EMAIL belongs to the start of the server; here only the database counts. */
async function createAdmin(): Promise<void> {
  const person = check(operatorAdmin.omit({ password: true }), readArguments());
  const { ADMIN_EMAIL: _start, ...environment } = process.env;
  const config = readConfig(environment);
  const input = check(operatorAdmin, { ...person, password: await readPassword() });
  const db = await openDb(config);
  try {
    const id = await createOperatorAdmin({ db, clock: () => new Date() }, input);
    if (!id) throw new UsageError(`${input.email} already has an account. Nothing was changed.`);
    console.log(`Created the admin ${input.email}.`);
  } finally {
    await db.close();
  }
}

try {
  await createAdmin();
} catch (error) {
  console.error(
    error instanceof UsageError || error instanceof ConfigError ? error.message : error,
  );
  process.exitCode = 1;
}
